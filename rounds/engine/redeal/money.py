"""Which chips move because a round was dealt again: what was paid or taken and should not have been."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from casino.money import Cents
from casino.words import Phrase
from rounds.engine.decisions.events import Doubled, Split
from rounds.engine.decisions.surrendering import rescues_changed
from rounds.engine.insurance.events import Insured
from rounds.engine.phrases import line, place_at
from rounds.engine.redeal.history import Step
from rounds.engine.settlement.put_right import Settlement, beyond_change, following, settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.setup import IN_ACTION, MAIN
from rounds.engine.state import State
from rounds.engine.wagers.events import WagerPlaced

# --- the record was wrong: the difference moves now


def to_move(
    before: State,
    after: State,
    belongs: Callable[[Settlement], Settlement] = lambda settlement: settlement,
    *,
    wagers_moved: bool = False,
) -> tuple[str, ...]:
    """What is given back, recovered, paid or taken, in words and in box order; ``belongs`` maps a recorded settlement
    to the wager that it belongs to now.

    A losing wager was taken as it was, whatever amount the record had; a payment was made as recorded, and differs.
    Where something else was really paid and was left open, the player keeps that.
    """
    still = following(before.payments, before.results, after.results, elsewhere=wagers_moved)
    less = beyond_change(before.payments, still)
    was = {belongs(settlement_of(result)): result for result in before.results}
    now = {settlement_of(result): result for result in after.results}
    lines = [
        move
        for settlement in sorted({*was, *now})
        for move in _lines(
            settlement,
            was.get(settlement),
            now.get(settlement),
            _at_stake(after, settlement),
            part=_rescued(before, settlement) != _rescued(after, settlement),
            less=less.get(settlement, 0),
        )
    ]
    return (*lines, *rescues_changed(before, after))


def _lines(
    settlement: Settlement, was: Result | None, now: Result | None, lay: Cents, *, part: bool, less: Cents
) -> list[str]:
    """``part``: a double was taken back in only one of the two, so different chips were at stake. ``less``: what the
    player gets beyond the difference, in cents; negative if the player has it already."""
    box, hand, player, bet, wager = settlement
    lay_on = _wager(box, hand, player, bet, wager)
    paid, pays = was.pays if was else 0, now.pays if now else 0
    took, takes = was.takes if was else 0, now.takes if now else 0
    if part:
        pass  # what was taken was taken
    elif was and now and was.result == now.result:
        took = takes  # the same chips were taken
    elif was and took == was.stake:
        took = now.stake if now else lay or took
    stake, winnings = took - takes, pays - paid
    # Players are not given what they already have, nor asked for what they never had: the stake comes first.
    if less < 0 < stake or stake < 0 < less:
        part_of = max(less, -stake) if less < 0 else min(less, -stake)
        stake, less = stake + part_of, less - part_of
    winnings += less
    lines = []
    if stake:
        code = "kept.give_back" if stake > 0 else "kept.take"
        lines.append(line(code, amount=abs(stake), wager=lay_on))
    if winnings < 0:
        lines.append(line("kept.recover", amount=-winnings, wager=lay_on))
    elif winnings > 0:
        lines.append(line("kept.pay_more" if paid else "kept.pay", amount=winnings, wager=lay_on))
    return lines


def _wager(box: int, hand: int, player: str, bet: str, wager: str = MAIN) -> Phrase:
    """The player of a wager, and where it is."""
    place = place_at(box, hand)
    if bet == MAIN:
        code = "kept.wager"
    else:
        code = "kept.wager_in_action" if wager == IN_ACTION else "kept.wager_on"
    return Phrase.of(code, place=place, player=player, bet=bet)


def _rescued(state: State, settlement: Settlement) -> bool:
    hands = state.box(settlement.box).hands
    if not 0 < settlement.hand <= len(hands):
        return False
    stake = hands[settlement.hand - 1].stake_of(settlement.player, settlement.bet)
    return stake is not None and stake.rescued


def _at_stake(state: State, settlement: Settlement) -> Cents:
    """What is on a hand for a wager that is no longer settled, in cents."""
    hands = state.box(settlement.box).hands
    if not 0 < settlement.hand <= len(hands):
        return 0
    stake = hands[settlement.hand - 1].stake_of(settlement.player, settlement.bet)
    return stake.money if stake is not None else 0


def returned_additions(lapsed: Sequence[Step]) -> list[str]:
    """What players added on choices that are asked again, which goes back to them."""
    added: dict[tuple[int, str], Cents] = {}

    def add(box: int, player: str, cents: Cents) -> None:
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
    return _returned(added)


# --- the table was wrong: settlements are undone, and due again


def to_undo(before: State, after: State) -> tuple[str, ...]:
    """What goes back to players and what is recovered, in words: settlements that are no longer valid, and wagers
    added on a choice that lapsed."""
    lines = []
    stands = {settlement_of(result): result for result in after.results}
    less = beyond_change(before.payments, following(before.payments, before.results, after.results))
    for result in before.results:
        settlement = settlement_of(result)
        back = result.takes - result.pays + less.get(settlement, 0)
        if stands.get(settlement) != result and back:
            code = "kept.give_back" if back > 0 else "kept.recover"
            lines.append(line(code, amount=abs(back), wager=_wager(result.box, 0, result.player, result.bet)))
    lies = _on_layout(after)
    more = {place: cents - lies.get(place, 0) for place, cents in _on_layout(before).items()}
    lines += _returned({place: cents for place, cents in more.items() if cents > 0})
    return (*lines, *rescues_changed(before, after))


def _returned(added: Mapping[tuple[int, str], Cents]) -> list[str]:
    return [
        line("kept.return_added", amount=cents, wager=_wager(box, 0, player, MAIN))
        for (box, player), cents in added.items()
        if cents
    ]


def _on_layout(state: State) -> dict[tuple[int, str], Cents]:
    """Each player's money on each box, in cents."""
    lies: dict[tuple[int, str], Cents] = {}

    def add(box: int, player: str, cents: Cents) -> None:
        lies[box, player] = lies.get((box, player), 0) + cents

    for box in state.boxes:
        for hand in box.hands:
            for stake in hand.stakes:
                add(box.number, stake.player, stake.money)
        for insured in box.insurance:
            add(box.number, insured.player, insured.amount)
        for side in box.sides:
            add(box.number, side.player, side.amount)
    return lies
