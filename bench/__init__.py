"""The measurements that the README and docs/performance.md quote."""
