"""The contract: JSON in, JSON out, the same for the command line and the HTTP API.

Each function takes one object, unchecked, and returns one. A refusal is an object too:
`{"error": {"kind", "where", "message"}}`.
"""

from scorekeeper.contract.pair_and_rank import pair, rank
from scorekeeper.contract.rules import rule_set, rule_sets
from scorekeeper.contract.score import check_meld, check_opening, score

__all__ = ["check_meld", "check_opening", "pair", "rank", "rule_set", "rule_sets", "score"]
