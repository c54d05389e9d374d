"""Which chips move because the record was wrong: what was paid or taken on it and should not have been."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from casino.money import dollars
from rounds.engine.corrections.recorded import Step
from rounds.engine.corrections.replaying import Spot, spot_of
from rounds.engine.decisions.events import Doubled, Split
from rounds.engine.decisions.surrendering import rescues_changed
from rounds.engine.insurance.events import Insured
from rounds.engine.settlement.put_right import following, moves_less
from rounds.engine.settlement.result import Result
from rounds.engine.setup import IN_ACTION, MAIN
from rounds.engine.state import State
from rounds.engine.wagers.events import WagerPlaced


def to_move(
    before: State, after: State, spots: Callable[[Spot], Spot], *, wagers_moved: bool = False
) -> tuple[str, ...]:
    """What is given back, recovered, paid or taken, in words and in the order of the boxes.

    A losing wager was taken as it lay, whatever the record said of its amount; a payment was made as the record had
    it, and differs. Where it was made otherwise and that stayed open, the player holds what he holds.
    """
    still = following(before.payments, before.results, after.results, elsewhere=wagers_moved)
    less = moves_less(before.payments, still)
    was = {spots(spot_of(one)): one for one in before.results}
    now = {spot_of(one): one for one in after.results}
    found = [
        line
        for spot in sorted({*was, *now})
        for line in _lines(
            spot,
            was.get(spot),
            now.get(spot),
            _lay(after, spot),
            part=_rescued(before, spot) != _rescued(after, spot),
            less=less.get(spot, 0),
        )
    ]
    return (*found, *rescues_changed(before, after))


def _lines(
    spot: Spot, was: Result | None, now: Result | None, lay: int, *, part: bool, less: int
) -> list[str]:
    """``part``: a double was taken back in one of the two alone, so that different chips lay. ``less``: what the player
    gets beyond the difference, or below zero has already, in cents."""
    box, hand, player, bet, wager = spot
    where = f"box {box}{f' hand {hand}' if hand > 1 else ''}, player {player}"
    where += "" if bet == MAIN else f", {bet.replace('_', ' ')}"
    where += " in action" if wager == IN_ACTION else ""
    paid, pays = was.pays if was else 0, now.pays if now else 0
    took, takes = was.takes if was else 0, now.takes if now else 0
    if part:
        pass  # what was taken was taken
    elif was and now and was.result == now.result:
        took = takes  # the same chips were taken
    elif was and took == was.stake:
        took = now.stake if now else lay or took
    stake, winnings = took - takes, pays - paid
    # What he has already he is not given again, and what he never had is not asked of him: first of the stake.
    if less < 0 < stake or stake < 0 < less:
        part_of = max(less, -stake) if less < 0 else min(less, -stake)
        stake, less = stake + part_of, less - part_of
    winnings += less
    found = []
    if stake:
        found.append(f"{'give back' if stake > 0 else 'take'} {dollars(abs(stake))}: {where}")
    if winnings < 0:
        found.append(f"recover {dollars(-winnings)}: {where}")
    elif winnings > 0:
        found.append(f"pay {dollars(winnings)}{' more' * bool(paid)}: {where}")
    return found


def _rescued(state: State, spot: Spot) -> bool:
    box, hand, player, bet, _ = spot
    hands = state.box(box).hands
    stake = hands[hand - 1].stake_of(player, bet) if 0 < hand <= len(hands) else None
    return stake is not None and stake.rescued


def _lay(state: State, spot: Spot) -> int:
    """What lies on a hand of a wager that is not settled any more, in cents."""
    box, hand, player, bet, _ = spot
    hands = state.box(box).hands
    if not 0 < hand <= len(hands):
        return 0
    stake = hands[hand - 1].stake_of(player, bet)
    return stake.money if stake is not None else 0


def added_on(lapsed: Sequence[Step]) -> list[str]:
    """What players added on choices that are asked again: it goes back to them."""
    added: dict[tuple[int, str], int] = {}

    def add(box: int, player: str, cents: int) -> None:
        added[box, player] = added.get((box, player), 0) + cents

    for step in lapsed:
        match step.event:
            case Doubled(box=box, adds=adds, free=free):
                for player, cents in adds:
                    add(box, player, 0 if player in free else cents)
            case Split(box=box, matches=matches, free=free):
                for player, stays, goes in matches:
                    add(box, player, goes if stays and player not in free else 0)
            case Insured(box=box, player=player, amount=cents):
                add(box, player, cents)
            case WagerPlaced(box=box, player=player, amount=cents):
                add(box, player, cents)
    return [
        f"return {dollars(cents)} added: box {box}, player {player}"
        for (box, player), cents in added.items()
        if cents
    ]
