"""Which side bets may be offered at one table; refusals have their clause."""

from collections.abc import Sequence

from casino.refusals import Refusal
from sidebets.bet import SideBet


def with_its_fellows(known: dict[str, SideBet], offers: Sequence[str]) -> tuple[str, ...]:
    """The bets by key, in the book's order, with those that the same option of the book offers."""
    keys = set(offers)
    for key in offers:
        if key in known:
            keys.update(known[key].together)
    return (*(key for key in known if key in keys), *(key for key in offers if key not in known))


def fault(
    known: dict[str, SideBet],
    every: dict[str, SideBet],
    game: str,
    decks: int,
    offers: Sequence[tuple[str, str]],
) -> Refusal | None:
    """Why a table of that game with that many packs may not offer these bets on these scales; None if it may.

    ``known`` are the book's bets for the game, ``every`` all the book's bets, ``offers`` (bet, scale) pairs, with ""
    for the first scale.
    """
    for key, scale in offers:
        if key not in every:
            return Refusal("side_bet.unknown", bet=key, known=list(every))
        if key not in known:
            bet = every[key]
            return Refusal(
                "side_bet.not_in_game",
                bet.games.clause,
                bet=bet.title,
                game=game,
                games=list(bet.games.value),
            )
        if refusal := _by_itself(known[key], decks, scale):
            return refusal
    keys = [key for key, _ in offers]
    for key in keys:
        for other in known[key].excludes.value:
            if other in keys and known[key].excluded_at.value == "table":
                bet = known[key]
                return Refusal(
                    "side_bet.not_together", bet.excludes.clause, bet=bet.title, other=known[other].title
                )
    return None


def _by_itself(bet: SideBet, decks: int, scale: str) -> Refusal | None:
    if bet.decks.value and decks not in bet.decks.value:
        return Refusal(
            "side_bet.number_of_packs",
            bet.decks.clause,
            bet=bet.title,
            packs=decks,
            allowed=list(bet.decks.value),
        )
    try:
        bet.scale(scale)
    except KeyError:
        return Refusal(
            "side_bet.no_such_scale",
            bet.scales[0].clause,
            bet=bet.title,
            scale=scale,
            scales=[each.name for each in bet.scales],
        )
    return None
