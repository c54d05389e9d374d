"""Surrendering half a wager before the further deal, and taking back the doubled part after the card."""

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.words import Phrase
from rounds.engine.decisions.commands import CloseSurrender, PlayOn, Rescue, Surrender
from rounds.engine.decisions.events import PlayedOn, Rescued, SurrenderClosed, Surrendered
from rounds.engine.events import Event
from rounds.engine.hands import next_action
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.hand import Stake, blackjack
from rounds.engine.phrases import line, place_at
from rounds.engine.state import State
from rounds.engine.waiting import PlayerOption


def may_surrender_against(rules: Rules, state: State) -> bool:
    """Whether the dealer's first card is one against which half may be surrendered."""
    return bool(state.dealer) and state.dealer[0][0] in rules.surrender_against.value


def _may_surrender(rules: Rules, state: State, box: Box) -> bool:
    """Whether a box may surrender half: against the ranks that the book names, and below 21. Only its player knows
    the total of a hand that lies face down (VIC03-7.1.2)."""
    if not box.hands or not may_surrender_against(rules, state):
        return False
    hand = box.hands[0]
    return len(box.hands) == 1 and (hand.hidden or (not blackjack(rules, hand) and hand.total < 21))


def offers(rules: Rules, state: State) -> tuple[PlayerOption, ...]:
    """Who may still surrender: the caller of each box, and the others on it once the caller has (VIC03-10.9.5)."""
    options = []
    for box in state.boxes:
        if not _may_surrender(rules, state, box):
            continue
        caller = caller_of(box)
        given_up = any(stake.surrendered for stake in box.hands[0].stakes if stake.player == caller)
        for stake in box.hands[0].stakes:
            open_ = given_up or stake.player == caller
            if open_ and stake.base and not stake.settled and not stake.surrendered:
                clause = rules.steps.surrender
                options.append(PlayerOption(box.number, stake.player, "surrender", stake.base, clause))
    return tuple(options)


def surrender(rules: Rules, state: State, command: Surrender) -> list[Event]:
    """Surrender half of a wager, the caller first (VIC03-10.9.1, 10.9.5)."""
    steps = rules.steps
    clause = steps.surrender or steps.decision
    if not rules.surrender_against.value:
        raise Refusal("surrender.not_in_game", clause)
    boxes = [box for box in state.boxes if box.number == command.box and box.hands]
    if not boxes:
        raise Refusal("surrender.no_hand", clause, box=command.box)
    box = boxes[0]
    if state.phase != "surrender":
        raise _not_open(rules, state, clause)
    caller = caller_of(box)
    players = tuple(dict.fromkeys(command.players)) or (caller,)
    if rules.surrender_shared.value == "box" and caller in players:
        players = tuple([stake.player for stake in box.hands[0].stakes if stake.base and not stake.settled])
    surrendered = {stake.player for stake in box.hands[0].stakes if stake.surrendered}
    if caller not in players and caller not in surrendered:
        raise Refusal("surrender.caller_first", steps.surrender_controller, caller=caller, box=box.number)
    open_to = {offer.player for offer in offers(rules, state) if offer.box == box.number}
    if caller in open_to:
        open_to = {stake.player for stake in box.hands[0].stakes if stake.base and not stake.settled}
    for player in players:
        if player not in open_to:
            raise Refusal(_refusal_code(box, player), clause, player=player, box=box.number)
    ordered = sorted(players, key=lambda player: player != caller)
    return [Surrendered(box=box.number, player=player, clause=clause) for player in ordered]


def _not_open(rules: Rules, state: State, clause: str) -> Refusal:
    also = (rules.steps.surrender_marker,)
    if state.dealer and not may_surrender_against(rules, state):
        return Refusal("surrender.not_against", clause, also=also, card=state.dealer[0])
    return Refusal("surrender.closed" if state.surrender_closed else "surrender.not_open", clause, also=also)


def _refusal_code(box: Box, player: str) -> str:
    """The code of words for why a player on the box may not surrender."""
    stakes = [stake for stake in box.hands[0].stakes if stake.player == player]
    if not stakes:
        return "surrender.no_wager"
    if stakes[0].surrendered:
        return "surrender.taken"
    if stakes[0].settled or not stakes[0].base:
        return "surrender.nothing_in_play"
    return "surrender.at_21"


def close(rules: Rules, state: State, command: CloseSurrender) -> list[Event]:
    """Every box has been offered surrender."""
    if state.phase != "surrender":
        raise Refusal("surrender.not_open", rules.steps.surrender or rules.steps.decision)
    without = tuple([(offer.box, offer.player) for offer in offers(rules, state)])
    return [SurrenderClosed(without=without, clause=rules.steps.surrender)]


# --- after a double


def rescue_offers(rules: Rules, box: Box, number: int) -> tuple[PlayerOption, ...]:
    """Who may take the doubled part of a hand back, with that part in cents (VIC03-10.7.5)."""
    return tuple(
        [
            PlayerOption(box.number, stake.player, "rescue", stake.added, rules.steps.rescue)
            for stake in box.hands[number - 1].stakes
            if _can_rescue(stake)
        ]
    )


def rescues_changed(before: State, after: State) -> list[str]:
    """Which doubled parts are at risk again and which go back after a round is worked out again, in words, for wagers
    that have not moved (VIC03-10.7.5)."""
    lines = []
    for box in after.boxes:
        for number, hand in enumerate(box.hands, start=1):
            had = before.box(box.number).hands
            if number > len(had) or not hand.doubled:
                continue
            place = place_at(box.number, number)
            for stake in hand.stakes:
                was = had[number - 1].stake_of(stake.player, stake.bet)
                if was is None or was.rescued == stake.rescued or not stake.added:
                    continue
                code, other = ("kept.put_back_double", stake) if was.rescued else ("kept.return_double", was)
                if not other.settled:
                    wager = Phrase.of("kept.wager", place=place, player=stake.player)
                    lines.append(line(code, amount=stake.added, wager=wager))
    return lines


def _can_rescue(stake: Stake) -> bool:
    return bool(stake.added) and not stake.settled and not stake.rescued


def _awaiting(rules: Rules, state: State, number: int, hand_no: int) -> Box:
    """The box whose doubled hand is being offered the rescue. Raises Refusal if none is."""
    clause = rules.steps.rescue or rules.steps.decision
    boxes = [box for box in state.boxes if box.number == number and len(box.hands) >= hand_no >= 1]
    if not boxes:
        raise Refusal("rescue.no_such_hand", clause, hand=hand_no, box=number)
    hand = boxes[0].hands[hand_no - 1]
    if state.phase != "subsequent_deal" or next_action(rules, boxes[0], hand) != "rescue":
        if hand.doubled and not rules.double_rescue.value:
            raise Refusal("rescue.not_in_game", rules.double_rescue.clause, also=(clause,))
        raise Refusal("rescue.broke" if hand.doubled and hand.bust else "rescue.not_asked", clause)
    return boxes[0]


def rescue(rules: Rules, state: State, command: Rescue) -> list[Event]:
    """The doubled part goes back and the original is forfeited, each player separately (VIC03-10.7.5(a))."""
    box = _awaiting(rules, state, command.box, command.hand)
    stake = box.hands[command.hand - 1].stake_of(command.player)
    if stake is None or not _can_rescue(stake):
        raise Refusal("rescue.nothing_to_take_back", rules.steps.rescue, player=command.player)
    events: list[Event] = [
        Rescued(
            box=box.number,
            hand=command.hand,
            player=stake.player,
            back=stake.added,
            clause=rules.steps.rescue,
        )
    ]
    if len(rescue_offers(rules, box, command.hand)) == 1:
        events.append(PlayedOn(box=box.number, hand=command.hand, clause=rules.steps.rescue))
    return events


def play_on(rules: Rules, state: State, command: PlayOn) -> list[Event]:
    """The players who were asked play on with the doubled stake."""
    box = _awaiting(rules, state, command.box, command.hand)
    players = tuple([offer.player for offer in rescue_offers(rules, box, command.hand)])
    return [PlayedOn(box=command.box, hand=command.hand, players=players, clause=rules.steps.rescue)]
