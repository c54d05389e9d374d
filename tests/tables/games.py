"""A table set-up for every game of every book, as floor.set_up takes it."""

from typing import Any

from casino.rulebooks import BOOKS
from casino.rulebooks.house import house_of

ELECTIONS = {
    ("NZ", "ante_up"): {"ante": "1.25"},
    ("NZ", "player_select"): {"upper_min": "50", "lower_blackjack_pays": "6:5", "lower_double_on": "10-11"},
}
GAMES = [(book.key, game) for book in BOOKS.values() for game in book.games]


def setup_of(book: str, game: str, **more: Any) -> dict[str, Any]:
    """The most boxes and packs that the game allows, and the elections that it needs."""
    rules = BOOKS[book].games[game]
    elections = {**ELECTIONS.get((book, game), {}), **more.pop("elections", {})}
    fixed, _ = house_of(rules).layout_boxes
    if fixed and more.get("boxes") not in fixed:
        more.pop("boxes", None)
    return {
        "book": book,
        "game": game,
        "decks": rules.decks.value[-1],
        "boxes": min(7, rules.boxes_most.value),
        "seats": 7,
        "elections": elections,
    } | more
