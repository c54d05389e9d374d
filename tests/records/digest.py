"""The digest of a state: SHA-256 over the canonical JSON of the fields below, and of no others, so that a field which
is added to the state later changes no digest (docs/events.md)."""

import hashlib
import json
from typing import Any, Final

from msgspec import Struct

from rounds.engine import State

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "State": (
        "round_no",
        "phase",
        "called",
        "boxes",
        "dealer",
        "dealers",
        "drawn",
        "discarded",
        "held",
        "cut_card",
        "results",
        "payments",
        "moved",
        "oral",
        "irregular",
        "failed",
        "presses",
        "carry",
    ),
    "Box": ("number", "caller", "wagers", "sides", "hands", "insurance", "even_money"),
    "Wager": (
        "player",
        "bet",
        "amount",
        "effective",
        "treated",
        "settled",
        "hand",
        "parts",
        "riding",
        "prize",
    ),
    "OralWager": ("box", "player", "bet", "amount", "backing"),
    "Hand": ("cards", "stakes", "split", "doubled", "stood", "void"),
    "Stake": (
        "player",
        "bet",
        "base",
        "added",
        "free_base",
        "free_added",
        "settled",
        "surrendered",
        "rescued",
    ),
    "Insurance": ("player", "amount", "settled", "wager"),
    "Result": (
        "box",
        "hand",
        "player",
        "bet",
        "wager",
        "stake",
        "result",
        "odds",
        "pays",
        "takes",
        "chips",
        "clause",
    ),
    "PutRight": ("box", "hand", "player", "bet", "wager", "paid", "took", "to", "shares"),
    "Share": ("player", "was", "due", "open", "beyond"),
    "OpenIrregularity": ("no", "kind", "clause", "wants"),
    "CardInError": ("card", "clause", "lasts"),
    "Carry": (
        "callers",
        "warned",
        "several_boxes",
        "writing",
        "limits",
        "most_players",
        "restricted",
        "excluded",
        "suspended",
        "damaged",
        "held",
        "burn",
        "shuffle_due",
        "shoe_rounds",
        "session_rounds",
        "shoe_drawn",
        "rounds_left",
        "shoe",
        "tournament",
    ),
    "Limit": ("box", "player", "minimum", "maximum", "marker"),
    "Restriction": ("player", "one_box", "minimum", "clause"),
    "Shoe": ("packs", "why", "todo", "gone", "unseen", "cutter", "dealer"),
    "Standing": (
        "code",
        "session",
        "stacks",
        "given",
        "hands",
        "shoes",
        "button",
        "out",
        "house",
    ),
}


def digest_of(state: State) -> str:
    """The digest of a state, in 64 hexadecimal digits."""
    text = json.dumps(_plain(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Struct):
        return {name: _plain(getattr(value, name)) for name in FIELDS[type(value).__name__]}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
