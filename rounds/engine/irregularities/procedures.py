"""The procedures for irregularities, by the names used in the books' data: each returns the events of one choice, or
raises Refusal. Nothing is changed here."""

from collections.abc import Callable
from typing import Final

from casino.rulebooks import Rules
from rounds.engine.decisions.events import CallerPassed
from rounds.engine.events import Events
from rounds.engine.hands import hand_in_turn
from rounds.engine.irregularities import earlier_rounds, permitted, placing, shoe, side_bets, voiding
from rounds.engine.irregularities.events import PlayerExcluded, ShuffleDue
from rounds.engine.irregularities.report import Report
from rounds.engine.layout.box import caller_of
from rounds.engine.setup import ANTE
from rounds.engine.state import State
from rounds.engine.wagers.wagering import player_mark

Procedure = Callable[[Rules, State, Report, str], Events]


def _void_wager(rules: Rules, state: State, report: Report, choice: str) -> Events:
    box = report.box()
    player = report.player(box)
    bet = report.values.get("bet", "")
    events = voiding.wager(rules, state, box, player, bet, report.kind.clause)
    if not events:
        code = "report.no_bet_to_void" if bet else "report.no_wager_to_void"
        raise report.wrong(code, player=player, bet=bet, box=box.number)
    return events


def _void_hands(rules: Rules, state: State, report: Report, choice: str) -> Events:
    if "hands" not in report:
        raise report.wrong("report.no_hands")
    which = report.hands()
    for box, number in which:
        if box.hands[number - 1].void:
            raise report.wrong("report.hand_void_already", place=(box.number, number))
    return voiding.hands(rules, state, which, report.kind.clause)


def _void_round(rules: Rules, state: State, report: Report, choice: str) -> Events:
    if choice == "no_refund" and rules.invalid_refunds.value == "always":
        raise report.wrong("report.wagers_refunded")
    if report.values.get("cause") == "fraud" and "by" not in report:
        raise report.wrong("report.fraud_by_nobody")
    disrupted = "cause" in report and not rules.disruption_affects.value
    if report.values.get("affects") == "no" and not disrupted:
        raise report.wrong("report.outcome_not_affected")
    players = tuple(dict.fromkeys(player for box in state.boxes for player in box.players))
    without = tuple(name for name in report.values.get("not_to", "").split(",") if name)
    for name in without:
        if name not in players:
            raise report.wrong("report.player_not_in_round", player=name)
    if choice == "no_refund":
        without = players
    clause = report.kind.also[0] if choice and report.kind.also else report.kind.clause
    cause = " ".join(report.text(name) for name in ("cause", "by", "reason", "note") if name in report)
    return voiding.whole_round(rules, state, clause, cause, report.kind.shuffle, without)


def _void_round_or_hands(rules: Rules, state: State, report: Report, choice: str) -> Events:
    if choice == "hands_void":
        return _void_hands(rules, state, report, choice) if "hands" in report else []
    return _void_round(rules, state, report, "")


def _void_without_ante(rules: Rules, state: State, report: Report, choice: str) -> Events:
    box = report.box()
    only = "player" in report and rules.no_ante_voids.value == "wager"
    players = (report.player(box),) if only else box.players
    waived = rules.ante_waived_from.value
    for player in players:
        laid = box.wager_of(player)
        if laid is not None and waived and laid.amount >= waived and box.side_of(player, ANTE) is None:
            raise report.wrong("report.ante_waived", player=player)
    return voiding.without_ante(rules, state, box, players, report.kind.clause)


def _insurance_or_not(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Where the book is silent about insurance that was not offered: offer it now, or go on without it, as chosen."""
    events = placing.insurance_again(rules, state, report, choice)
    return events if choice == "offer" else []


def _ruling(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The decision, by the holder of the book's general power, on a case that the book does not cover."""
    if "round" in report:
        report.number("round")
    if choice == "play_on":
        return []
    if choice == "shuffle_after":
        return [ShuffleDue(clause=report.kind.clause)]
    if not state.called:
        raise report.wrong("report.not_dealt")
    if choice == "void_hands":
        return _void_hands(rules, state, report, choice)
    cause = f"{report.text('case')}: {report.text('reason')}"
    return voiding.whole_round(rules, state, report.kind.clause, cause)


def _exclude(rules: Rules, state: State, report: Report, choice: str) -> Events:
    player = player_mark(report.values["player"])
    if player in dict(state.carry.excluded):
        raise report.wrong("report.excluded_already", player=player)
    return [
        PlayerExcluded(player=player, reason=report.text("reason"), clause=report.kind.clause),
        *_others_decide(rules, state, player, report.kind.clause),
    ]


def _others_decide(rules: Rules, state: State, player: str, clause: str) -> Events:
    """Pass the boxes for which an excluded player decides to the next player with a wager there, as for an absent
    caller. A hand with no other player's wager is finished without further wagers, or directed."""
    events: Events = []
    out = {player, *dict(state.carry.excluded)}
    turn = hand_in_turn(rules, state) if state.phase == "subsequent_deal" else None
    for box in state.boxes:
        live = {stake.player for hand in box.hands for stake in hand.stakes if not stake.settled}
        players = [player for player in box.players if player in live - out - set(box.absent)]
        if not box.hands or caller_of(box) != player or not players:
            continue
        hand = turn.number if turn is not None and turn.box.number == box.number else 1
        events.append(
            CallerPassed(box=box.number, hand=hand, absent=player, player=players[0], clause=clause)
        )
    return events


PROCEDURES: Final[dict[str, Procedure]] = {
    "void_wager": _void_wager,
    "void_hands": _void_hands,
    "void_round": _void_round,
    "void_round_or_hands": _void_round_or_hands,
    "void_without_ante": _void_without_ante,
    "exclude": _exclude,
    "insurance_or_not": _insurance_or_not,
    "ruling": _ruling,
    "record": shoe.recorded,
    "burn_forgotten": shoe.burn_forgotten,
    "discard_next": shoe.discarded,
    "hold": shoe.held,
    "dealer_excess": shoe.to_dealer,
    "discard_or_hold": shoe.one_of,
    "hold_or_discard": shoe.one_of,
    "turn_down": shoe.turned_down,
    "shuffle_rack": shoe.rack_shuffled,
    "shuffle_rest": shoe.rest_shuffled,
    **placing.PLACING,
    **permitted.PERMITTED,
    **side_bets.SIDE_BETS,
    "damaged": shoe.damaged,
    "replaced": shoe.replaced,
    "void_former": earlier_rounds.void_former,
    "hold_winnings": earlier_rounds.hold_winnings,
}
