"""Which side bets may be offered at one table, each refusal with its clause."""

from collections.abc import Sequence
from typing import NamedTuple

from sidebets.bet import SideBet


class Fault(NamedTuple):
    """Why a bet may not be offered: the clause ("" where none forbids it), what, and what to do instead."""

    clause: str
    message: str
    remedy: str


def with_its_fellows(known: dict[str, SideBet], offers: Sequence[str]) -> tuple[str, ...]:
    """The bets, by key in the book's order, with those that the same option of the book offers."""
    wanted = set(offers)
    for key in offers:
        if key in known:
            wanted.update(known[key].together)
    return (*(key for key in known if key in wanted), *(key for key in offers if key not in known))


def fault(
    known: dict[str, SideBet],
    every: dict[str, SideBet],
    game: str,
    decks: int,
    offers: Sequence[tuple[str, str]],
) -> Fault | None:
    """Why a table of that game and so many packs may not offer these bets on these scales; None when it may.

    ``known`` are the bets of the book that go with the game, ``every`` all of the book, ``offers`` (bet, scale)
    with an empty scale for the first.
    """
    for key, scale in offers:
        if key not in every:
            return Fault("", f"the book has no side bet {key}", f"It has {_listed(list(every))}.")
        if key not in known:
            bet = every[key]
            return Fault(
                bet.games.clause,
                f"{bet.title} is not offered with {game.replace('_', ' ')}",
                f"It goes with {_listed([one.replace('_', ' ') for one in bet.games.value])}.",
            )
        if found := _by_itself(known[key], decks, scale):
            return found
    keys = [key for key, _ in offers]
    for key in keys:
        for other in known[key].excludes.value:
            if other in keys and known[key].excluded_at.value == "table":
                bet = known[key]
                return Fault(
                    bet.excludes.clause,
                    f"{bet.title} and {known[other].title} are not offered at the same table",
                    f"Offer one of them, or {bet.title} at another table.",
                )
    return None


def _by_itself(bet: SideBet, decks: int, scale: str) -> Fault | None:
    if bet.decks.value and decks not in bet.decks.value:
        allowed = _listed([str(one) for one in bet.decks.value])
        return Fault(
            bet.decks.clause,
            f"{bet.title} is not offered with {decks} packs",
            f"It is dealt from {allowed} packs.",
        )
    try:
        bet.scale(scale)
    except KeyError:
        names = _listed([one.name for one in bet.scales])
        return Fault(bet.scales[0].clause, f"{bet.title} has no scale {scale}", f"Its scales are {names}.")
    return None


def _listed(names: Sequence[str]) -> str:
    if not names:
        return "none"
    *some, last = names
    return f"{', '.join(some)} or {last}" if some else last
