"""The ways of dealing with an irregularity, by the names that the books' data use: each gives the events of one
choice, or a refusal. Nothing is changed here."""

from collections.abc import Callable
from typing import Final

from casino.rulebooks import Rules
from rounds.engine.decisions.events import CallerPassed
from rounds.engine.events import Made
from rounds.engine.hands import current
from rounds.engine.irregularities import looking_back, permitted, placing, pressing, shoe, voiding
from rounds.engine.irregularities.events import PlayerExcluded, ShuffleDue
from rounds.engine.irregularities.in_words import plain
from rounds.engine.irregularities.values import Values
from rounds.engine.layout.box import caller_of
from rounds.engine.setup import ANTE
from rounds.engine.state import State
from rounds.engine.wagers.wagering import player_mark

Procedure = Callable[[Rules, State, Values, str], Made]


def _void_wager(rules: Rules, state: State, said: Values, choice: str) -> Made:
    box = said.box()
    player = said.player(box)
    bet = said.said.get("bet", "")
    made = voiding.wager(rules, state, box, player, bet, said.kind.clause)
    if not made:
        what = plain(bet) or "wager"
        raise said.wrong(
            f"{player} has no {what} on box {box.number} that is not void", "Name one that lies."
        )
    return made


def _void_hands(rules: Rules, state: State, said: Values, choice: str) -> Made:
    if "hands" not in said:
        raise said.wrong("no hand is named", "Name the hands that it hit.")
    which = said.hands()
    for box, number in which:
        if box.hands[number - 1].void:
            raise said.wrong(f"box {box.number} hand {number} is void already", "Leave it out.")
    return voiding.hands(rules, state, which, said.kind.clause)


def _void_round(rules: Rules, state: State, said: Values, choice: str) -> Made:
    if choice == "no_refund" and rules.invalid_refunds.value == "always":
        raise said.wrong("the wagers of an invalid round are refunded", "Refund them.")
    if said.said.get("cause") == "fraud" and "by" not in said:
        raise said.wrong("nobody is named whose fraud it is", "Say who.")
    disrupted = "cause" in said and not rules.disruption_affects.value
    if said.said.get("affects") == "no" and not disrupted:
        raise said.wrong("the outcome is not affected", "The round goes on.")
    players = tuple(dict.fromkeys(player for box in state.boxes for player in box.players))
    without = tuple(name for name in said.said.get("not_to", "").split(",") if name)
    for name in without:
        if name not in players:
            raise said.wrong(f"{name} has no wager in the round", "Name players of the round.")
    if choice == "no_refund":
        without = players
    clause = said.kind.also[0] if choice and said.kind.also else said.kind.clause
    cause = " ".join(said.text(name) for name in ("cause", "by", "reason", "note") if name in said)
    return voiding.whole_round(rules, state, clause, cause, said.kind.shuffle, without)


def _void_round_or_hands(rules: Rules, state: State, said: Values, choice: str) -> Made:
    if choice == "hands_void":
        return _void_hands(rules, state, said, choice) if "hands" in said else []
    return _void_round(rules, state, said, "")


def _void_without_ante(rules: Rules, state: State, said: Values, choice: str) -> Made:
    box = said.box()
    one = "player" in said and rules.no_ante_voids.value == "wager"
    players = (said.player(box),) if one else box.players
    waived = rules.ante_waived_from.value
    for player in players:
        laid = box.wager_of(player)
        if laid is not None and waived and laid.amount >= waived and box.side_of(player, ANTE) is None:
            raise said.wrong(f"the ante of {player} was waived", "The wager stands.")
    return voiding.without_ante(rules, state, box, players, said.kind.clause)


def _insurance_or_not(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """Insurance that was not offered, where the book is silent: it still is, or the round goes on without it."""
    made = placing.insurance_again(rules, state, said, choice)
    return made if choice == "offer" else []


def _ruling(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """What whoever has the book's general power decides on a case of which it is silent."""
    if "round" in said:
        said.number("round")
    if choice == "play_on":
        return []
    if choice == "shuffle_after":
        return [ShuffleDue(clause=said.kind.clause)]
    if not state.called:
        raise said.wrong("no round is dealt", "Hand the wagers back.")
    if choice == "void_hands":
        return _void_hands(rules, state, said, choice)
    cause = f"{said.text('case')}: {said.text('reason')}"
    return voiding.whole_round(rules, state, said.kind.clause, cause)


def _exclude(rules: Rules, state: State, said: Values, choice: str) -> Made:
    player = player_mark(said.said["player"])
    if player in dict(state.carry.excluded):
        raise said.wrong(f"player {player} is excluded already", "There is nothing more to do.")
    return [
        PlayerExcluded(player=player, reason=said.text("reason"), clause=said.kind.clause),
        *_others_decide(rules, state, player, said.kind.clause),
    ]


def _others_decide(rules: Rules, state: State, player: str, clause: str) -> Made:
    """Where others have a wager on a box for which an excluded player decides, the next of them does from now on, as
    for a caller who is not there. A hand that is his alone is finished without a further wager of his, or directed."""
    made: Made = []
    out = {player, *dict(state.carry.excluded)}
    turn = current(rules, state) if state.phase == "subsequent_deal" else None
    for box in state.boxes:
        live = {stake.player for hand in box.hands for stake in hand.stakes if not stake.settled}
        there = [one for one in box.players if one in live - out - set(box.absent)]
        if not box.hands or caller_of(box) != player or not there:
            continue
        hand = turn[1] if turn is not None and turn[0].number == box.number else 1
        made.append(CallerPassed(box=box.number, hand=hand, absent=player, player=there[0], clause=clause))
    return made


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
    **pressing.PRESSING,
    "damaged": shoe.damaged,
    "replaced": shoe.replaced,
    "void_former": looking_back.void_former,
    "hold_winnings": looking_back.hold_winnings,
}
