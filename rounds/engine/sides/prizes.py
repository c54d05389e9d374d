"""The button that selects a prize: whose turn it is, who may press, and what happens on any other press."""

from typing import NamedTuple

from casino.player_mark import is_mark
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.words import Phrase
from rounds.engine.events import Event
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.wager import Wager
from rounds.engine.sides.commands import AnswerMisfire, Misfire, Prize, VoidPress
from rounds.engine.sides.events import MisfireAnswered, Misfired, PressVoid, PrizeSelected
from rounds.engine.sides.offered import ActiveSideBet, no_such_bet, offer_of, on_offer
from rounds.engine.sides.outcomes import outcome_of, reached, results_due
from rounds.engine.sides.prize_money import DOLLAR
from rounds.engine.state import State
from rounds.engine.wagers.wagering import box_on_layout, player_mark
from rounds.engine.waiting import PlayerOption
from sidebets import LOSE, OPEN, Button, Prizes, Seen


class Turn(NamedTuple):
    """A press of the button that one or more wagers have won."""

    offer: ActiveSideBet
    button: Button
    prizes: Prizes
    box: Box
    player: str
    """Who may press, or name somebody to press."""
    wagers: tuple[Wager, ...]
    """The wagers that it pays."""

    @property
    def shown(self) -> int:
        """What the button shows after it was set off by somebody not entitled, in cents per dollar; 0 for nothing
        (VIC03-11.7.1)."""
        return self.wagers[0].misfire


def turns(rules: Rules, state: State) -> tuple[Turn, ...]:
    """The presses still to come, in order: one by the controller of a box, or one for each winning wager, the
    controller's first and then the others in line, the nearest to the dealer first (NZ-15A.7-S1, VIC03-11.6.4(a))."""
    open_turns: list[Turn] = []
    if not state.setup.offers or not state.drawn:
        return ()
    for offer in on_offer(state.setup).values():
        if not offer.bet.button or not reached(state, offer.bet) or offer.bet.key in state.failed:
            continue
        for box in state.boxes:
            won = [wager for wager in winners(rules, state, offer, box) if not (wager.settled or wager.prize)]
            if not won or offer.scale.prizes is None:
                continue
            caller = caller_of(box)
            if offer.bet.turns.value == "box":
                groups = [(caller, tuple(won))]
            else:
                order = list(dict.fromkeys((caller, *_in_line(box, offer.bet.turns.value))))
                won.sort(key=lambda wager: order.index(wager.player))
                groups = [(wager.player, (wager,)) for wager in won]
            open_turns += [
                Turn(offer, offer.bet.button, offer.scale.prizes, box, player, wagers)
                for player, wagers in groups
            ]
    return tuple(open_turns)


def _in_line(box: Box, how: str) -> tuple[str, ...]:
    """The players on a box in the order of their wagers in line, or in the order in which they were ``placed``."""
    if how != "placed":
        return box.players
    return tuple([wager.player for wager in sorted(box.wagers, key=lambda wager: wager.placed)])


def winners(rules: Rules, state: State, offer: ActiveSideBet, box: Box) -> list[Wager]:
    """The winning wagers on a bet with a prize on the box, paid or not."""
    return [
        wager
        for wager in box.sides
        if wager.bet == offer.bet.key
        and wager.effective
        and outcome_of(rules, state, box, wager, offer.bet) not in (LOSE, OPEN)
    ]


def offers(rules: Rules, state: State) -> tuple[PlayerOption, ...]:
    """The turn that the table waits for: who is offered the button, or who answers a misfire."""
    for turn in turns(rules, state)[:1]:
        kind = "misfire" if turn.shown else "prize"
        clause = turn.button.misfire if turn.shown else turn.button.first
        return (PlayerOption(turn.box.number, turn.player, kind, turn.shown, clause, turn.offer.bet.key),)
    return ()


# --- a press


def prize(rules: Rules, state: State, command: Prize) -> list[Event]:
    """Record what the button selected for the turn that is due (NZ-15A.6-S1, VIC03-11.6.1)."""
    turn = _in_turn(rules, state, command)
    if turn.shown:
        raise Refusal(
            "prize.press_or_take", turn.button.misfire, prize=turn.shown, each=DOLLAR, player=turn.player
        )
    presser = command.by or command.player
    if command.staff:
        if not is_mark(command.by):
            raise Refusal("prize.staff_unnamed", turn.button.staff)
    elif presser != turn.player:
        _nominee(rules, state, turn, presser)
    _in_table(turn, command.per_dollar)
    return [
        PrizeSelected(
            box=turn.box.number,
            player=turn.player,
            bet=turn.offer.bet.key,
            per_dollar=command.per_dollar,
            by=presser if presser != turn.player else "",
            staff=command.staff,
            drawn=command.drawn,
            clause=turn.prizes.clause,
        )
    ]


def _in_table(turn: Turn, per_dollar: int) -> None:
    if not turn.prizes.has(per_dollar):
        raise Refusal(
            "prize.no_such_prize",
            turn.prizes.clause,
            also=(turn.button.selected,),
            prize=per_dollar,
            each=DOLLAR,
        )


def _nominee(rules: Rules, state: State, turn: Turn, presser: str) -> None:
    """Raises Refusal for somebody who may not be named to press (NZ-15A.9-S2, VIC03-11.6.4(b))."""
    player_mark(presser)
    rule, bet = turn.button.nominee, turn.offer.bet
    if rule.value == "winner" and presser not in nominees(rules, state, turn):
        raise Refusal(
            "prize.nominee_has_not_won",
            rule.clause,
            also=(turn.button.first, turn.button.staff),
            nominee=presser,
            bet=bet.title,
            box=turn.box.number,
        )
    if rule.value == "without" and presser in _winners_of_all(rules, state, turn.offer):
        raise Refusal(
            "prize.nominee_has_won",
            rule.clause,
            also=(turn.button.first, turn.button.staff),
            nominee=presser,
            bet=bet.title,
        )


def nominees(rules: Rules, state: State, turn: Turn) -> tuple[str, ...]:
    """Those at the table whom the player may name to press instead; if that is anybody without a winning wager,
    standing players as well."""
    if turn.button.nominee.value == "winner":
        winning_players = {wager.player for wager in winners(rules, state, turn.offer, turn.box)}
        return tuple(
            [player for player in turn.box.players if player in winning_players and player != turn.player]
        )
    won = _winners_of_all(rules, state, turn.offer)
    players = dict.fromkeys(player for box in state.boxes for player in box.players)
    return tuple([player for player in players if player not in won])


def _winners_of_all(rules: Rules, state: State, offer: ActiveSideBet) -> set[str]:
    return {wager.player for box in state.boxes for wager in winners(rules, state, offer, box)}


def misfire(rules: Rules, state: State, command: Misfire) -> list[Event]:
    """Somebody or something else set the button off while it was offered to a player (VIC03-11.7.1)."""
    turn = _in_turn(rules, state, command)
    if not turn.button.misfire:
        raise Refusal("prize.no_second_press", turn.button.selected)
    if turn.shown:
        raise Refusal(
            "prize.set_off_already", turn.button.misfire, prize=turn.shown, each=DOLLAR, player=turn.player
        )
    _in_table(turn, command.per_dollar)
    return [
        Misfired(
            box=turn.box.number,
            player=turn.player,
            bet=turn.offer.bet.key,
            per_dollar=command.per_dollar,
            drawn=command.drawn,
            clause=turn.button.misfire,
        )
    ]


def answer(rules: Rules, state: State, command: AnswerMisfire) -> list[Event]:
    """The winner takes what the button showed, or presses again (VIC03-11.7.1)."""
    turn = _in_turn(rules, state, command)
    clause = turn.button.misfire or turn.button.selected
    if not turn.shown:
        raise Refusal("prize.not_set_off", clause)
    key = turn.offer.bet.key
    events: list[Event] = [
        MisfireAnswered(
            box=turn.box.number, player=turn.player, bet=key, accepted=command.accept, clause=clause
        )
    ]
    if command.accept:
        taken = PrizeSelected(
            box=turn.box.number,
            player=turn.player,
            bet=key,
            per_dollar=turn.shown,
            clause=turn.prizes.clause,
        )
        events.append(taken)
    return events


def _in_turn(rules: Rules, state: State, command: Prize | Misfire | AnswerMisfire) -> Turn:
    """The turn that the command is for. Raises Refusal if it is not due."""
    offer = offer_of(state.setup, command.bet)
    if offer is None:
        raise no_such_bet(rules, state.setup, command.bet)
    button = offer.bet.button
    if button is None:
        raise Refusal("prize.no_button", offer.bet.settles.clause, bet=offer.bet.title)
    box = box_on_layout(rules, state, command.box)
    waiting = turns(rules, state)
    mine = [turn for turn in waiting if turn.offer is offer and _answers_for(turn, box, command.player)]
    if not mine:
        raise _nothing_won(state, waiting, offer, button, box, command.player)
    due = results_due(rules, state)
    if due or mine[0] is not waiting[0]:
        also = (button.first, button.paid)
        selected = [result for result in due if result.bet == command.bet and result.pays]
        if selected:
            raise Refusal("prize.pay_first", button.paid, also=also, player=selected[0].player)
        if due:
            raise Refusal("prize.settle_first", offer.bet.settles.clause, also=also)
        first = waiting[0]
        raise Refusal("prize.other_turn", button.first, also=also, box=first.box.number, player=first.player)
    return mine[0]


def _answers_for(turn: Turn, box: Box, player: str) -> bool:
    """Whether the box and player that a command names mean this turn: if the press belongs to the whole box, any
    player on it may be named."""
    if turn.box.number != box.number:
        return False
    return turn.player == player or turn.offer.bet.turns.value == "box"


def _nothing_won(
    state: State, waiting: tuple[Turn, ...], offer: ActiveSideBet, button: Button, box: Box, player: str
) -> Refusal:
    key = offer.bet.key
    if key in state.failed or key in state.carry.suspended:
        return Refusal(
            "prize.equipment_failed",
            offer.bet.failure_suspends,
            also=(offer.bet.fails_at.clause, button.void),
            bet=offer.bet.title,
        )
    others = [turn for turn in waiting if turn.offer is offer]
    return Refusal(
        "prize.turn_of_another" if others else "prize.no_turn",
        button.void,
        also=(button.first, *((button.void_unwagered,) if button.void_unwagered else ())),
        bet=offer.bet.title,
        player=player,
        box=box.number,
        other=others[0].player if others else "",
    )


def void_press(rules: Rules, state: State, command: VoidPress) -> list[Event]:
    """A press that no wager waits for: recorded, without effect (VIC03-11.6.5, VIC03-11.7.2)."""
    offer = offer_of(state.setup, command.bet)
    if offer is None or offer.bet.button is None:
        raise no_such_bet(rules, state.setup, command.bet)
    button = offer.bet.button
    offered = [turn for turn in turns(rules, state) if turn.offer is offer]
    if offered:
        turn = offered[0]
        raise Refusal(
            "prize.on_offer_or_set_off" if button.misfire else "prize.on_offer",
            button.misfire or button.selected,
            player=turn.player,
            box=turn.box.number,
        )
    clause = button.void
    if command.player:
        box = box_on_layout(rules, state, command.box)
        _holds_it_unwagered(offer, box, command.player)
        clause = button.void_unwagered or button.void
    return [
        PressVoid(
            bet=command.bet,
            per_dollar=max(0, command.per_dollar),
            box=command.box if command.player else 0,
            player=command.player,
            clause=clause,
        )
    ]


def _holds_it_unwagered(offer: ActiveSideBet, box: Box, player: str) -> None:
    """Raises Refusal unless the player is on a box with the winning hand and has no wager on the bet."""
    button = offer.bet.button
    assert button is not None, "asked of a bet with a button"
    mine = [wager for wager in box.sides if (wager.player, wager.bet) == (player, offer.bet.key)]
    # The first cards of a box are kept only if it has a side bet.
    cards = box.dealt or (box.hands[0].cards if box.hands and not box.hands[0].split else ())
    holds = offer.bet.outcome(Seen(cards[:2])) not in (LOSE, OPEN)
    if player not in box.players or not holds or any(wager.effective for wager in mine):
        raise Refusal(
            "prize.not_without_bet", button.void_unwagered or button.void, player=player, box=box.number
        )


def prompt_for(turn: Turn) -> Phrase:
    """The prompt for the turn."""
    where = {"box": turn.box.number, "player": turn.player, "bet": turn.offer.bet.title}
    if turn.shown:
        return Phrase.of("prompt.button_again", **where, shown=turn.shown, unit=DOLLAR)
    return Phrase.of("prompt.button", **where, stakes=sum(wager.effective for wager in turn.wagers))
