"""Sessions from the briefing to the end of a stage: presence, stacks, buying back, ties, and who drops out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from casino.refusals import Refusal
from tables.tournaments.machine import commands, events
from tables.tournaments.machine.base import Person
from tables.tournaments.machine.bracket import next_stage, stage_of, starting_chips
from tables.tournaments.machine.commands import Stack
from tables.tournaments.machine.conditions import Length, Refund
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.evolve import evolve
from tables.tournaments.machine.moments import Moment
from tables.tournaments.machine.money import bought_for, moves, refund_moves
from tables.tournaments.machine.standings import (
    Tie,
    breaks_in,
    final_stage,
    going_on,
    next_tie,
    played_in,
)
from tables.tournaments.machine.state import Seat, Session, State, session_of
from tables.tournaments.machine.steps.checks import (
    Decider,
    entry_of,
    event_fields,
    require_approved,
    require_desk,
    require_director,
    require_phase,
    typed_text,
    witness_number,
)
from tables.tournaments.machine.steps.seating import persons_of, planned

EXTRA_HANDS: Final = Length("hands", 1)
"""The method in which further hands are played one by one until the tie is broken."""
PLAY_OFF: Final = Length("shoes", 1)


def _pay_bonus(state: State, command: commands.PayBonus, by: Person, at: Moment) -> list[Event]:
    series = state.rules.series
    if series is None:
        raise Refusal("tournament.no_bonus", state.rules.held)
    bonus = series.bonus
    require_desk(by, bonus.clause)
    require_phase(state, "closed", "playing", clause=bonus.clause)
    entry = entry_of(state, command.entry)
    if entry.status != "entered":
        raise Refusal("tournament.not_in_it", bonus.clause, entry=entry.number)
    if entry.bonus_paid:
        raise Refusal("tournament.paid_already", bonus.clause, entry=entry.number)
    return [
        events.BonusPaid(
            **event_fields(by, at, bonus.clause, moves(("house", "players", bonus.value))),
            entry=entry.number,
            player=entry.player,
            witness=witness_number(by, command.witness, bonus.clause),
        )
    ]


def _brief(state: State, command: commands.Brief, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.briefing
    require_director(state, by, clause)
    require_phase(state, "playing", clause=clause)
    session = planned(state, command.session, clause)
    _seated_all(session, command.understood, clause)
    if not command.understood:
        raise Refusal("tournament.nobody_briefed", clause, session=session.name)
    return [
        events.Briefed(
            **event_fields(by, at, clause),
            session=session.name,
            understood=tuple(sorted(set(command.understood))),
        )
    ]


def _seated_all(session: Session, entries: Iterable[int], clause: str) -> None:
    for entry in entries:
        if session.seat_of(entry) is None:
            raise Refusal("tournament.no_seat", clause, entry=entry, session=session.name)


def _begin(state: State, command: commands.BeginSession, by: Person, at: Moment) -> list[Event]:
    rules = state.rules
    require_director(state, by, rules.presence)
    require_phase(state, "playing", clause=rules.presence)
    require_approved(state)
    session = planned(state, command.session, rules.presence)
    if session.starts_at is not None and at < session.starts_at:
        raise Refusal("tournament.too_early", rules.start_moved, session=session.name)
    _table_free(state, session)
    _bonuses_paid(state)
    if session.stage < len(state.stages) and not any(
        commitment.stage == session.stage + 1 for commitment in state.commitments
    ):
        raise Refusal("tournament.no_commitment", rules.equal_chance, stage=session.stage + 1)
    _seated_all(session, command.absent, rules.presence)
    persons = persons_of(state, session)
    present = {entry: person for entry, person in persons.items() if entry not in command.absent}
    if not present:
        raise Refusal("tournament.nobody_seated", rules.clause_of("late"), session=session.name)
    _ready(state, session, present)
    absent = tuple(sorted({entry for entry in command.absent if entry in persons}))
    return [
        events.SessionBegan(
            **event_fields(by, at, rules.presence),
            session=session.name,
            players=_names(persons, absent),
            absent=absent,
        )
    ]


def _names(persons: dict[int, str], absent: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    """A name for each stack: whoever sits there. For an absent player who would be seated twice, it includes the
    entry."""
    names: dict[int, str] = {}
    for entry in sorted(persons, key=lambda entry: entry in absent):
        person = persons[entry]
        names[entry] = f"{person}-{entry}" if person in names.values() else person
    return tuple(sorted(names.items()))


def _table_free(state: State, session: Session) -> None:
    """Raises Refusal for a session without a designated table, or whose table another session is using."""
    rules = state.rules
    if not session.table:
        raise Refusal("tournament.no_table", rules.designation or rules.approval, session=session.name)
    for other in state.sessions:
        if other.status == "running" and other.table == session.table:
            raise Refusal(
                "tournament.table_taken",
                rules.exclusive or rules.designation,
                table=session.table,
                session=other.name,
            )


def _bonuses_paid(state: State) -> None:
    series = state.rules.series
    if series is None:
        return
    unpaid = [entry.number for entry in state.entries if entry.status == "entered" and not entry.bonus_paid]
    if unpaid:
        bonus = series.bonus
        raise Refusal("tournament.bonus_unpaid", bonus.clause, entries=unpaid, bonus=bonus.value)


def _ready(state: State, session: Session, present: dict[int, str]) -> None:
    """Raises Refusal for players who are not briefed, have not signed, play for somebody without approval, or play
    twice."""
    rules, conditions = state.rules, state.conditions
    elsewhere = {
        person
        for other in state.sessions
        if other.status == "running"
        for entry, person in persons_of(state, other).items()
        if entry not in other.absent
    }
    seated: set[str] = set()
    for number, person in present.items():
        entry = entry_of(state, number)
        for nomination in entry.nominations:
            if not nomination.approved_by and nomination.session in ("", session.name):
                clause = rules.substitutes or rules.approval
                raise Refusal("tournament.substitute_unapproved", clause, player=nomination.substitute)
        if person in seated or person in elsewhere:
            clause = rules.series.several_entries if rules.series is not None else rules.equal_chance
            raise Refusal("tournament.sits_twice", clause, player=person)
        seated.add(person)
        if rules.briefing and number not in session.briefed:
            raise Refusal("tournament.not_briefed", rules.briefing, player=person)
        if conditions.signed_copies and entry.signed_version != state.version:
            clause = rules.signed_copies or rules.approval
            raise Refusal("tournament.not_signed", clause, player=person, version=state.version)


def running(state: State, name: str, clause: str = "") -> Session:
    """The session, which must be in progress. Raises Refusal otherwise."""
    session = session_of(state, name)
    if session.status != "running":
        raise Refusal("tournament.not_running", clause, session=name)
    return session


def _arrive(state: State, command: commands.Arrive, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.clause_of("late")
    require_director(state, by, clause)
    session = running(state, command.session, clause)
    if command.entry not in session.absent:
        raise Refusal("tournament.not_absent", clause, entry=command.entry)
    persons = persons_of(state, session)
    if command.entry not in persons:
        raise Refusal("tournament.not_in_it", clause, entry=command.entry)
    # Seating a late player includes the briefing.
    seated = replace(session, briefed=(*session.briefed, command.entry))
    others = {entry for entry in persons if entry not in session.absent}
    if persons[command.entry] in {persons[entry] for entry in others}:
        raise Refusal("tournament.sits_twice", clause, player=persons[command.entry])
    _ready(replace(state, sessions=_without(state, session)), seated, {command.entry: persons[command.entry]})
    return [events.Arrived(**event_fields(by, at, clause), session=session.name, entry=command.entry)]


def _without(state: State, session: Session) -> tuple[Session, ...]:
    return tuple([other for other in state.sessions if other.name != session.name])


def _forfeit(state: State, command: commands.Forfeit, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.clause_of("late")
    require_director(state, by, clause)
    session = running(state, command.session, clause)
    late = state.conditions.late
    if late is None or not late.chips_a_hand:
        raise Refusal("tournament.no_forfeit", clause)
    seat = session.seat_of(command.entry)
    if seat is None or command.entry not in session.absent:
        raise Refusal("tournament.not_absent", clause, entry=command.entry)
    if not 1 <= command.hands <= 1_000:
        raise Refusal("tournament.number", clause, field="hands", least=1, most=1_000)
    chips = min(seat.chips, command.hands * late.chips_a_hand)
    if not chips:
        raise Refusal("tournament.no_chips_left", clause, entry=command.entry)
    return [
        events.ChipsForfeited(
            **event_fields(by, at, clause),
            session=session.name,
            entry=command.entry,
            chips=chips,
            hands=command.hands,
        )
    ]


# --- stacks, and the end of a session


def _report(state: State, command: commands.ReportChips, by: Person, at: Moment) -> list[Event]:
    session = running(state, command.session)
    _counted(state, session, command.stacks, command.played)
    return [
        events.ChipsReported(
            **event_fields(by, at, ""), session=session.name, stacks=command.stacks, played=command.played
        )
    ]


def _counted(state: State, session: Session, stacks: tuple[Stack, ...], played: int) -> None:
    """Raises Refusal for impossible stacks: of somebody else, negative, duplicate, or after more play than was
    agreed."""
    rules = state.rules
    _seated_all(session, [stack.entry for stack in stacks], rules.held)
    twice = len({stack.entry for stack in stacks}) < len(stacks)
    if twice or any(stack.chips < 0 or stack.out_in_hand < 0 for stack in stacks):
        raise Refusal("tournament.stacks", rules.held, session=session.name)
    if played < session.played:
        raise Refusal("tournament.played_less", rules.held, session=session.name, played=session.played)
    if rules.equal_chance and not played and session.length.unit == "hands":
        starts = {seat.entry: seat.start + seat.given for seat in session.seats}
        if any(stack.chips != starts[stack.entry] for stack in stacks):
            raise Refusal("tournament.unequal_start", rules.equal_chance, session=session.name)
    # The clock runs on while a hand is finished; hands and shoes are exact.
    if session.length.unit != "minutes" and played > session.length.number:
        clause = _length_clause(state)
        raise Refusal(
            "tournament.played_more",
            clause,
            session=session.name,
            number=session.length.number,
            unit=session.length.unit,
        )


def _length_clause(state: State) -> str:
    series = state.rules.series
    return series.shoes.clause if series is not None else state.rules.clause_of("stages")


def _final_stacks(state: State, session: Session, stacks: tuple[Stack, ...]) -> tuple[Stack, ...]:
    """The final count of everybody who is still in it. Players who never came have nothing, if the conditions say
    so."""
    counted = {stack.entry: stack for stack in stacks}
    missing = [entry for entry in persons_of(state, session) if entry not in counted]
    if missing:
        raise Refusal("tournament.stack_missing", state.rules.held, entries=missing)
    late = state.conditions.late
    if late is None or late.absent_is_out:
        for entry in session.absent:
            counted[entry] = Stack(entry, 0)
    return tuple([counted[seat.entry] for seat in session.seats if seat.entry in counted])


def _end(state: State, command: commands.EndSession, by: Person, at: Moment) -> list[Event]:
    require_director(state, by, state.rules.presence)
    session = session_of(state, command.session)
    # A session whose players have all left the tournament is over before it has begun.
    if session.status == "ended" or persons_of(state, session):
        session = running(state, command.session, state.rules.presence)
    _counted(state, session, command.stacks, command.played)
    if command.played < session.length.number and _can_wager(state, session, command.stacks):
        left = session.length.number - command.played
        clause = state.rules.early_end or _length_clause(state)
        raise Refusal("tournament.not_played_out", clause, left=left, unit=session.length.unit)
    return [
        events.SessionEnded(
            **event_fields(by, at, _length_clause(state)),
            session=session.name,
            stacks=_final_stacks(state, session, command.stacks),
            played=command.played,
        )
    ]


def _can_wager(state: State, session: Session, stacks: tuple[Stack, ...]) -> bool:
    """Whether anybody at the table has chips for another wager; without that the session cannot go on."""
    still_in = persons_of(state, session)
    least = state.conditions.table_minimum or 1
    return any(stack.chips >= least for stack in stacks if stack.entry in still_in)


def _end_early(state: State, command: commands.EndEarly, by: Person, at: Moment) -> list[Event]:
    rules = state.rules
    clause = rules.early_end or _length_clause(state)
    require_director(state, by, clause)
    session = running(state, command.session, clause)
    _counted(state, session, command.stacks, command.played)
    if command.played >= session.length.number:
        raise Refusal("tournament.played_out", clause, session=session.name)
    stacks = _final_stacks(state, session, command.stacks)
    _determined(state, session, stacks, command.waived, clause)
    consents: tuple[int, ...] = ()
    if state.conditions.cents_a_chip:
        consents = tuple(sorted(set(command.consents)))
        at_table = [entry for entry in persons_of(state, session) if entry not in session.absent]
        missing = [entry for entry in at_table if entry not in consents]
        if missing:
            agreed = len(at_table) - len(missing)
            raise Refusal(
                "tournament.no_consent",
                rules.early_end_for_cash or clause,
                agreed=agreed,
                players=len(at_table),
            )
    return [
        events.SessionEnded(
            **event_fields(by, at, clause),
            session=session.name,
            stacks=stacks,
            played=command.played,
            early=typed_text(command.reason, "reason", clause),
            consents=consents,
        )
    ]


def _determined(
    state: State, session: Session, stacks: tuple[Stack, ...], waived: tuple[int, ...], clause: str
) -> None:
    """Raises Refusal for an early end while the remaining hands could change who goes on: anybody with chips can
    still win more."""
    places = 1
    if session.stage != final_stage(state) and not session.break_no:
        places = stage_of(state, session.stage).advance_per_table
    still_in = persons_of(state, session)
    holding = [stack.entry for stack in stacks if stack.chips and stack.entry in still_in]
    open_place = len(holding) < min(places, len(still_in))
    if len(holding) > max(places, 0) or open_place:
        raise Refusal("tournament.not_determined", clause, players=len(holding), places=places)
    back = state.conditions.buy_back
    if back is None or back.method != "same_session" or session.stage > back.until_stage:
        return
    for stack in stacks:
        entry = entry_of(state, stack.entry)
        if not stack.chips and stack.entry not in waived and entry.bought_back < back.times:
            raise Refusal("tournament.may_buy_back", clause, entry=stack.entry)


# --- buying back, dropping out


def _buy_back(state: State, command: commands.BuyBackIn, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.clause_of("buy_back")
    require_desk(by, clause)
    require_phase(state, "playing", clause=clause)
    back = state.conditions.buy_back
    if back is None or not back.times:
        raise Refusal("tournament.no_buy_back", clause)
    entry = entry_of(state, command.entry)
    if entry.bought_back >= back.times:
        raise Refusal("tournament.bought_back_already", clause, times=back.times)
    if state.stage > back.until_stage:
        raise Refusal("tournament.buy_back_over", clause, stage=back.until_stage)
    if command.price != back.price:
        raise Refusal("tournament.fee_differs", clause, fee=back.price, paid=command.price)
    session = "" if back.method == "next_stage" else _without_chips(state, entry.number, clause)
    if not session:
        _place_left(state, entry.number, clause)
    paid = moves(("players", bought_for(state.conditions), back.price))
    return [
        events.BoughtBack(
            **event_fields(by, at, clause, paid),
            entry=entry.number,
            chips=back.chips if session else 0,
            session=session,
        )
    ]


def _without_chips(state: State, entry: int, clause: str) -> str:
    """The session in which the entry lost its last chips. Raises Refusal if it did not lose them in any session."""
    for session in state.sessions:
        seat = session.seat_of(entry)
        out = seat is not None and not seat.chips and entry in persons_of(state, session)
        if out and session.status == "running" and not session.break_no:
            return session.name
    raise Refusal("tournament.not_eliminated", clause, entry=entry)


def _place_left(state: State, entry: int, clause: str) -> None:
    """Raises Refusal for a place in the next stage for somebody who was not eliminated, or if it is drawn or full."""
    if entry_of(state, entry).status != "eliminated":
        raise Refusal("tournament.not_eliminated", clause, entry=entry)
    if not next_stage(state):
        raise Refusal("tournament.stage_not_over", clause, stage=state.stage)
    stage = next((stage for stage in state.stages[state.stage :] if stage.kind == "main"), None)
    if stage is None:
        raise Refusal("tournament.buy_back_over", clause, stage=final_stage(state) - 1)
    seats = stage.tables * stage.players_a_table
    if len([held for held in state.entries if held.status == "entered"]) >= seats:
        raise Refusal("tournament.full", clause, most=seats)


def _retire(state: State, command: commands.Retire, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.clause_of("retirement_terms")
    require_director(state, by, clause)
    require_phase(state, "playing", clause=clause)
    if not state.in_play:
        raise Refusal("tournament.withdraw_instead", clause)
    entry = entry_of(state, command.entry)
    if entry.status != "entered":
        raise Refusal("tournament.not_in_it", clause, entry=entry.number)
    refund = state.conditions.refunds.retirement if state.conditions.refunds is not None else Refund()
    given = refund_moves(state.conditions, refund, entry.kept, entry.fee)
    return [
        events.Retired(
            **event_fields(by, at, clause, given),
            entry=entry.number,
            refund=refund,
            reason=command.reason.strip()[:2_000],
        )
    ]


def _disqualify(state: State, command: commands.Disqualify, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.clause_of("disqualification_grounds")
    require_director(state, by, clause)
    require_phase(state, "entries", "closed", "playing", "results", clause=clause)
    entry = entry_of(state, command.entry)
    if entry.status not in ("entered", "waiting", "eliminated"):
        raise Refusal("tournament.not_in_it", clause, entry=entry.number)
    grounds = state.conditions.disqualification_grounds or ()
    if command.ground not in grounds:
        raise Refusal("tournament.no_such_ground", clause, grounds=list(grounds))
    refund = state.conditions.refunds.disqualification if state.conditions.refunds is not None else Refund()
    given = refund_moves(state.conditions, refund, entry.kept, entry.fee)
    return [
        events.Disqualified(
            **event_fields(by, at, clause, given),
            entry=entry.number,
            ground=command.ground,
            reason=typed_text(command.reason, "reason", clause),
            refund=refund,
        )
    ]


def _ruling(state: State, command: commands.GiveRuling, by: Person, at: Moment) -> list[Event]:
    rules = state.rules
    clause = rules.director
    require_director(state, by, clause)
    if command.session:
        session_of(state, command.session)
    return [
        events.RulingGiven(
            **event_fields(by, at, clause),
            number=len(state.rulings) + 1,
            subject=typed_text(command.subject, "subject", clause),
            ruling=typed_text(command.ruling, "ruling", clause),
            reason=typed_text(command.reason, "reason", clause),
            session=command.session,
        )
    ]


# --- ties, and the end of a stage


def _break_tie(state: State, command: commands.BreakTie, by: Person, at: Moment) -> list[Event]:
    tie = next_tie(state)
    require_director(state, by, tie.clause if tie is not None else state.rules.clause_of("ties"))
    require_phase(state, "playing", clause=state.rules.clause_of("ties"))
    if tie is None:
        raise Refusal("tournament.no_tie", state.rules.clause_of("ties"))
    number = len(breaks_in(state, tie.stage, tie.table_no))
    a_table = stage_of(state, tie.stage).players_a_table
    called: list[Event] = []
    for first in range(0, len(tie.entries), a_table):
        number += 1
        session = _tie_break(state, tie, tie.entries[first : first + a_table], number)
        called.append(
            events.TieBreakCalled(**event_fields(by, at, tie.clause), session=session, method=tie.method)
        )
    return called


def _tie_break(state: State, tie: Tie, entries: tuple[int, ...], number: int) -> Session:
    """The session in which tied players play on with the chips that they have, or with equal new ones if theirs are
    below the table's minimum."""
    base = next((held for held in played_in(state, tie.stage) if held.table_no == tie.table_no), None)
    seats = []
    for box, entry in enumerate(entries, start=1):
        bank = _bank(state, tie, entry)
        if bank < (state.conditions.table_minimum or 1):
            bank = starting_chips(state, stage_of(state, tie.stage))
        own = base.seat_of(entry) if base is not None else None
        seats.append(Seat(own.box if own is not None else box, entry, bank, bank))
    return Session(
        name=f"{tie.stage}-{tie.table_no}-b{number}",
        stage=tie.stage,
        table_no=tie.table_no,
        heat=base.heat if base is not None else 1,
        length=PLAY_OFF if tie.method == "play_off" else EXTRA_HANDS,
        seats=tuple(sorted(seats, key=lambda seat: seat.box)),
        first_box=min(seat.box for seat in seats),
        break_no=number,
        tie_for=tie.places,
        table=base.table if base is not None else "",
        status="briefed",
        briefed=entries,
    )


def _bank(state: State, tie: Tie, entry: int) -> int:
    """The chips that a tied player has now."""
    for session in reversed(breaks_in(state, tie.stage, tie.table_no)):
        if (seat := session.seat_of(entry)) is not None:
            return seat.chips
    for session in played_in(state, tie.stage):
        if (seat := session.seat_of(entry)) is not None:
            return seat.chips
    return 0


def _conclude(state: State, command: commands.ConcludeStage, by: Person, at: Moment) -> list[Event]:
    series = state.rules.series
    clause = series.ranking if series is not None else state.rules.clause_of("stages")
    require_director(state, by, clause)
    require_phase(state, "playing", clause=clause)
    if any(outcome.stage == state.stage for outcome in state.outcomes):
        raise Refusal("tournament.concluded_already", clause, stage=state.stage)
    left = [held.name for held in state.sessions if held.stage == state.stage and held.status != "ended"]
    if left:
        raise Refusal("tournament.sessions_left", clause, sessions=left)
    tie = next_tie(state)
    if tie is not None:
        raise Refusal("tournament.tied", tie.clause, entries=list(tie.entries))
    advancing = () if state.stage == final_stage(state) else going_on(state)
    seated = [seat.entry for session in played_in(state, state.stage) for seat in session.seats]
    eliminated = [
        entry for entry in seated if entry not in advancing and entry_of(state, entry).status == "entered"
    ]
    concluded = events.StageConcluded(
        **event_fields(by, at, clause),
        stage=state.stage,
        advancing=advancing,
        eliminated=tuple(sorted(eliminated)),
    )
    return [replace(concluded, last=not next_stage(evolve(state, concluded)))]


DECIDERS: Final[dict[type, Decider]] = {
    commands.PayBonus: _pay_bonus,
    commands.Brief: _brief,
    commands.BeginSession: _begin,
    commands.Arrive: _arrive,
    commands.Forfeit: _forfeit,
    commands.ReportChips: _report,
    commands.EndSession: _end,
    commands.EndEarly: _end_early,
    commands.BuyBackIn: _buy_back,
    commands.Retire: _retire,
    commands.Disqualify: _disqualify,
    commands.GiveRuling: _ruling,
    commands.BreakTie: _break_tie,
    commands.ConcludeStage: _conclude,
}
