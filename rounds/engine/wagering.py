"""Wagers, from the first chip to the call: signs, shared boxes, personal limits, restrictions."""

from casino.money import EVENS, LARGEST, Cents, dollars
from casino.rulebooks import Rules
from rounds.engine import commands as do
from rounds.engine import events as on
from rounds.engine.refusal import RuleViolation
from rounds.engine.setup import INSURANCE, MAIN, float_of
from rounds.engine.state import Box, State, Wager
from rounds.engine.waiting import Blocker

LONGEST_MARK = 16
BACKED = ("chips", "cash", "voucher", "token")


# --- checks that several commands share


def box_on_layout(rules: Rules, state: State, number: int) -> Box:
    """The box of that number. Raises RuleViolation when the layout has none."""
    if not 1 <= number <= len(state.boxes):
        raise RuleViolation(
            rules.boxes_most.clause,
            f"this layout has no box {number}",
            f"Boxes run from 1 to {len(state.boxes)}, from the dealer's left.",
        )
    return state.box(number)


def player_mark(player: str) -> str:
    """A player's mark. Raises RuleViolation when it is empty, too long or would not survive a text line."""
    if not 0 < len(player) <= LONGEST_MARK or any(
        c.isspace() or c in "=#.!" or not c.isprintable() for c in player
    ):
        raise RuleViolation(
            "",
            f"“{player}” cannot mark a player",
            f"Use one short word of up to {LONGEST_MARK} letters or digits.",
        )
    return player


def amount_of(amount: Cents, clause: str) -> Cents:
    """An amount above zero. Raises RuleViolation otherwise."""
    if not 0 < amount <= LARGEST:
        raise RuleViolation(clause, "a wager is an amount above zero", "Enter what lies on the layout.")
    return amount


def role_for(rules: Rules, role: str, needed: str, clause: str, what: str) -> None:
    """Raises RuleViolation unless ``role`` reaches the one that the clause wants."""
    if not rules.role_reaches(role, needed):
        raise RuleViolation(
            clause,
            f"{what} is for a {words(needed)} to decide, not a {words(role)}",
            f"Call a {words(needed)}.",
        )


def words(name: str) -> str:
    """A role or reason as people say it."""
    return name.replace("_", " ")


def open_for_wagers(rules: Rules, state: State) -> None:
    """Raises RuleViolation once the call has closed the round to new and increased wagers."""
    steps = rules.steps
    if state.drawn:
        raise RuleViolation(
            steps.wager_locked,
            "no wager is placed or increased after the first card",
            "It waits for the next round.",
            also=(steps.wager_before_first_card,),
        )
    if state.called:
        raise RuleViolation(
            steps.call,
            "no more bets has been called",
            "Undo the call if it was not made; otherwise the wager waits for the next round.",
            also=(steps.wager_before_first_card, steps.oral_wager, steps.wager_locked),
        )


def before_the_call(rules: Rules, state: State, what: str, clause: str = "") -> None:
    """Raises RuleViolation unless the round is still taking wagers."""
    if state.called:
        raise RuleViolation(
            clause or rules.steps.call, f"{what} is settled before the call", "Do it before the next round."
        )


# --- commands


def seat(rules: Rules, state: State, command: do.Seat) -> list[on.Event]:
    """The player calls the decisions for the box (VIC03-5.9.1(a))."""
    box_on_layout(rules, state, command.box)
    before_the_call(rules, state, "who calls the decisions", rules.steps.caller_known)
    return [on.Seated(box=command.box, player=player_mark(command.player), clause=rules.steps.caller_known)]


def leave(rules: Rules, state: State, command: do.Leave) -> list[on.Event]:
    """The player leaves; refused while a wager of his lies on the layout (VIC03-5.4)."""
    if state.boxes_of(command.player):
        raise RuleViolation(
            rules.steps.wager_locked,
            f"player {command.player} has a wager on the layout",
            "Withdraw it before the call, or wait for the end of the round.",
        )
    return [on.PlayerLeft(player=player_mark(command.player), clause=rules.under_minimum.clause)]


def place(rules: Rules, state: State, command: do.PlaceWager) -> list[on.Event]:
    """Chips on a box. What the sign does not allow is accepted as the book says (VIC03-6.2), with a notice;
    who may not wager there at all is refused."""
    steps = rules.steps
    open_for_wagers(rules, state)
    box = box_on_layout(rules, state, command.box)
    player = player_mark(command.player)
    _known_bet(rules, command.bet)
    if command.medium != "chips":
        raise RuleViolation(
            steps.chips_only,
            f"a wager is made in chips, not in {command.medium}",
            "Change it into chips and place those before the call.",
            also=(steps.oral_wager,),
        )
    amount_of(command.amount, steps.chips_only)
    before = box.wager_of(player, command.bet)
    amount = command.amount + (before.amount if before else 0)
    amount_of(amount, steps.chips_only)
    if before is None:
        _room_on_box(rules, state, box)
        _may_take_box(rules, state, box, player)
    restriction = state.restriction_of(player)
    if restriction and amount != state.setup.sign(command.bet).minimum:
        raise RuleViolation(
            restriction.clause,
            f"player {player} is held to the table minimum of {dollars(state.setup.sign(command.bet).minimum)}",
            "Place exactly the minimum, or ask an operations manager to lift the restriction.",
        )
    notice, clause = notice_of(rules, state, box.number, player, amount)
    return [
        on.WagerPlaced(
            box=box.number,
            player=player,
            amount=command.amount,
            bet=command.bet,
            notice=notice,
            clause=clause or steps.wager,
        )
    ]


def _known_bet(rules: Rules, bet: str) -> None:
    if bet == INSURANCE:
        raise RuleViolation(
            rules.steps.insurance_placed,
            "insurance is placed after the initial deal, when the dealer's first card is an ace",
            "Offer it then.",
        )
    if bet != MAIN:
        raise RuleViolation(
            rules.steps.wager,
            f"the bet {bet} is not offered at this table",
            "Place the wager on another bet.",
        )


def _room_on_box(rules: Rules, state: State, box: Box) -> None:
    most = dict(state.carry.most_players).get(box.number, rules.players_per_box.value)
    if len(box.wagers) >= most:
        raise RuleViolation(
            rules.players_per_box.clause,
            f"box {box.number} already has {most} player{'s' if most > 1 else ''}",
            "Offer the player another box.",
        )


def _may_take_box(rules: Rules, state: State, box: Box, player: str) -> None:
    taken = [number for number in state.boxes_of(player) if number != box.number]
    if not taken:
        return
    restriction = state.restriction_of(player)
    if restriction and restriction.one_box:
        raise RuleViolation(
            restriction.clause,
            f"player {player} is held to one box and has box {taken[0]}",
            "Refuse the wager.",
        )
    if player not in state.carry.several_boxes:
        raise RuleViolation(
            rules.several_boxes_role.clause,
            f"player {player} already wagers on box {taken[0]}",
            f"A {words(rules.several_boxes_role.value)} may allow more than one box.",
        )


def notice_of(rules: Rules, state: State, box: int, player: str, amount: Cents) -> tuple[str, str]:
    """What the dealer should know of a wager's amount, and the clause; empty when there is nothing."""
    sign = state.setup.sign()
    limit = state.limit_of(box, player)
    minimum = limit.minimum if limit and limit.minimum else sign.minimum
    maximum = limit.maximum if limit else sign.maximum
    if amount < minimum:
        clause = rules.under_minimum.clause
        if warned_before(state, player):
            return f"under the minimum of {dollars(minimum)} again: return it", clause
        return f"under the minimum of {dollars(minimum)}: it stands this once, warn the player", clause
    others = 0 if limit or rules.limits_on.value == "player" else _sharing_limit(state, box, player)
    if amount + others > maximum:
        return (
            f"{dollars(amount + others - maximum)} over the maximum of {dollars(maximum)}",
            rules.over_maximum.clause,
        )
    if not payable(rules, state, amount):
        return (
            "a win could not be paid exactly: refuse it, or it is paid up",
            rules.unpayable_refusable.clause,
        )
    if sign.multiple and (amount - minimum) % sign.multiple:
        return f"not in steps of {dollars(sign.multiple)} above the minimum", rules.unpayable.clause
    return "", ""


def warned_before(state: State, player: str) -> bool:
    """Whether a player was warned in an earlier round and is still at the table (VIC03-6.2.1)."""
    return player in state.setup.carry.warned and player in state.carry.warned


def _sharing_limit(state: State, box: int, player: str) -> Cents:
    """What the others on the box have that counts against the sign's maximum for a box: everybody's but
    that of players with a limit of their own."""
    return sum(
        wager.amount
        for wager in state.box(box).wagers
        if wager.player != player and not state.limit_of(box, wager.player)
    )


def payable(rules: Rules, state: State, amount: Cents) -> bool:
    """Whether both a Blackjack and another win on that amount could be paid exactly (VIC03-5.13)."""
    chips = float_of(state.setup.chips)
    for odds in (rules.blackjack_odds.value, EVENS):
        exact = odds.pay(amount)
        if exact.denominator != 1 or not chips.can_pay(exact.numerator):
            return False
    return True


def withdraw(rules: Rules, state: State, command: do.WithdrawWager) -> list[on.Event]:
    """A wager taken back: until the first card, or the call, as the reading of the book has it."""
    wager = _removable(rules, state, command.box, command.player, command.bet)
    return _removed(
        rules,
        state,
        on.WagerWithdrawn(
            box=command.box,
            player=wager.player,
            amount=wager.amount,
            bet=wager.bet,
            clause=rules.withdraw_until.clause,
        ),
    )


def refuse(rules: Rules, state: State, command: do.RefuseWager) -> list[on.Event]:
    """The dealer hands a wager back, for one of the two reasons that the book gives."""
    wager = _removable(rules, state, command.box, command.player, command.bet)
    sign = state.setup.sign()
    limit = state.limit_of(command.box, wager.player)
    minimum = limit.minimum if limit and limit.minimum else sign.minimum
    if warned_before(state, wager.player) and wager.amount < minimum:
        clause = rules.under_minimum.clause
    elif rules.unpayable_refusable.value and not payable(rules, state, wager.amount):
        clause = rules.unpayable_refusable.clause
    else:
        raise RuleViolation(
            rules.unpayable_refusable.clause,
            f"the wager of {dollars(wager.amount)} can be paid exactly, so it is not refused for that",
            "Leave it, or let the player withdraw it.",
        )
    return _removed(
        rules,
        state,
        on.WagerRefused(
            box=command.box, player=wager.player, amount=wager.amount, bet=wager.bet, clause=clause
        ),
    )


def _removable(rules: Rules, state: State, number: int, player: str, bet: str) -> Wager:
    box = box_on_layout(rules, state, number)
    wager = box.wager_of(player, bet)
    if wager is None:
        raise RuleViolation(
            rules.steps.wager,
            f"player {player} has no {bet} wager on box {number}",
            "Look at the layout again.",
        )
    if state.drawn:
        raise RuleViolation(
            rules.steps.wager_locked,
            "no wager is withdrawn after the first card",
            "It stays until it is decided.",
            also=(rules.steps.wager_before_first_card, rules.unpayable_refusable.clause),
        )
    if state.called and rules.withdraw_until.value == "call":
        raise RuleViolation(
            rules.withdraw_until.clause,
            "no wager is withdrawn after the call",
            "It stays until it is decided.",
            also=(rules.steps.wager_locked,),
        )
    return wager


def _removed(rules: Rules, state: State, event: on.WagerWithdrawn | on.WagerRefused) -> list[on.Event]:
    """The removal, and after the call what it changes for the others on the box (VIC03-6.5)."""
    if not state.called:
        return [event]
    gone = (event.box, event.player, event.bet)
    left = tuple(
        [
            fixed
            for fixed in effective_wagers(rules, state, without=gone)
            if (fixed.box, fixed.player, fixed.bet) != gone
        ]
    )
    return [event, on.BetsCalled(wagers=left, clause=rules.steps.call)] if left else [event]


def declare(rules: Rules, state: State, command: do.DeclareWager) -> list[on.Event]:
    """A spoken wager: it counts once its money lies there as chips, before the call (VIC03-5.3)."""
    steps = rules.steps
    open_for_wagers(rules, state)
    box_on_layout(rules, state, command.box)
    _known_bet(rules, command.bet)
    if command.backing not in BACKED:
        raise RuleViolation(
            steps.oral_wager,
            "a spoken wager needs chips, cash, a voucher or a token with it",
            "Ask for the money, or take no wager.",
        )
    return [
        on.WagerDeclared(
            box=command.box,
            player=player_mark(command.player),
            amount=amount_of(command.amount, steps.oral_wager),
            bet=command.bet,
            backing=command.backing,
            clause=steps.oral_wager,
        )
    ]


def arrange(rules: Rules, state: State, command: do.Arrange) -> list[on.Event]:
    """The wagers of a box in one line, the caller's nearest the dealer (VIC03-5.9.1(b), (c))."""
    box = box_on_layout(rules, state, command.box)
    before_the_call(rules, state, "the line of wagers", rules.steps.others_behind)
    if sorted(command.players) != sorted(box.players):
        raise RuleViolation(
            rules.steps.others_behind,
            f"the line of box {box.number} is made of {', '.join(box.players) or 'nobody'}, each once",
            "Name every player on the box once, the nearest to the dealer first.",
        )
    if box.caller in command.players and command.players[0] != box.caller:
        raise RuleViolation(
            rules.steps.caller_nearest,
            f"player {box.caller} calls the decisions and lies nearest the dealer",
            "Put that wager first, or name another caller.",
        )
    return [on.Arranged(box=box.number, players=command.players, clause=rules.steps.caller_nearest)]


def allow_several(rules: Rules, state: State, command: do.AllowSeveralBoxes) -> list[on.Event]:
    """A player may wager on more than one box, or may no longer (VIC03-5.10)."""
    needed = rules.several_boxes_role
    role_for(rules, command.role, needed.value, needed.clause, "wagering on several boxes")
    return [
        on.SeveralBoxesAllowed(
            player=player_mark(command.player),
            role=command.role,
            revoked=command.revoke,
            clause=needed.clause,
        )
    ]


def allow_limit(rules: Rules, state: State, command: do.AllowLimit) -> list[on.Event]:
    """A personal limit for a player on a box (VIC03-6.3)."""
    box_on_layout(rules, state, command.box)
    needed = rules.personal_limit_role
    role_for(rules, command.role, needed.value, needed.clause, "a personal limit")
    before_the_call(rules, state, "a personal limit", needed.clause)
    if not 0 <= command.minimum <= LARGEST or not 0 <= command.maximum <= LARGEST:
        raise RuleViolation(needed.clause, "a limit is an amount above zero", "Enter both limits in full.")
    if command.maximum and command.minimum > command.maximum:
        raise RuleViolation(needed.clause, "the minimum is above the maximum", "Enter both limits again.")
    return [
        on.LimitAllowed(
            box=command.box,
            player=player_mark(command.player),
            maximum=command.maximum,
            minimum=command.minimum,
            role=command.role,
            clause=needed.clause,
        )
    ]


def place_marker(rules: Rules, state: State, command: do.PlaceMarker) -> list[on.Event]:
    """The marker lies at the box whose player has a limit of his own (VIC03-6.3)."""
    limit = state.limit_of(command.box, command.player)
    if limit is None:
        raise RuleViolation(
            rules.marker_needed.clause,
            f"player {command.player} has no personal limit on box {command.box}",
            "A marker follows a limit that was agreed.",
        )
    return [on.MarkerPlaced(box=command.box, player=command.player, clause=rules.marker_needed.clause)]


def limit_players(rules: Rules, state: State, command: do.LimitPlayers) -> list[on.Event]:
    """Fewer players on a box than the book allows (VIC03-5.8)."""
    box = box_on_layout(rules, state, command.box)
    needed, most = rules.players_per_box_role, rules.players_per_box.value
    role_for(rules, command.role, needed.value, needed.clause, "the number of players on a box")
    before_the_call(rules, state, "the number of players on a box", needed.clause)
    if not 1 <= command.most <= most:
        raise RuleViolation(needed.clause, f"a box has one to {most} players", f"Choose from 1 to {most}.")
    if len(box.wagers) > command.most:
        raise RuleViolation(
            needed.clause,
            f"box {box.number} has {len(box.wagers)} players already",
            "Do it before the next round.",
        )
    return [
        on.PlayersLimited(
            box=box.number, most=command.most, role=command.role, reason=command.reason, clause=needed.clause
        )
    ]


def restrict(rules: Rules, state: State, command: do.RestrictPlayer) -> list[on.Event]:
    """A player held to the table minimum, or released (VIC03-5.11, 5.11.1, 5.12)."""
    steps = rules.steps
    clause = steps.restrict_one_box if command.one_box else steps.restrict_minimum
    player = player_mark(command.player)
    role_for(rules, command.role, rules.restriction_role.value, clause, "a restriction to the minimum")
    if command.lift:
        held = state.restriction_of(player)
        if held is None:
            raise RuleViolation(
                clause, f"player {player} is under no restriction", "There is nothing to lift."
            )
    else:
        if not command.one_box:
            _missed_a_round(rules, state, player, clause)
        if not command.notified.strip() and (command.one_box or rules.restriction_notice.value == "every"):
            raise RuleViolation(
                steps.restrict_notice,
                "the Director of Casino Surveillance, or a delegate, has not been told",
                "Notify first; then enter who was told and when.",
            )
    return [
        on.PlayerRestricted(
            player=player,
            one_box=command.one_box,
            role=command.role,
            notified=command.notified,
            reason=command.reason,
            lifted=command.lift,
            clause=clause,
        )
    ]


def _missed_a_round(rules: Rules, state: State, player: str, clause: str) -> None:
    if not rules.cutting_card.value:
        raise RuleViolation(
            clause, "a continuously shuffled shoe has no beginning to count from", "Use 5.11."
        )
    if dict(state.carry.played).get(player, 0) >= state.carry.shoe_rounds:
        raise RuleViolation(
            clause,
            f"player {player} has wagered on every round of this shoe",
            "Only a player who missed a round since the shuffle is held to the minimum for it.",
        )


# --- the call


def blockers(rules: Rules, state: State) -> tuple[Blocker, ...]:
    """What must be done before the call can be made, in the order in which to do it."""
    steps = rules.steps
    found: list[Blocker] = []
    if state.carry.shuffle_due:
        found.append(
            Blocker("shuffle", 0, (), state.carry.shuffle_due, "The cards are shuffled before the next round")
        )
    for box in state.boxes:
        if not box.wagers:
            continue
        found += _shared(rules, box)
        for wager in box.wagers:
            found += _player_blockers(rules, state, box, wager)
    if not any(box.wagers for box in state.boxes):
        found.append(Blocker("no_wager", 0, (), steps.call, "No wager lies on the layout"))
    return tuple(found)


def _shared(rules: Rules, box: Box) -> list[Blocker]:
    steps = rules.steps
    if len(box.wagers) < 2:
        return []
    if box.caller not in box.players:
        text = f"Box {box.number}: who calls the decisions?"
        return [Blocker("caller", box.number, box.players, steps.caller_known, text)]
    if box.wagers[0].player != box.caller and "nearest" in rules.caller.value:
        order = (box.caller, *(player for player in box.players if player != box.caller))
        text = f"Box {box.number}: {box.caller}'s wager nearest the dealer, the others in line behind"
        return [Blocker("arrange", box.number, order, steps.caller_nearest, text)]
    return []


def _player_blockers(rules: Rules, state: State, box: Box, wager: Wager) -> list[Blocker]:
    player, found = wager.player, []
    limit = state.limit_of(box.number, player)
    if limit and not limit.marker and rules.marker_needed.value:
        text = f"Box {box.number}: marker for {player}'s personal limit of {dollars(limit.maximum)}"
        found.append(Blocker("marker", box.number, (player,), rules.marker_needed.clause, text))
    restriction = state.restriction_of(player)
    if restriction and wager.amount != state.setup.sign(wager.bet).minimum:
        text = f"Box {box.number}: {player} is held to the table minimum"
        found.append(Blocker("restricted", box.number, (player,), restriction.clause, text))
    boxes = state.boxes_of(player)
    if len(boxes) > 1 and box.number != boxes[0]:
        if restriction and restriction.one_box:
            text = f"{player} is held to one box and has {len(boxes)}"
            found.append(Blocker("restricted", box.number, (player,), restriction.clause, text))
        elif player not in state.carry.several_boxes:
            text = f"{player} may no longer wager on more than one box"
            found.append(
                Blocker("several_boxes", box.number, (player,), rules.several_boxes_role.clause, text)
            )
    return found


def call(rules: Rules, state: State, command: do.CallBets) -> list[on.Event]:
    """No more bets (VIC03-7.3.1(a)). What of each wager is in play is fixed here (VIC03-6.2)."""
    if state.called:
        raise RuleViolation(rules.steps.call, "no more bets has been called already", "Deal the cards.")
    for blocker in blockers(rules, state):
        raise RuleViolation(
            blocker.clause, blocker.text, "Do that first; then call.", also=(rules.steps.call,)
        )
    made: list[on.Event] = [
        on.OralWagerRejected(
            box=spoken.box,
            player=spoken.player,
            amount=spoken.amount,
            bet=spoken.bet,
            clause=rules.steps.oral_wager,
        )
        for spoken in state.oral
    ]
    fixed = effective_wagers(rules, state)
    warned = set(state.carry.warned)
    for wager in fixed:
        if wager.treated == rules.under_minimum.clause and wager.player not in warned:
            warned.add(wager.player)
            made.append(on.PlayerWarned(player=wager.player, clause=rules.under_minimum.clause))
    return [*made, on.BetsCalled(wagers=fixed, clause=rules.steps.call)]


def effective_wagers(
    rules: Rules, state: State, without: tuple[int, str, str] | None = None
) -> tuple[on.EffectiveWager, ...]:
    """How much of every wager is in play: all, nothing (under the minimum after a warning) or as much as the
    maximum leaves (VIC03-6.2.1, 6.2.2)."""
    found = []
    for box in state.boxes:
        left = state.setup.sign().maximum
        for wager in box.wagers:
            if without == (box.number, wager.player, wager.bet):
                continue
            limit = state.limit_of(box.number, wager.player)
            most = limit.maximum if limit else left
            effective, treated = _in_play(rules, state, wager, most, limit.minimum if limit else 0)
            if not limit and rules.limits_on.value == "box":
                left -= effective
            found.append(on.EffectiveWager(box.number, wager.player, wager.bet, effective, treated))
    return tuple(found)


def _in_play(rules: Rules, state: State, wager: Wager, most: Cents, own_minimum: Cents) -> tuple[Cents, str]:
    minimum = own_minimum or state.setup.sign(wager.bet).minimum
    if wager.amount < minimum:
        returned = warned_before(state, wager.player)
        return (0 if returned else min(wager.amount, most)), rules.under_minimum.clause
    if wager.amount > most:
        return most, rules.over_maximum.clause
    return wager.amount, ""


def shuffle(rules: Rules, state: State, command: do.Shuffle) -> list[on.Event]:
    """A new shoe: between two rounds, or when the cutting card comes first of a round (VIC03-4.1.1)."""
    if state.drawn or state.phase not in ("wagers", "initial_deal"):
        raise RuleViolation(
            rules.steps.shuffle,
            "a round is in progress",
            "Finish the round; then shuffle.",
        )
    return [on.Shuffled(cause=command.cause, clause=state.carry.shuffle_due or rules.steps.shuffle)]
