"""Side wagers before the first card: placing them, what of them is in play at the call, what goes back with the
main wager."""

from casino.money import Cents, dollars
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import Wager, count_of
from rounds.engine.refusal import RuleViolation
from rounds.engine.setup import Setup, float_of
from rounds.engine.sides import split_pairs
from rounds.engine.sides.offered import OnOffer, offer_of, on_offer
from rounds.engine.state import State
from rounds.engine.wagers import wagering
from rounds.engine.wagers.commands import PlaceWager
from rounds.engine.wagers.events import EffectiveWager, WagerPlaced, WagerRefused
from rounds.engine.wagers.limits import warned_before
from sidebets import SideBet


def place(rules: Rules, state: State, command: PlaceWager) -> list[Event]:
    """Chips on a box: on a side bet as its rules say, on the hand as those of the game do."""
    wagering.not_excluded(state, command.player)
    offer = offer_of(state.setup, command.bet)
    if offer is None:
        if command.hand:
            raise RuleViolation(
                rules.steps.wager_locked,
                f"no wager on {wagering.words(command.bet)} is placed on a split hand",
                "Place it on the box before the call.",
            )
        return wagering.place(rules, state, command)
    if command.hand:
        return split_pairs.place(rules, state, command, offer)
    return _on_box(rules, state, command, offer)


def not_suspended(state: State, bet: SideBet) -> None:
    """Raises Refusal while the bet is not offered because its equipment has failed."""
    if bet.key in state.carry.suspended:
        raise RuleViolation(
            bet.failure_suspends,
            f"{bet.title} is not offered until its equipment works again",
            "Hand the chips back; the game goes on without it.",
            also=(bet.failure_goes_on,),
        )


def _on_box(rules: Rules, state: State, command: PlaceWager, offer: OnOffer) -> list[Event]:
    bet = offer.bet
    _open(rules, state, bet)
    not_suspended(state, bet)
    box = wagering.box_on_layout(rules, state, command.box)
    player = wagering.player_mark(command.player)
    if command.medium != "chips":
        raise RuleViolation(
            rules.steps.chips_only,
            f"a wager is made in chips, not in {command.medium}",
            "Change it into chips and place those before the call.",
            also=(rules.steps.oral_wager, *bet.place.clauses),
        )
    wagering.amount_of(command.amount, bet.stake)
    _beside_a_wager(state, box, player, bet)
    _goes_with_others(state, player, bet)
    before = side_wager(box, player, bet.key)
    if before is not None and bet.one_each.value:
        raise RuleViolation(
            bet.one_each.clause,
            f"player {player} has a wager on {bet.title} on box {box.number} already",
            "Hand the second one back; it may be taken back and placed anew.",
            also=bet.one_each.also,
        )
    made = _room(box, player, bet)
    # Where only so many lie on a box a second one is a wager of its own, which the sign binds by itself.
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
    return [*made, placed]


def side_wager(box: Box, player: str, bet: str, hand: int = 0) -> Wager | None:
    """A player's side wager on the box, or on one of its split hands."""
    for wager in box.sides:
        if (wager.player, wager.bet, wager.hand) == (player, bet, hand):
            return wager
    return None


def _open(rules: Rules, state: State, bet: SideBet) -> None:
    """Raises Refusal once no wager on the bet is taken any more."""
    steps = rules.steps
    if state.drawn:
        raise RuleViolation(
            bet.deadline,
            f"no wager on {bet.title} is placed after the first card",
            "It waits for the next round.",
            also=(steps.wager_before_first_card, steps.wager_locked),
        )
    if state.called and wagering.wagers_until(rules, state) == "call":
        raise RuleViolation(
            steps.call,
            "no more bets has been called",
            "Undo the call if it was not made; otherwise the wager waits for the next round.",
            also=(bet.deadline, steps.wager_before_first_card, steps.wager_locked),
        )


def _beside_a_wager(state: State, box: Box, player: str, bet: SideBet) -> None:
    """Raises Refusal where the main wager is missing that the bet goes with."""
    needs = bet.needs_wager
    if bet.place.value == "any_box":
        if not box.wagers:
            raise RuleViolation(
                bet.place.clause,
                f"nobody wagers on box {box.number}, so no {bet.title} lies there",
                "Choose a box with a wager on it.",
                also=needs.clauses,
            )
        if not state.boxes_of(player):
            raise RuleViolation(
                needs.clause,
                f"player {player} has no wager in this round, which {bet.title} needs",
                "Place that wager first.",
                also=bet.place.clauses,
            )
    elif needs.value == "refused" and box.wager_of(player) is None:
        raise RuleViolation(
            needs.clause,
            f"player {player} has no wager on box {box.number}, beside which {bet.title} lies",
            "Place that wager first.",
            also=(*needs.also, *bet.place.clauses),
        )


def _goes_with_others(state: State, player: str, bet: SideBet) -> None:
    """Raises Refusal if the player has a wager that this one may not be played with, when the clause is read for
    the player and not for the table (NZ-15D.12, NZ-15E.11)."""
    offered = on_offer(state.setup)
    others = {wager.bet for box in state.boxes for wager in box.sides if wager.player == player} - {bet.key}
    for other in [offered[key].bet for key in sorted(others) if key in offered]:
        for first, second in ((bet, other), (other, bet)):
            if first.excluded_at.value == "player" and second.key in first.excludes.value:
                raise RuleViolation(
                    first.excluded_at.clause,
                    f"player {player} wagers on {other.title} in this round, with which {bet.title} is not played",
                    "Hand one of the two back.",
                    also=bet.place.clauses,
                )


def _room(box: Box, player: str, bet: SideBet) -> list[Event]:
    """What goes back to make room for one more wager on the box; nothing while there is room. Raises Refusal
    where there is none to be made (NZ-15B.2-S3, NZ-15H.2-S3)."""
    most = bet.most_on_box.value
    there = [wager for wager in box.sides if wager.bet == bet.key and not wager.hand]
    if not most or count_of(there) < most:
        return []
    if bet.displaces.value and box.wager_of(player):
        # Players on the box come first: the last wager of somebody else makes way.
        for last in reversed(there):
            if box.wager_of(last.player) is None:
                clause = bet.displaces.clause
                back = WagerRefused(
                    box=box.number, player=last.player, amount=last.amount, bet=bet.key, clause=clause
                )
                return [back]
    raise RuleViolation(
        bet.most_on_box.clause,
        f"{most} wagers on {bet.title} lie on box {box.number} already",
        "Hand it back.",
        also=bet.displaces.clauses if bet.displaces.clause else (),
    )


# --- amounts


def _counted_with(rules: Rules, state: State, box: Box, player: str, bet: SideBet) -> Cents:
    """What else on the box counts against the maximum of the sign, in cents: where the maximum is a box's, what
    others have there on the same bet."""
    if bet.sign_refuses.value or rules.limits_on.value != "box":
        return 0
    return sum(w.amount for w in box.sides if w.bet == bet.key and w.player != player and not w.hand)


def _allowed_amount(rules: Rules, state: State, box: Box, player: str, bet: SideBet, amount: Cents) -> None:
    """Raises Refusal for an amount that is handed back before the call rather than settled in the book's own
    way."""
    exactly = bet.exactly.value
    if exactly and amount != exactly:
        raise RuleViolation(
            bet.exactly.clause,
            f"a wager on {bet.title} is {dollars(exactly)}, not {dollars(amount)}",
            f"Place exactly {dollars(exactly)}.",
            also=(bet.stake,),
        )
    if bet.one_chip.value and amount not in float_of(state.setup.chips).denominations:
        raise RuleViolation(
            bet.one_chip.clause,
            f"{dollars(amount)} is not one chip",
            f"A wager on {bet.title} is placed with a single chip.",
            also=bet.one_chip.also,
        )
    if bet.capped_by_main.value:
        _under_the_cap(box, player, bet, amount)
    if not exactly:
        on_sign(rules, state, box, player, bet, amount)


def _under_the_cap(box: Box, player: str, bet: SideBet, amount: Cents) -> None:
    """Raises Refusal for more than the player's own wager on the box, as far as that binds the bets that one
    option offers (ACT96-21.4-S2)."""
    own = sum(wager.amount for wager in box.wagers if wager.player == player)
    others = [wager for wager in box.sides if wager.player == player and wager.bet in bet.together]
    how = bet.cap_binds
    if how.value == "one" and others:
        raise RuleViolation(
            how.clause,
            f"player {player} has a wager on {wagering.words(others[0].bet)} on box {box.number}",
            "Place one of the two.",
        )
    beside = sum(wager.amount for wager in others) if how.value == "together" else 0
    if amount + beside > own:
        raise RuleViolation(
            bet.capped_by_main.clause,
            f"{dollars(amount + beside)} on {bet.title} is more than the player's wager of {dollars(own)} on the box",
            f"Take up to {dollars(own - beside)}." if own > beside else "Hand it back.",
            also=bet.capped_by_main.also,
        )


def on_sign(rules: Rules, state: State, box: Box, player: str, bet: SideBet, amount: Cents) -> None:
    """Raises Refusal for an amount off the bet's sign, where such are handed back."""
    sign = state.setup.sign(bet.key)
    refuses = bet.sign_refuses.value
    if amount < sign.minimum and (refuses or rules.under_minimum.value == "refused"):
        raise RuleViolation(
            bet.stake,
            f"{dollars(amount)} is under the minimum of {dollars(sign.minimum)} for {bet.title}",
            "Hand it back, or let the player add to it.",
            also=(*bet.sign_refuses.clauses, rules.under_minimum.clause),
        )
    others = _counted_with(rules, state, box, player, bet)
    how = rules.over_maximum.value
    if amount + others > sign.maximum and (
        refuses or how == "refused" or (how == "shared_refused" and others)
    ):
        most = sign.maximum - others
        raise RuleViolation(
            bet.stake,
            f"{dollars(amount + others)} on box {box.number} is over the maximum of {dollars(sign.maximum)}"
            f" for {bet.title}",
            f"Take up to {dollars(most)}." if most > 0 else "Hand it back: the box is full.",
            also=(*bet.sign_refuses.clauses, *rules.over_maximum.clauses),
        )


def _notice(
    rules: Rules, state: State, box: Box, player: str, offer: OnOffer, amount: Cents
) -> tuple[str, str]:
    """What the dealer should know of the amount, and the clause; empty when there is nothing."""
    bet = offer.bet
    if bet.exactly.value:
        return "", ""
    sign = state.setup.sign(bet.key)
    if amount < sign.minimum:
        what = f"under the minimum of {dollars(sign.minimum)}"
        if warned_before(state, player):
            return f"{what} again: return it", rules.under_minimum.clause
        return f"{what}: it stands this once, warn the player", rules.under_minimum.clause
    over = amount + _counted_with(rules, state, box, player, bet) - sign.maximum
    if over > 0:
        text = f"{dollars(over)} over the maximum: it is paid and taken without that"
        return text, rules.over_maximum.clause
    if rules.unpayable_refusable.value and not payable(state.setup, offer, amount):
        text = "a win could not be paid exactly: refuse it, or it is paid up"
        return text, rules.unpayable_refusable.clause
    if sign.multiple and (amount - sign.minimum) % sign.multiple:
        clause = rules.steps.multiples or rules.unpayable.clause
        return f"not in steps of {dollars(sign.multiple)} above the minimum", clause
    return "", ""


def payable(setup: Setup, offer: OnOffer, amount: Cents) -> bool:
    """Whether every win on that amount could be paid exactly (VIC03-5.13)."""
    chips = float_of(setup.chips)
    for line in offer.scale.lines:
        exact = line.odds_for(setup.decks).pay(amount)
        if exact.denominator != 1 or not chips.can_pay(exact.numerator):
            return False
    return True


# --- the call


def effective_sides(rules: Rules, state: State, mains: tuple[EffectiveWager, ...]) -> list[EffectiveWager]:
    """What of every side wager is in play: as much as the sign leaves, as with main wagers (VIC03-6.2, ACT03-18.9),
    and nothing without a main wager that is in play."""
    in_play: dict[tuple[int, str], Cents] = {}
    for main in mains:
        for place in ((main.box, main.player), (0, main.player)):
            in_play[place] = in_play.get(place, 0) + main.effective
    found = []
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
                # A main wager cut to the maximum cuts what may be as high as it, too.
                together = bet.cap_binds.value == "together"
                key = (wager.player, "" if together else bet.key)
                cap = caps.get(key, main_in_play)
                if effective > cap:
                    effective, treated = cap, bet.capped_by_main.clause
                caps[key] = cap - effective
            left[purse] = most - effective
            found.append(EffectiveWager(box.number, wager.player, bet.key, effective, treated))
    return found


# --- taken back


def gone_with(state: State, box: Box, gone: Wager) -> list[tuple[int, Wager, str]]:
    """The side wagers that go back when a main wager leaves the box, each with its box and the clause: what its
    player has beside it, everybody's once the box is empty, and his elsewhere once he wagers nowhere."""
    offers = on_offer(state.setup)
    rest = [wager for wager in box.wagers if wager is not gone]
    off_box = all(wager.player != gone.player for wager in rest)
    nowhere = off_box and all(number == box.number for number in state.boxes_of(gone.player))
    found = []
    for other in state.boxes:
        for side in other.sides:
            offer = offers.get(side.bet)
            if offer is None:
                continue
            own, here = side.player == gone.player, other.number == box.number
            anywhere = offer.bet.place.value == "any_box"
            if here and not rest:
                clause = offer.bet.place.clause
            elif own and (nowhere if anywhere else here and off_box):
                clause = offer.bet.needs_wager.clause
            else:
                continue
            found.append((other.number, side, clause))
    return found
