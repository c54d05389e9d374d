"""A payment that the dealer made wrongly: too much, too little, not at all, on a wager that lost or did not win, or
to the wrong player. The record keeps what was due. Beside it go what was in fact paid and what each player concerned
gives back or receives; the round's money is what the players have in the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from casino.money import LARGEST, Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks import corrections as book
from casino.words import Phrase
from rounds.engine.corrections.commands import CorrectPayment
from rounds.engine.corrections.events import PaymentCorrected
from rounds.engine.events import FormerRoundCorrected
from rounds.engine.machine import Earlier
from rounds.engine.phrases import bet_name, line, place_at, wager_key
from rounds.engine.settlement.put_right import PutRight, Settlement, Share, settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.setup import IN_ACTION, INSURANCE, MAIN, float_of
from rounds.engine.state import State
from rounds.engine.wagers.wagering import player_mark

WHY_OPEN: Final = {
    "": "",
    "left": "kept.player_left",
    "refuses": "kept.player_refuses",
    "other": "kept.other_reason",
}
"""The codes of words for why a part stays open."""


_DUE: Final = {
    (True, True): "kept.dispute_due",
    (True, False): "kept.dispute_lost",
    (False, True): "kept.decision_due",
    (False, False): "kept.decision_lost",
}
"""The codes of words for what a decision found due, by (whether a dispute was decided, whether anything is due)."""


def beyond_due(state: State) -> Mapping[tuple[Settlement, str], Cents]:
    """What players have beyond what was settled, in cents, by settlement and player; negative if they have less.
    Covers wrong payments that were not put right, and what a decision on a dispute awarded. Zeros are left out."""
    beyond: dict[tuple[Settlement, str], Cents] = {}
    for payment in state.payments:
        settlement = settlement_of(payment)
        for share in payment.shares:
            beyond[settlement, share.player] = share.beyond
    return {key: cents for key, cents in beyond.items() if cents}


def put_right(
    rules: Rules, state: State, command: CorrectPayment, earlier: Earlier | None = None, signed: str = ""
) -> PaymentCorrected | FormerRoundCorrected:
    """The event that puts a payment right, signed by a role. Raises Refusal for a payment that is not in the round,
    that was right, or that chips cannot make."""
    kind = book.corrections(rules)["payment"]
    if command.round_no in (0, state.round_no):
        return _put_right(rules, state, command, kind, signed)
    if not 0 < command.round_no < state.round_no:
        raise Refusal("payment.round_not_dealt", kind.clause, round=command.round_no, last=state.round_no)
    if earlier is None:
        return FormerRoundCorrected(round_no=command.round_no, correction=command, clause=kind.clause)
    former = earlier(command.round_no)
    if former is None:
        raise Refusal("payment.round_not_recorded", kind.clause, round=command.round_no)
    undated = replace(command, round_no=0)
    event = _put_right(former.setup.rules, former, undated, kind, signed)
    changed = _stacks_changed(former, event.put_right)
    return FormerRoundCorrected(
        round_no=command.round_no, events=(event,), correction=command, stacks=changed, clause=kind.clause
    )


def _stacks_changed(former: State, payment: PutRight) -> tuple[tuple[str, Cents], ...]:
    """By how many cents a payment of an earlier tournament hand changes each player's stack."""
    if former.carry.tournament is None:
        return ()
    changes: dict[str, Cents] = {}
    for sign, state in ((-1, former), (1, replace(former, payments=(*former.payments, payment)))):
        for (_, player), cents in beyond_due(state).items():
            changes[player] = changes.get(player, 0) + sign * cents
    return tuple((player, cents) for player, cents in changes.items() if cents)


def in_words(event: PaymentCorrected | FormerRoundCorrected) -> tuple[str, str, tuple[str, ...]]:
    """What was due, what was paid, and what is to be done about it, in words."""
    if isinstance(event, PaymentCorrected):
        return event.said, event.was, event.money
    for inner in event.events:
        if isinstance(inner, PaymentCorrected):
            recorded = line("kept.in_round", what=inner.said, round=event.round_no)
            return recorded, line("kept.in_round", what=inner.was, round=event.round_no), inner.money
    return line("kept.payment_of_round", round=event.round_no), line("kept.another_payment"), ()


def _put_right(
    rules: Rules, state: State, command: CorrectPayment, kind: book.Correction, signed: str
) -> PaymentCorrected:
    result = _settled(state, command, kind)
    player = command.player
    to = command.to if command.to != player else ""
    if to:
        player_mark(to)
    paid, took = _in_fact(result, command)
    _possible(state, result, paid, took, to, kind)
    net = result.pays - result.takes
    due = net if command.due is None else command.due
    if not -result.stake <= (command.due or 0) <= LARGEST:
        raise Refusal("payment.more_than_wager", kind.clause, stake=result.stake, largest=LARGEST)
    has = {to: paid, player: -took} if to else {player: paid - took}
    shares = _shares(has, player, due, net, command, kind)
    _differs(state, settlement_of(result), shares, command, kind)
    _payable(state, shares, kind)
    payment = PutRight(
        box=result.box,
        hand=result.hand,
        player=player,
        bet=result.bet,
        wager=result.wager,
        paid=paid,
        took=took,
        to=to,
        shares=shares,
        why=command.why if any(share.open for share in shares) else "",
        dispute=command.dispute,
    )
    where = _where(result)
    due_words = line("kept.moved", what=_moved(result.pays, result.takes, player), where=where)
    if command.due is not None:
        due_words = line(_DUE[bool(command.dispute), due >= 0], what=due_words, due=abs(due))
    return PaymentCorrected(
        correction=command,
        put_right=payment,
        said=due_words,
        was=line("kept.moved", what=_moved(paid, took, player, to), where=where),
        money=money_of(payment),
        signed=signed,
        clause=kind.clause,
    )


def _settled(state: State, command: CorrectPayment, kind: book.Correction) -> Result:
    """The settlement that the payment belongs to: the last one that matches."""
    for result in reversed(state.results):
        hand = result.hand == command.hand or (not result.hand and command.hand == 1)
        named = (result.box, result.player, result.bet) == (command.box, command.player, command.bet)
        if named and hand and command.wager == result.wager:
            return result
    raise Refusal(
        "payment.wager_not_settled" if command.bet == MAIN else "payment.bet_not_settled",
        kind.clause,
        bet=bet_name(command.bet),
        player=command.player,
        place=(command.box, command.hand if command.hand > 1 else 0),
    )


def _in_fact(result: Result, command: CorrectPayment) -> tuple[Cents, Cents]:
    """What was paid and what was taken, in cents. A player who was paid kept the stake; one whose stake was taken was
    not paid."""
    paid, took = command.paid, command.took
    if paid is None and took is None:
        return result.pays, result.takes
    if took is None:
        return paid or 0, 0 if paid or result.takes < 0 else result.takes
    if paid is None:
        return 0 if took else result.pays, took
    return paid, took


def _possible(state: State, result: Result, paid: Cents, took: Cents, to: str, kind: book.Correction) -> None:
    """Raises Refusal for an amount that cannot have been paid or taken on this wager."""
    if not 0 <= paid <= LARGEST:
        raise Refusal("payment.not_paid", kind.clause, largest=LARGEST)
    if took != result.takes and not 0 <= took <= result.stake:
        raise Refusal("payment.not_taken", kind.clause, took=took, stake=result.stake)
    if paid != result.pays and not float_of(state.setup.chips).can_pay(paid):
        raise Refusal("payment.not_in_chips", kind.clause, paid=paid)
    if to and not paid:
        raise Refusal("payment.nothing_to_other", kind.clause, player=to)


def _shares(
    has: dict[str, Cents],
    player: str,
    due: Cents,
    net: Cents,
    command: CorrectPayment,
    kind: book.Correction,
) -> tuple[Share, ...]:
    shares = [Share(name, cents, due if name == player else 0) for name, cents in has.items()]
    recover, pay = sum(share.recover for share in shares), sum(share.pay for share in shares)
    stays = {
        "recover": recover if command.unrecovered is None else command.unrecovered,
        "pay": pay if command.unpaid is None else command.unpaid,
    }
    for code, left, most in (
        ("payment.more_unrecovered", stays["recover"], recover),
        ("payment.more_unpaid", stays["pay"], pay),
    ):
        if not 0 <= left <= most:
            raise Refusal(code, kind.clause, left=max(left, 0), most=most)
    completed = []
    for share in shares:
        side = "recover" if share.recover else "pay"
        open_ = min(share.recover + share.pay, stays[side])
        stays[side] -= open_
        final = share.due + (open_ if share.recover else -open_)
        recorded = net if share.player == player else 0
        completed.append(Share(share.player, share.was, share.due, open_, final - recorded))
    return tuple(completed)


def _differs(
    state: State,
    settlement: Settlement,
    shares: tuple[Share, ...],
    command: CorrectPayment,
    kind: book.Correction,
) -> None:
    """Raises Refusal if everything was paid as recorded, or has already been put right in this way."""
    before = beyond_due(state)
    if all(
        not (share.recover or share.pay) and not before.get((settlement, share.player)) for share in shares
    ):
        raise Refusal("payment.as_recorded", kind.clause)
    last = next(
        (payment for payment in reversed(state.payments) if settlement_of(payment) == settlement), None
    )
    if last is not None and last.shares == shares and last.to == (command.to or ""):
        raise Refusal("payment.put_right_already", kind.clause)


def _payable(state: State, shares: tuple[Share, ...], kind: book.Correction) -> None:
    """Raises Refusal if chips cannot make up what is to be recovered or paid now."""
    chips = float_of(state.setup.chips)
    for share in shares:
        moves = share.recover + share.pay - share.open
        if moves and not chips.can_pay(moves):
            raise Refusal("payment.difference_not_in_chips", kind.clause, difference=moves)


def money_of(payment: PutRight) -> tuple[str, ...]:
    """What is recovered, paid and left open, in words; first what comes back to the house."""
    lines: list[str] = []
    for share in sorted(payment.shares, key=lambda share: bool(share.pay)):
        moves = share.recover + share.pay - share.open
        if moves:
            code = "kept.recover" if share.recover else "kept.pay"
            lines.append(line(code, amount=moves, wager=_wager(payment, share.player)))
        if share.open:
            code = "kept.not_recovered" if share.recover else "kept.not_paid"
            stays = Phrase.of(code, amount=share.open, player=share.player)
            if payment.why:
                stays = Phrase.of("kept.open_because", what=stays, why=Phrase.of(WHY_OPEN[payment.why]))
            lines.append(stays.english)
    return tuple(lines)


def _moved(paid: Cents, took: Cents, player: str, to: str = "") -> Phrase:
    """What was paid and taken, in words."""
    parts = []
    if paid:
        parts.append(Phrase.of("kept.paid_to", amount=paid, player=to or player))
    if took:
        code = "kept.taken_from" if took > 0 else "kept.given_back_to"
        parts.append(Phrase.of(code, amount=abs(took), player=player))
    match parts:
        case [first, second]:
            return Phrase.of("kept.and", first=first, second=second)
        case [only]:
            return only
        case _:
            return Phrase.of("kept.nothing_moved", player=player)


def _where(result: Result) -> Phrase:
    """Where a settled wager was, and which bet it was on."""
    place, bet, wager = place_at(result.box, result.hand), result.bet, result.wager
    if bet == MAIN:
        return Phrase.of("kept.place", place=place)
    if bet == INSURANCE and wager != MAIN:
        return Phrase.of("kept.place_insurance", place=place, bet=wager_key(wager))
    return Phrase.of(
        "kept.place_in_action" if wager == IN_ACTION else "kept.place_bet",
        place=place,
        bet=wager_key(bet),
    )


def _wager(payment: PutRight, player: str) -> Phrase:
    """The wager of a player that a corrected payment belongs to."""
    place, bet, wager = place_at(payment.box, payment.hand), payment.bet, payment.wager
    if bet == MAIN:
        return Phrase.of("kept.wager", place=place, player=player)
    if bet == INSURANCE and wager != MAIN:
        return Phrase.of("kept.wager_insurance", place=place, player=player, bet=wager_key(wager))
    code = "kept.wager_in_action" if wager == IN_ACTION else "kept.wager_on"
    return Phrase.of(code, place=place, player=player, bet=wager_key(bet))
