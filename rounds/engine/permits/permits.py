"""What a role may allow or impose: several boxes, personal limits, fewer players, the table minimum."""

from typing import Final

from casino.money import LARGEST
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.words import Phrase
from rounds.engine.commands import Command
from rounds.engine.decisions.commands import DirectHand
from rounds.engine.events import Event
from rounds.engine.irregularities.commands import Approve
from rounds.engine.permits.commands import (
    AllowLimit,
    AllowSeveralBoxes,
    AllowWriting,
    LimitPlayers,
    PlaceMarker,
    RestrictPlayer,
    VacateSeat,
)
from rounds.engine.permits.events import (
    LimitAllowed,
    MarkerPlaced,
    PlayerRestricted,
    PlayersLimited,
    SeveralBoxesAllowed,
    WritingAllowed,
)
from rounds.engine.permits.words import restriction_words
from rounds.engine.phrases import line
from rounds.engine.setup import every_side_bet_of
from rounds.engine.shoe.commands import AnnounceLastRounds
from rounds.engine.sides.commands import EquipmentFailed, EquipmentRepaired
from rounds.engine.state import State
from rounds.engine.wagers.wagering import box_on_layout, player_mark, refuse_after_call
from sidebets import side_bets_of_book


def role_for(rules: Rules, role: str, needed: str, clause: str, *, named: bool = False) -> None:
    """Raises Refusal unless ``role`` is the ``needed`` one or a higher one; with ``named`` unless it is exactly that
    one, where the powers of a role do not reach upward (VIC03-1.2)."""
    if named and rules.powers_reach.value == "named" and role != needed and rules.role_reaches(role, needed):
        raise Refusal("role.named_alone", rules.powers_reach.clause, also=(clause,), needed=needed, role=role)
    if not rules.role_reaches(role, needed):
        raise Refusal("role.too_low", clause, needed=needed, role=role)


FORMS: Final = {
    form: Phrase.of(code)
    for form, code in (
        ("minimum", "restricted.minimum"),
        ("one_box", "restricted.one_box"),
        ("both", "restricted.both"),
    )
}
"""What a player may be restricted to, by whether to one box and whether to the minimum."""


BY_ROLE: Final = (
    AllowSeveralBoxes,
    AllowLimit,
    LimitPlayers,
    RestrictPlayer,
    AllowWriting,
    VacateSeat,
    AnnounceLastRounds,
    DirectHand,
    EquipmentFailed,
    EquipmentRepaired,
    Approve,
)
"""Commands that may need a higher role than the dealer's; those about cards are in `rounds.engine.shoe.roles`."""


def required_role(rules: Rules, command: Command, state: State | None = None) -> tuple[str, str, str] | None:
    """The lowest role that may give a command of `BY_ROLE`, its clause, and the request to that supervisor in words;
    None for a command of the dealer's."""
    match command:
        case AllowSeveralBoxes(player=player, revoke=revoke, extra=extra):
            rule = rules.several_boxes_role
            if extra:
                words = line(
                    "kept.no_boxes_more" if revoke else "kept.boxes_more", player=player, extra=extra
                )
            else:
                words = line("kept.not_several_boxes" if revoke else "kept.several_boxes", player=player)
            if command.behind:
                words = line("kept.behind_others", what=words)
            return rule.value, rule.clause, words
        case AllowLimit(player=player, box=box, maximum=maximum):
            rule = rules.personal_limit_role
            code = "kept.personal_limit" if maximum else "kept.no_personal_limit"
            return rule.value, rule.clause, line(code, limit=maximum, player=player, box=box)
        case LimitPlayers(box=box, most=most):
            rule = rules.players_per_box_role
            return rule.value, rule.clause, line("kept.players_limited", most=most, box=box)
        case RestrictPlayer(player=player, one_box=one_box):
            clause = _restricts(rules, state, player, one_box=one_box)
            held = restriction_words(one_box, command.minimum, command.lift)
            words = line("kept.restricted", player=player, restriction=held)
            return rules.restriction_role.value, clause, words
        case AllowWriting(player=player, revoke=revoke) if rules.writing_role.value:
            rule = rules.writing_role
            words = line("kept.may_not_write" if revoke else "kept.may_write", player=player)
            return rules.acting(rule.value), rule.clause, words
        case VacateSeat(player=player) if rules.vacate_after.value:
            words = line("kept.gives_up_seat", player=player)
            return rules.vacate_role.value, rules.vacate_after.clause, words
        case AnnounceLastRounds() if rules.last_rounds.value:
            rule = rules.last_rounds_role
            return rule.value, rule.clause, line("kept.last_rounds", rounds=rules.last_rounds.value)
        case DirectHand(box=box, hand=hand):
            direction = state.direction if state is not None else None
            role, clause = direction_by(rules, direction.reason if direction is not None else "")
            return None if role == "dealer" else (role, clause, line("kept.direct", box=box, hand=hand))
        case EquipmentFailed(bet=bet) | EquipmentRepaired(bet=bet):
            return _equipment_role(rules, state, command, bet)
        case Approve(choice=choice) if state is not None and state.irregular is not None:
            irregular = state.irregular
            what = f": {choice.replace('_', ' ')}" if choice else ""
            return irregular.wants, irregular.clause, f"{irregular.title}{what}"
        case _:
            return None


def direction_by(rules: Rules, reason: str) -> tuple[str, str]:
    """The role that directs the hand of a player who is absent or does not act, and its clause."""
    if reason != "no_action":
        return rules.absent_role.value, rules.absent_role.clause
    named = rules.no_action_role
    if named.value:
        return named.value, named.clause
    return rules.irregularity_role.value, rules.absent_role.clause


def _equipment_role(
    rules: Rules, state: State | None, command: EquipmentFailed | EquipmentRepaired, bet: str
) -> tuple[str, str, str] | None:
    known = side_bets_of_book(rules.book) if state is None else every_side_bet_of(state.setup)
    side_bet = known.get(bet)
    if side_bet is None or side_bet.button is None:
        return None  # the refusal says that there is no such limit
    if isinstance(command, EquipmentFailed):
        words = line("kept.has_failed", bet=side_bet.title, device=command.device)
        return side_bet.button.failed_role.value, side_bet.failure_suspends, words
    words = line("kept.works_again", bet=side_bet.title)
    return side_bet.button.repaired_role.value, side_bet.failure_suspends, words


def allow_several(rules: Rules, state: State, command: AllowSeveralBoxes) -> list[Event]:
    """A player may, or may no longer, wager on more than one box (VIC03-5.10)."""
    needed = rules.several_boxes_role
    role_for(rules, command.role, needed.value, needed.clause, named=True)
    if not 0 <= command.extra < len(state.boxes):
        raise Refusal(
            "several_boxes.too_many",
            rules.steps.boxes_number or needed.clause,
            extra=command.extra,
            most=len(state.boxes) - 1,
        )
    return [
        SeveralBoxesAllowed(
            player=player_mark(command.player),
            role=command.role,
            revoked=command.revoke,
            extra=command.extra,
            behind=command.behind,
            clause=needed.clause,
        )
    ]


def allow_writing(rules: Rules, state: State, command: AllowWriting) -> list[Event]:
    """A person may, or may no longer, use something to write with at the table (NZ-8.10)."""
    needed = rules.writing_role
    if not needed.value:
        raise Refusal("writing.free", needed.clause)
    role_for(rules, command.role, rules.acting(needed.value), needed.clause)
    return [
        WritingAllowed(
            player=player_mark(command.player),
            role=command.role,
            revoked=command.revoke,
            clause=needed.clause,
        )
    ]


def allow_limit(rules: Rules, state: State, command: AllowLimit) -> list[Event]:
    """A personal limit for a player on a box (VIC03-6.3)."""
    box_on_layout(rules, state, command.box)
    needed = rules.personal_limit_role
    role_for(rules, command.role, needed.value, needed.clause)
    refuse_after_call(rules, state, "limit.after_call", needed.clause)
    box = state.box(command.box)
    marked = [limit.player for limit in state.carry.limits if limit.box == box.number]
    others = [other for other in (*box.players, *marked) if other != command.player]
    if command.maximum and rules.personal_limit_covers.value == "alone" and others:
        raise Refusal("limit.box_taken", rules.personal_limit_covers.clause, other=others[0], box=command.box)
    if not 0 <= command.minimum <= LARGEST or not 0 <= command.maximum <= LARGEST:
        raise Refusal("limit.out_of_range", needed.clause, most=LARGEST)
    if command.maximum and command.minimum > command.maximum:
        raise Refusal(
            "limit.minimum_above_maximum",
            needed.clause,
            minimum=command.minimum,
            maximum=command.maximum,
        )
    return [
        LimitAllowed(
            box=command.box,
            player=player_mark(command.player),
            maximum=command.maximum,
            minimum=command.minimum,
            role=command.role,
            clause=needed.clause,
        )
    ]


def place_marker(rules: Rules, state: State, command: PlaceMarker) -> list[Event]:
    """The marker is placed at the box of a player with a personal limit (VIC03-6.3)."""
    limit = state.limit_of(command.box, command.player)
    if limit is None:
        raise Refusal("limit.not_agreed", rules.marker_needed.clause, player=command.player, box=command.box)
    return [MarkerPlaced(box=command.box, player=command.player, clause=rules.marker_needed.clause)]


def limit_players(rules: Rules, state: State, command: LimitPlayers) -> list[Event]:
    """Fewer players on a box than the book allows (VIC03-5.8)."""
    box = box_on_layout(rules, state, command.box)
    needed, most = rules.players_per_box_role, rules.players_per_box.value
    role_for(rules, command.role, needed.value, needed.clause, named=True)
    refuse_after_call(rules, state, "players.after_call", needed.clause)
    if not 1 <= command.most <= most:
        raise Refusal("players.out_of_range", needed.clause, most=most, wanted=command.most)
    if len(box.players) > command.most:
        raise Refusal("players.there_already", needed.clause, box=box.number, count=len(box.players))
    return [
        PlayersLimited(
            box=box.number, most=command.most, role=command.role, reason=command.reason, clause=needed.clause
        )
    ]


def restrict(rules: Rules, state: State, command: RestrictPlayer) -> list[Event]:
    """Restrict a player to the table minimum, or lift that (VIC03-5.11, 5.11.1, 5.12)."""
    steps = rules.steps
    player = player_mark(command.player)
    clause = _restricts(rules, state, player, one_box=command.one_box)
    role_for(rules, command.role, rules.restriction_role.value, clause)
    forms = rules.restriction_forms
    form = ("both" if command.minimum else "one_box") if command.one_box else "minimum"
    if form not in forms.value or not (command.one_box or command.minimum):
        raise Refusal(
            "restriction.not_in_rules",
            forms.clause or clause,
            also=forms.also,
            forms=tuple([FORMS[form] for form in forms.value]),
        )
    if command.lift:
        if not any(
            (restriction.player, restriction.one_box) == (player, command.one_box)
            for restriction in state.carry.restricted
        ):
            raise Refusal("restriction.nothing_to_lift", clause, player=player)
    else:
        if _applies(rules.restriction_after_missed.value, command.one_box):
            _missed_a_round(rules, state, player, clause)
        told_first = rules.restriction_notice.value == "every" or (
            command.one_box and rules.restriction_notice.value == "one_box"
        )
        if told_first and not command.notified.strip():
            raise Refusal("restriction.not_notified", steps.restrict_notice)
    return [
        PlayerRestricted(
            player=player,
            one_box=command.one_box,
            role=command.role,
            notified=command.notified,
            reason=command.reason,
            lifted=command.lift,
            minimum=command.minimum,
            clause=clause,
        )
    ]


def _restricts(rules: Rules, state: State | None, player: str, *, one_box: bool) -> str:
    """The clause under which a player is restricted. For the minimum there may be one clause for players who have not
    wagered since the shoe began, and another for those who sat a round out (ACT96-5.10(a), ACT96-5.10(b))."""
    if one_box:
        return rules.steps.restrict_one_box
    newcomer = state is not None and state.carry.shoe_rounds and not dict(state.carry.played).get(player)
    return (newcomer and rules.steps.restrict_newcomer) or rules.steps.restrict_minimum


def _applies(which: str, one_box: bool) -> bool:
    """Whether a requirement covers a restriction: ``every`` one, or all but the one to ``one_box``, or none."""
    return which == "every" or (which == "one_box" and not one_box)


def _missed_a_round(rules: Rules, state: State, player: str, clause: str) -> None:
    if not rules.cutting_card.value:
        raise Refusal("restriction.no_shuffle_to_count_from", clause, also=rules.cutting_card.clauses)
    carry = state.carry
    of_session = rules.restriction_first_round.value == "session"
    played, rounds = carry.played, carry.shoe_rounds
    if of_session:
        played, rounds = carry.session_played, carry.session_rounds
    if dict(played).get(player, 0) >= rounds:
        raise Refusal(
            "restriction.no_round_missed_of_session" if of_session else "restriction.no_round_missed_of_shoe",
            clause,
            player=player,
        )
