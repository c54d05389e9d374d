"""Side wagers before the first card: placing them, how much of them is in play at the call, and what goes back with
the main wager."""

from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import Wager, count_of
from rounds.engine.phrases import line
from rounds.engine.setup import Setup, float_of
from rounds.engine.sides import split_pairs
from rounds.engine.sides.offered import ActiveSideBet, offer_of, on_offer
from rounds.engine.state import State
from rounds.engine.wagers import wagering
from rounds.engine.wagers.commands import PlaceWager
from rounds.engine.wagers.events import EffectiveWager, WagerPlaced, WagerRefused
from rounds.engine.wagers.limits import warned_before
from sidebets import SideBet


def place(rules: Rules, state: State, command: PlaceWager) -> list[Event]:
    """Chips on a box, under the rules of the side bet or, for a wager on the hand, of the game."""
    wagering.refuse_excluded(state, command.player)
    offer = offer_of(state.setup, command.bet)
    if offer is None:
        if command.hand:
            raise Refusal("split_wager.not_main", rules.steps.wager_locked, bet=command.bet)
        return wagering.place(rules, state, command)
    if command.hand:
        return split_pairs.place(rules, state, command, offer)
    return _on_box(rules, state, command, offer)


def refuse_suspended(state: State, bet: SideBet) -> None:
    """Raises Refusal while the bet is suspended because its equipment has failed."""
    if bet.key in state.carry.suspended:
        raise Refusal("side_bet.suspended", bet.failure_suspends, also=(bet.failure_goes_on,), bet=bet.title)


def _on_box(rules: Rules, state: State, command: PlaceWager, offer: ActiveSideBet) -> list[Event]:
    bet = offer.bet
    _open(rules, state, bet)
    refuse_suspended(state, bet)
    box = wagering.box_on_layout(rules, state, command.box)
    player = wagering.player_mark(command.player)
    if command.medium != "chips":
        raise Refusal(
            "side_bet.chips_only", rules.steps.chips_only, also=(rules.steps.oral_wager, *bet.place.clauses)
        )
    wagering.amount_of(command.amount, bet.stake)
    _beside_a_wager(state, box, player, bet)
    _goes_with_others(state, player, bet)
    before = side_wager(box, player, bet.key)
    if before is not None and bet.one_each.value:
        raise Refusal(
            "side_bet.second_wager",
            bet.one_each.clause,
            also=bet.one_each.also,
            player=player,
            bet=bet.title,
            box=box.number,
        )
    events = _room(box, player, bet)
    # Where the number of wagers on a box is limited, a second one is separate and measured against the sign alone.
    alone = bet.most_on_box.value > 0
    amount = command.amount + (before.amount if before and not alone else 0)
    _allowed_amount(rules, state, box, player, bet, amount)
    notice, clause = _notice(rules, state, box, player, offer, amount)
    placed = WagerPlaced(
        box=box.number,
        player=player,
        amount=command.amount,
        bet=bet.key,
        notice=notice,
        clause=clause or bet.place.clause,
    )
    return [*events, placed]


def side_wager(box: Box, player: str, bet: str, hand: int = 0) -> Wager | None:
    """A player's side wager on the box, or on one of its split hands."""
    for wager in box.sides:
        if (wager.player, wager.bet, wager.hand) == (player, bet, hand):
            return wager
    return None


def _open(rules: Rules, state: State, bet: SideBet) -> None:
    """Raises Refusal if wagers on the bet are no longer taken."""
    steps = rules.steps
    if state.drawn:
        raise Refusal(
            "side_bet.after_first_card",
            bet.deadline,
            also=(steps.wager_before_first_card, steps.wager_locked),
            bet=bet.title,
        )
    if state.called and wagering.wagers_until(rules, state) == "call":
        raise Refusal(
            "side_bet.after_call",
            steps.call,
            also=(bet.deadline, steps.wager_before_first_card, steps.wager_locked),
        )


def _beside_a_wager(state: State, box: Box, player: str, bet: SideBet) -> None:
    """Raises Refusal if the main wager that the bet goes with is missing."""
    needs = bet.needs_wager
    if bet.place.value == "any_box":
        if not box.wagers:
            raise Refusal(
                "side_bet.empty_box", bet.place.clause, also=needs.clauses, box=box.number, bet=bet.title
            )
        if not state.boxes_of(player):
            raise Refusal(
                "side_bet.needs_any_wager", needs.clause, also=bet.place.clauses, player=player, bet=bet.title
            )
    elif needs.value == "refused" and box.wager_of(player) is None:
        raise Refusal(
            "side_bet.needs_wager",
            needs.clause,
            also=(*needs.also, *bet.place.clauses),
            player=player,
            box=box.number,
            bet=bet.title,
        )


def _goes_with_others(state: State, player: str, bet: SideBet) -> None:
    """Raises Refusal if the player has a wager that may not be combined with this one, where the clause is read per
    player and not per table (NZ-15D.12, NZ-15E.11)."""
    offered = on_offer(state.setup)
    others = {wager.bet for box in state.boxes for wager in box.sides if wager.player == player} - {bet.key}
    for other in [offered[key].bet for key in sorted(others) if key in offered]:
        for first, second in ((bet, other), (other, bet)):
            if first.excluded_at.value == "player" and second.key in first.excludes.value:
                raise Refusal(
                    "side_bet.not_with_other",
                    first.excluded_at.clause,
                    also=bet.place.clauses,
                    player=player,
                    other=other.title,
                    bet=bet.title,
                )


def _room(box: Box, player: str, bet: SideBet) -> list[Event]:
    """The events that return a wager to make room for one more on the box; empty while there is room. Raises Refusal
    if no room may be made (NZ-15B.2-S3, NZ-15H.2-S3)."""
    most = bet.most_on_box.value
    wagers_there = [wager for wager in box.sides if wager.bet == bet.key and not wager.hand]
    if not most or count_of(wagers_there) < most:
        return []
    if bet.displaces.value and box.wager_of(player):
        # Players on the box have precedence: the last wager of somebody else makes way.
        for last in reversed(wagers_there):
            if box.wager_of(last.player) is None:
                clause = bet.displaces.clause
                back = WagerRefused(
                    box=box.number, player=last.player, amount=last.amount, bet=bet.key, clause=clause
                )
                return [back]
    raise Refusal(
        "side_bet.box_full",
        bet.most_on_box.clause,
        also=bet.displaces.clauses if bet.displaces.clause else (),
        most=most,
        bet=bet.title,
        box=box.number,
    )


# --- amounts


def _counted_with(rules: Rules, state: State, box: Box, player: str, bet: SideBet) -> Cents:
    """How much else on the box counts against the sign's maximum, in cents: where the maximum is per box, other
    players' wagers on the same bet."""
    if bet.sign_refuses.value or rules.limits_on.value != "box":
        return 0
    return sum(w.amount for w in box.sides if w.bet == bet.key and w.player != player and not w.hand)


def _allowed_amount(rules: Rules, state: State, box: Box, player: str, bet: SideBet, amount: Cents) -> None:
    """Raises Refusal for an amount that is handed back before the call rather than settled by the book's own rule."""
    exactly = bet.exactly.value
    if exactly and amount != exactly:
        raise Refusal(
            "side_bet.exact_amount",
            bet.exactly.clause,
            also=(bet.stake,),
            bet=bet.title,
            exactly=exactly,
            amount=amount,
        )
    if bet.one_chip.value and amount not in float_of(state.setup.chips).denominations:
        raise Refusal(
            "side_bet.one_chip", bet.one_chip.clause, also=bet.one_chip.also, amount=amount, bet=bet.title
        )
    if bet.capped_by_main.value:
        _under_the_cap(box, player, bet, amount)
    if not exactly:
        refuse_off_sign(rules, state, box, player, bet, amount)


def _under_the_cap(box: Box, player: str, bet: SideBet, amount: Cents) -> None:
    """Raises Refusal for more than the player's own wager on the box, where that limits the bets of one option
    (ACT96-21.4-S2)."""
    own = sum(wager.amount for wager in box.wagers if wager.player == player)
    others = [wager for wager in box.sides if wager.player == player and wager.bet in bet.together]
    how = bet.cap_binds
    if how.value == "one" and others:
        raise Refusal("side_bet.one_of_two", how.clause, player=player, other=others[0].bet, box=box.number)
    beside = sum(wager.amount for wager in others) if how.value == "together" else 0
    if amount + beside > own:
        raise Refusal(
            "side_bet.over_main_wager" if own > beside else "side_bet.main_wager_used",
            bet.capped_by_main.clause,
            also=bet.capped_by_main.also,
            amount=amount + beside,
            bet=bet.title,
            main=own,
            room=own - beside,
        )


def refuse_off_sign(rules: Rules, state: State, box: Box, player: str, bet: SideBet, amount: Cents) -> None:
    """Raises Refusal for an amount that is off the bet's sign, where such amounts are handed back."""
    sign = state.setup.sign(bet.key)
    refuses = bet.sign_refuses.value
    if amount < sign.minimum and (refuses or rules.under_minimum.value == "refused"):
        raise Refusal(
            "side_bet.below_minimum",
            bet.stake,
            also=(*bet.sign_refuses.clauses, rules.under_minimum.clause),
            amount=amount,
            minimum=sign.minimum,
            bet=bet.title,
        )
    others = _counted_with(rules, state, box, player, bet)
    how = rules.over_maximum.value
    if amount + others > sign.maximum and (
        refuses or how == "refused" or (how == "shared_refused" and others)
    ):
        most = sign.maximum - others
        raise Refusal(
            "side_bet.above_maximum" if most > 0 else "side_bet.maximum_reached",
            bet.stake,
            also=(*bet.sign_refuses.clauses, *rules.over_maximum.clauses),
            amount=amount + others,
            box=box.number,
            maximum=sign.maximum,
            bet=bet.title,
            room=most,
        )


def _notice(
    rules: Rules, state: State, box: Box, player: str, offer: ActiveSideBet, amount: Cents
) -> tuple[str, str]:
    """A notice to the dealer about the amount, and its clause; both empty if there is nothing to say."""
    bet = offer.bet
    if bet.exactly.value:
        return "", ""
    sign = state.setup.sign(bet.key)
    if amount < sign.minimum:
        code = "kept.under_again" if warned_before(state, player) else "kept.under_once"
        return line(code, minimum=sign.minimum), rules.under_minimum.clause
    over = amount + _counted_with(rules, state, box, player, bet) - sign.maximum
    if over > 0:
        return line("kept.over_maximum_plays", over=over), rules.over_maximum.clause
    if rules.unpayable_refusable.value and not payable(state.setup, offer, amount):
        return line("kept.unpayable_rounded"), rules.unpayable_refusable.clause
    if sign.multiple and (amount - sign.minimum) % sign.multiple:
        clause = rules.steps.multiples or rules.unpayable.clause
        return line("kept.not_in_steps", step=sign.multiple), clause
    return "", ""


def payable(setup: Setup, offer: ActiveSideBet, amount: Cents) -> bool:
    """Whether every win on that amount could be paid exactly (VIC03-5.13)."""
    chips = float_of(setup.chips)
    for pays in offer.scale.lines:
        exact = pays.odds_for(setup.decks).pay(amount)
        if exact.denominator != 1 or not chips.can_pay(exact.numerator):
            return False
    return True


# --- the call


def effective_sides(rules: Rules, state: State, mains: tuple[EffectiveWager, ...]) -> list[EffectiveWager]:
    """How much of every side wager is in play: as much as the sign allows, as with main wagers (VIC03-6.2,
    ACT03-18.9), and nothing without a main wager in play."""
    in_play: dict[tuple[int, str], Cents] = {}
    for main in mains:
        for place in ((main.box, main.player), (0, main.player)):
            in_play[place] = in_play.get(place, 0) + main.effective
    wagers = []
    offers = on_offer(state.setup)
    for box in state.boxes:
        left: dict[tuple[str, str], Cents] = {}
        caps: dict[tuple[str, str], Cents] = {}
        for wager in box.sides:
            offer = offers.get(wager.bet)
            if offer is None:
                continue  # an ante is at no risk
            bet = offer.bet
            anywhere = bet.place.value == "any_box"
            main_in_play = in_play.get((0 if anywhere else box.number, wager.player), 0)
            sign = state.setup.sign(bet.key)
            alone = bet.sign_refuses.value or rules.limits_on.value != "box"
            purse = (bet.key, wager.player if alone else "")
            most = left.get(purse, sign.maximum * (len(wager.parts) or 1))
            effective, treated = wager.amount, ""
            if not main_in_play or not box.wagers:
                effective, treated = 0, bet.void_without or bet.needs_wager.clause
            elif bet.exactly.value:
                pass
            elif wager.amount < sign.minimum:
                returned = warned_before(state, wager.player)
                effective, treated = min(wager.amount, 0 if returned else most), rules.under_minimum.clause
            elif wager.amount > most:
                effective, treated = most, rules.over_maximum.clause
            if bet.capped_by_main.value:
                # A main wager cut to the maximum also cuts any side wager that is limited by it.
                together = bet.cap_binds.value == "together"
                key = (wager.player, "" if together else bet.key)
                cap = caps.get(key, main_in_play)
                if effective > cap:
                    effective, treated = cap, bet.capped_by_main.clause
                caps[key] = cap - effective
            left[purse] = most - effective
            wagers.append(EffectiveWager(box.number, wager.player, bet.key, effective, treated))
    return wagers


# --- returned


def returned_with(state: State, box: Box, gone: Wager) -> list[tuple[int, Wager, str]]:
    """The side wagers that go back when a main wager leaves the box, each as (box, wager, clause): the player's own
    beside it, everybody's once the box is empty, and the player's elsewhere once they have no main wager."""
    offers = on_offer(state.setup)
    rest = [wager for wager in box.wagers if wager is not gone]
    off_box = all(wager.player != gone.player for wager in rest)
    nowhere = off_box and all(number == box.number for number in state.boxes_of(gone.player))
    wagers = []
    for other in state.boxes:
        for side in other.sides:
            offer = offers.get(side.bet)
            if offer is None:
                continue
            own, same_box = side.player == gone.player, other.number == box.number
            anywhere = offer.bet.place.value == "any_box"
            if same_box and not rest:
                clause = offer.bet.place.clause
            elif own and (nowhere if anywhere else same_box and off_box):
                clause = offer.bet.needs_wager.clause
            else:
                continue
            wagers.append((other.number, side, clause))
    return wagers
