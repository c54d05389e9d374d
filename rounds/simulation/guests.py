"""What guests choose at a table, in every game of every book: by basic strategy, by habit or at random, and always
something that the table accepts. The random generator is passed in, so that a seed repeats the same play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, Final

from casino.cards import HARD_VALUE
from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import Command, Due, State
from rounds.engine.questions import free_double, free_split, rules_for_wager
from rounds.engine.values import ANTE, Hand
from rounds.simulation.strategy import Basic

ANYTHING: Final = 0.08
"""How often a guest does something at random."""


def first_taken(rules: Rules, state: State, wished: Iterable[Command]) -> Command | None:
    """The first of these commands that the table accepts; None if it accepts none."""
    for command in wished:
        try:
            engine.decide(rules, state, command)
        except Refusal:
            continue
        return command
    return None


# --- wagers


def wagers(
    chance: Random, rules: Rules, state: State, box: int, mark: str, stake: Cents
) -> list[engine.PlaceWager]:
    """A guest's wagers on a box before the call: one wager on the hand or several, and the ante if there is one."""
    most, least = rules.wagers_on_hand.value, rules.wagers_least.value
    bets = most[: chance.randint(least, len(most))]
    stakes = (stake, *(chance.choice((stake, state.setup.main_sign.minimum)) for _ in bets[1:]))
    laid = [engine.PlaceWager(box, mark, amount, bet) for amount, bet in zip(stakes, bets, strict=True)]
    waived_from = rules.ante_waived_from.value
    if rules.ante.value and not (waived_from and stake >= waived_from):
        laid.append(engine.PlaceWager(box, mark, rules.ante.value, ANTE))
    return laid


def side_wagers(
    chance: Random, state: State, box: int, mark: str, fondness: float
) -> list[engine.PlaceWager]:
    """A guest's side bets: the fonder, the more of the table's bets, near their minimum."""
    laid = []
    for bet in engine.questions.on_offer(state.setup):
        if chance.random() < fondness:
            sign = state.setup.sign(bet)
            amount = min(sign.maximum, sign.minimum * chance.choice((1, 1, 1, 2, 4)))
            laid.append(engine.PlaceWager(box, mark, amount, bet))
    return laid


def placeable(rules: Rules, state: State, wish: engine.PlaceWager) -> Command | None:
    """The wager, or the minimum if that much is not accepted; None if neither is."""
    least = engine.PlaceWager(wish.box, wish.player, state.setup.sign(wish.bet).minimum, wish.bet)
    return first_taken(rules, state, (wish,) if wish.bet == ANTE else (wish, least))


def unblocking(rules: Rules, state: State, blocker: engine.values.Blocker) -> Command:
    """The command that removes a blocker of the call."""
    box, player = blocker.box, blocker.players[0] if blocker.players else ""
    minimum = state.setup.main_sign.minimum
    if blocker.kind == "caller":
        return engine.Seat(box, player)
    if blocker.kind == "arrange":
        return engine.Arrange(box, blocker.players)
    if blocker.kind == "marker":
        return engine.PlaceMarker(box, player)
    if blocker.kind == "returned":
        return engine.RefuseWager(box, player, blocker.bet)
    if blocker.kind == "turn":
        return engine.PassTurn(player)
    if blocker.kind == "shuffle":
        return engine.Shuffle(cause="the cutting card came out")
    if blocker.kind == "shoe":
        return preparing(rules, state) or engine.CallBets()
    wished: list[Command] = []
    if blocker.kind == "ante":
        wished = [engine.PlaceWager(box, player, rules.ante.value, ANTE)]
        if state.box(box).wager_of(player) is None or not _ante_wanted(rules, state, box, player):
            wished = [engine.WithdrawWager(box, player, ANTE)]
    elif blocker.kind == "wagers":
        laid = {wager.bet for wager in state.box(box).wagers if wager.player == player}
        lacking = [bet for bet in rules.wagers_on_hand.value if bet not in laid]
        wished = [
            placing
            for bet in lacking[:1]
            if _may_play(rules, state, placing := engine.PlaceWager(box, player, minimum, bet))
        ]
    lies = state.box(box).wagers if box else ()
    wished += [
        engine.WithdrawWager(box, lying.player, lying.bet)
        for lying in reversed(lies)
        if lying.player == player
    ]
    return first_taken(rules, state, wished) or engine.CallBets()


def _may_play(rules: Rules, state: State, placing: engine.PlaceWager) -> bool:
    """Whether the wager is accepted and would not have to go back before the call."""
    try:
        after, _ = engine.apply(rules, state, placing)
    except Refusal:
        return False
    due = engine.due(rules, after)
    return due is not None and all(blocker.kind != "returned" for blocker in due.blockers)


def preparing(rules: Rules, state: State, *, person: str = "") -> Command | None:
    """The next command for preparing the shoe: the steps that can be done in one go, or the cut by the player asked;
    None if the shoe is ready. `person` is the employee who cuts if no player does."""
    todo = engine.questions.pending(rules, state)
    if not todo:
        return None
    if todo[0] == "cut":
        now = engine.questions.cut_offer(rules, state)
        if now.player:
            return engine.CutCards(now.player)
        by = now.others[-1][0] if now.others else ""
        return engine.CutCards(by=by, name=person)
    steps: list[str] = []
    for name in todo:
        if name == "cut" or (steps and rules.shoe.step(name).role):
            break
        steps.append(name)
        if rules.shoe.step(name).role:
            break
    return engine.ShoeStep(tuple(steps))


def _ante_wanted(rules: Rules, state: State, box: int, player: str) -> bool:
    wager, waived_from = state.box(box).wager_of(player), rules.ante_waived_from.value
    return wager is not None and not (waived_from and wager.amount >= waived_from)


# --- offers


def insurance(chance: Random, rules: Rules, state: State, due: Due, *, eager: float = 0.12) -> Command:
    """One player's insurance or even money, or the end of the offer."""
    for offer in due.offers:
        if offer.kind == "even_money" and chance.random() < max(0.3, eager):
            return engine.EvenMoney(offer.box, offer.player, offer.wager)
        if offer.kind == "insure" and chance.random() < eager:
            taken = first_taken(rules, state, _insurances(chance, state, offer))
            if taken is not None:
                return taken
    return engine.CloseInsurance()


def ride(chance: Random, due: Due, eager: float = 0.4) -> Command:
    """What a winner leaves in action: all of it, half or, mostly, nothing."""
    offer = next(option for option in due.offers if option.kind == "ride")
    amount = chance.choice((offer.most, offer.most // 2)) if chance.random() < eager else 0
    return engine.Ride(offer.box, offer.player, offer.wager, amount)


def press(due: Due) -> engine.Prize:
    """The button is pressed by somebody entitled; the prize is not known yet."""
    offer = next(option for option in due.offers if option.kind == "prize")
    return engine.Prize(offer.box, offer.player, offer.wager, 0)


def _insurances(chance: Random, state: State, offer: engine.values.PlayerOption) -> Iterator[Command]:
    chip = min(state.setup.chips)
    part = chance.randint(1, max(1, offer.most // chip)) * chip
    for amount in (
        part if chance.random() < 0.3 else offer.most,
        offer.most // chip * chip,
        chip,
        offer.most,
    ):
        if 0 < amount <= offer.most:
            yield engine.Insure(offer.box, offer.player, amount, offer.wager)


def surrender(chance: Random, state: State, due: Due, *, eager: float = 0.02) -> Command:
    """A surrender, more likely on fifteen and sixteen, or the end of the offer."""
    for offer in due.offers:
        if offer.kind != "surrender":
            continue
        poor = state.box(offer.box).hands[0].total in (15, 16)
        if chance.random() < max(eager, 0.35 * poor):
            return engine.Surrender(offer.box, (offer.player,))
    return engine.CloseSurrender()


def rescue(chance: Random, state: State, due: Due) -> Command:
    """The doubled part taken back, as happens on a poor total, or played on."""
    total = state.box(due.box).hands[due.hand - 1].total
    for offer in due.offers:
        if offer.kind == "rescue" and chance.random() < (0.5 if total < 17 else 0.05):
            return engine.Rescue(due.box, offer.player, due.hand)
    return engine.PlayOn(due.box, due.hand)


# --- decisions


def decision(chance: Random, rules: Rules, state: State, due: Due, bold: float) -> Command:
    """The decision on the hand in turn of a guest of that boldness (0 to 1)."""
    hand = state.box(due.box).hands[due.hand - 1]
    word = (
        chance.choice(due.legal)
        if chance.random() < ANYTHING
        else _habit(chance, rules, state, due, hand, bold)
    )
    return with_others(chance, rules, state, due, hand, word)


def sensible(chance: Random, rules: Rules, state: State, due: Due) -> Command:
    """Basic strategy's answer to a decision, a surrender or a rescue, with what each other player on the box does."""
    own = rules_for_wager(rules, state.box(due.box), due.player) if due.box else rules
    command = _basic(own).decide(state, due)
    if not isinstance(command, engine.Decide):
        return command
    return with_others(chance, rules, state, due, state.box(due.box).hands[due.hand - 1], command.decision)


@lru_cache(maxsize=32)
def _basic(rules: Rules) -> Basic:
    return Basic(rules)


def with_others(chance: Random, rules: Rules, state: State, due: Due, hand: Hand, word: str) -> Command:
    """That decision with what each player on the box does, or the simplest one that is open."""
    wished: list[Command] = []
    if word == "double":
        wished += _doubles(chance, rules, state, due, hand)
    elif word == "split":
        wished += _splits(chance, rules, state, due, hand)
    wished += [_plain(due, word), *(_plain(due, other) for other in ("stand", "hit", *due.legal))]
    taken = first_taken(rules, state, wished)
    assert taken is not None, "one of the decisions that are open is taken"
    return taken


def _plain(due: Due, word: str) -> Command:
    decided: Any = word
    return engine.Decide(due.box, decided, due.hand)


def _habit(chance: Random, rules: Rules, state: State, due: Due, hand: Hand, bold: float) -> str:
    total, soft = hand.points
    against = HARD_VALUE[state.dealer[0]]
    free = (free_double(rules, hand), free_split(rules, hand))
    if "split" in due.legal and (hand.cards[0][0] in ("A8" if bold < 0.5 else "A8769") or free[1]):
        return "split"
    nine_to_eleven = total == 11 or (total == 10 and bold > 0.3) or (total == 9 and bold > 0.7)
    if "double" in due.legal and (nine_to_eleven or free[0]):
        return "double"
    stand = total >= (18 if soft else 17 if against > 6 or against == 1 else 13)
    if ("stand" if stand else "hit") in due.legal:
        return "stand" if stand else "hit"
    return chance.choice([word for word in due.legal if word in ("hit", "stand")] or due.legal)


def _others(chance: Random, hand: Hand, caller: str) -> list[engine.values.Stake]:
    return [stake for stake in hand.stakes if stake.player != caller and stake.base and chance.random() < 0.5]


def _doubles(chance: Random, rules: Rules, state: State, due: Due, hand: Hand) -> Iterator[Command]:
    """Doubles of the caller and of anybody who joins, free ones with the house's lammer."""
    caller = due.player
    with_ = _others(chance, hand, caller)
    if free_double(rules, hand) and chance.random() < 0.9:
        free = (caller, *(stake.player for stake in with_))
        yield engine.Decide(due.box, "double", due.hand, free=free)
        yield engine.Decide(due.box, "double", due.hand, free=(caller,))
    own = hand.stake_of(caller)
    chip = min(state.setup.chips)
    if own is not None and own.base > chip and chance.random() < 0.15:
        some = ((caller, chance.randint(1, own.base // chip) * chip),)
        yield engine.Decide(due.box, "double", due.hand, adds=some)
    yield engine.Decide(
        due.box, "double", due.hand, adds=tuple((stake.player, stake.base) for stake in with_)
    )
    yield _plain(due, "double")
    yield engine.Decide(
        due.box, "double", due.hand, adds=tuple((stake.player, stake.base) for stake in hand.stakes)
    )


def _splits(chance: Random, rules: Rules, state: State, due: Due, hand: Hand) -> Iterator[Command]:
    """Splits of the caller; each other player matches, or names the hand on which the wager rides."""
    caller = due.player
    with_ = _others(chance, hand, caller)
    if free_split(rules, hand) and chance.random() < 0.9:
        yield engine.Decide(due.box, "split", due.hand, free=(caller, *(stake.player for stake in with_)))
        yield engine.Decide(due.box, "split", due.hand, free=(caller,))
    rides = [stake for stake in hand.stakes if stake.player != caller and stake.base and stake not in with_]
    matches = [(stake.player, "split") for stake in with_]
    named = [(stake.player, chance.choice(("hand1", "hand2"))) for stake in rides]
    yield engine.Decide(due.box, "split", due.hand, matches=(*matches, *named))
    yield engine.Decide(due.box, "split", due.hand, matches=tuple(matches))
    yield _plain(due, "split")
    everyone = tuple((stake.player, "split") for stake in hand.stakes if stake.base)
    yield engine.Decide(due.box, "split", due.hand, matches=everyone)
