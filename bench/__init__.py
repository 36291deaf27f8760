"""What the README and docs/performance.md quote, measured."""
