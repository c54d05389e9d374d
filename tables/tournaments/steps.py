"""The steps of a tournament's pages: from a filled-in form to its command.

What a browser must not decide is looked up here: whether a person is qualified, what a table deals, how many chips
players have after the rounds of a session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from casino.forms import typed
from casino.forms.fields import StepForm
from casino.refusals import Refusal
from casino.staff.models import Staff
from tables.models import Offer, Table
from tables.tournaments import forms, signals
from tables.tournaments.machine import Command, Session, State, commands, fingerprint
from tables.tournaments.machine.state import session_of
from tables.tournaments.models import Tournament
from tables.tournaments.service import qualified

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tap:
    """One step: in which tournament, by whom, when, and who else signs (read only when needed)."""

    tournament: Tournament
    by: Staff
    second: Callable[[], Staff]
    at: datetime

    @property
    def state(self) -> State:
        return self.tournament.state


Builder = Callable[[Tap, Values], Command]


def _qualified(number: str) -> tuple[str, bool]:
    person = Staff.objects.filter(number=number.strip().upper()).first()
    if person is None:
        raise Refusal("tournament.no_such_person", number=number[:12])
    return person.number, qualified(person)


def _approve(tap: Tap, values: Values) -> Command:
    return commands.Approve(
        reference=values["reference"],
        approved_by=values["approved_by"],
        fingerprint=fingerprint(tap.state.conditions),
    )


def _appoint(tap: Tap, values: Values) -> Command:
    number, suits = _qualified(values["number"])
    return commands.AppointDirector(number=number, qualified=suits)


def _deputy(tap: Tap, values: Values) -> Command:
    number, suits = _qualified(values["number"])
    return commands.NameDeputy(number=number, qualified=suits)


def _enter(tap: Tap, values: Values) -> Command:
    criteria = bool(tap.state.conditions.criteria_used)
    return commands.Enter(
        player=values["player"],
        fee=values["fee"],
        buy_in=values["buy_in"],
        entitled=values["entitled"],
        suits=values["suits"] or not criteria,
        source=values["source"],
    )


def _designate(tap: Tap, values: Values) -> Command:
    table = Table.objects.filter(code=values["table"]).first()
    if table is None:
        raise Refusal("table.unknown", table=values["table"][:16])
    offered = Offer.objects.filter(table=table, on=True).values_list("bet", flat=True)
    return commands.Designate(
        session=values["session"],
        table=table.code,
        book=table.book,
        game=table.game,
        side_bets=tuple(sorted(offered)),
        decks=table.decks,
        boxes=table.boxes,
    )


def _starts(values: Values) -> datetime:
    day = typed.day(values["day"], str(forms.ScheduleForm.base_fields["day"].label))
    at = typed.moment(
        day, typed.time_of_day(values["time"]), str(forms.ScheduleForm.base_fields["time"].label)
    )
    if at is None:
        raise Refusal("typed.date_missing", field="day")
    return at


def _move_start(tap: Tap, values: Values) -> Command:
    informed = tuple(
        number.strip() for number in values["told"].replace(";", ",").split(",") if number.strip()
    )
    told_at = None
    if values["told_at"]:
        today = timezone.localtime(tap.at).date()
        told_at = typed.moment(today, typed.time_of_day(values["told_at"]), "told_at")
    return commands.MoveStart(
        session=values["session"], starts_at=_starts(values), told=informed, told_at=told_at
    )


def _entry_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


# --- what the rounds know


def counted(state: State, session: Session) -> signals.Counted | None:
    """What the rounds of a session have come to; None if none of its hands has been dealt."""
    return signals.session_counted.first(code=session.table, tournament=state.code, session=session.name)


def stacks(state: State, session: Session, at: datetime) -> tuple[tuple[commands.Stack, ...], int]:
    """Every seat's chips after the last round, and how much of the session's length has been played. Raises Refusal
    while a hand is in progress."""
    result = counted(state, session)
    if result is None:
        return tuple(commands.Stack(seat.entry, seat.chips) for seat in session.seats), session.played
    if not result.between:
        raise Refusal("tournament.hand_on_table", session=session.name, table=session.table)
    chips = []
    for seat in session.seats:
        left = result.chips.get(seat.player, seat.chips)
        out_in_hand = 0 if left else result.out_in_hand.get(seat.player, 0)
        chips.append(commands.Stack(seat.entry, left, out_in_hand))
    return tuple(chips), played_of(session, result, at)


def played_of(session: Session, result: signals.Counted | None, at: datetime) -> int:
    """How much of the session's length has been played: hands, shoes or minutes."""
    if session.status == "running" and session.length.unit == "minutes" and session.began_at is not None:
        return max(0, int((at - session.began_at).total_seconds() // 60))
    if result is None:
        return session.played
    return result.shoes if session.length.unit == "shoes" else result.hands


def _end(tap: Tap, values: Values) -> Command:
    session = session_of(tap.state, values["session"])
    chips, played = stacks(tap.state, session, tap.at)
    return commands.EndSession(session=session.name, stacks=chips, played=played)


def _end_early(tap: Tap, values: Values) -> Command:
    session = session_of(tap.state, values["session"])
    chips, played = stacks(tap.state, session, tap.at)
    return commands.EndEarly(
        session=session.name,
        stacks=chips,
        played=played,
        reason=values["reason"],
        consents=values["consents"],
        waived=values["waived"],
    )


def _late(tap: Tap, values: Values) -> Command:
    return commands.Arrive(session=values["session"], entry=_entry_number(values["entry"]))


def _forfeit(tap: Tap, values: Values) -> Command:
    return commands.Forfeit(
        session=values["session"], entry=_entry_number(values["entry"]), hands=values["hands"]
    )


def _disqualify(tap: Tap, values: Values) -> Command:
    return commands.Disqualify(entry=values["entry"], ground=values["ground"], reason=values["reason"])


def _ruling(tap: Tap, values: Values) -> Command:
    return commands.GiveRuling(
        subject=values["subject"],
        ruling=values["ruling"],
        reason=values["reason"],
        session=values["session"],
    )


STEPS: Final[dict[str, tuple[type[StepForm], Builder]]] = {
    # the operator
    "approve": (forms.ApproveForm, _approve),
    "appoint_director": (forms.PersonForm, _appoint),
    "name_deputy": (forms.PersonForm, _deputy),
    "dismiss_deputy": (forms.PersonForm, lambda tap, v: commands.DismissDeputy(number=v["number"])),
    "open_entries": (forms.PlainForm, lambda tap, v: commands.OpenEntries()),
    "close_entries": (forms.PlainForm, lambda tap, v: commands.CloseEntries()),
    "defer": (forms.ReasonForm, lambda tap, v: commands.Defer(reason=v["reason"])),
    "cancel": (forms.ReasonForm, lambda tap, v: commands.Cancel(reason=v["reason"])),
    "close": (forms.PlainForm, lambda tap, v: commands.Close()),
    # the desk
    "enter": (forms.EnterForm, _enter),
    "refuse_application": (
        forms.RefuseApplicationForm,
        lambda tap, v: commands.RefuseApplication(player=v["player"], ground=v["ground"], reason=v["reason"]),
    ),
    "sign_conditions": (forms.EntryForm, lambda tap, v: commands.SignConditions(entry=v["entry"])),
    "withdraw": (forms.EntryForm, lambda tap, v: commands.Withdraw(entry=v["entry"])),
    "name_substitute": (
        forms.SubstituteForm,
        lambda tap, v: commands.NameSubstitute(
            entry=v["entry"], substitute=v["substitute"], session=v["session"], entitled=v["entitled"]
        ),
    ),
    "pay_bonus": (
        forms.WitnessForm,
        lambda tap, v: commands.PayBonus(entry=v["entry"], witness=tap.second().number),
    ),
    "buy_back": (
        forms.BuyBackForm,
        lambda tap, v: commands.BuyBackIn(entry=v["entry"], price=v["price"]),
    ),
    "pay_prize": (
        forms.PayPrizeForm,
        lambda tap, v: commands.PayPrize(entry=v["entry"], witness=tap.second().number, receipt=v["receipt"]),
    ),
    "redeem_chips": (
        forms.WitnessForm,
        lambda tap, v: commands.RedeemChips(entry=v["entry"], witness=tap.second().number),
    ),
    # the director
    "sign_on": (forms.PlainForm, lambda tap, v: commands.SignOn()),
    "sign_off": (forms.ReasonForm, lambda tap, v: commands.SignOff(reason=v["reason"])),
    "draw": (forms.DrawForm, lambda tap, v: commands.Draw(seed="", cut=v["cut"])),
    "designate": (forms.DesignateForm, _designate),
    "schedule": (
        forms.ScheduleForm,
        lambda tap, v: commands.Schedule(session=v["session"], starts_at=_starts(v)),
    ),
    "move_start": (forms.MoveStartForm, _move_start),
    "approve_substitute": (
        forms.SubstituteAnswerForm,
        lambda tap, v: commands.ApproveSubstitute(
            entry=v["entry"], substitute=v["substitute"], session=v["session"]
        ),
    ),
    "refuse_substitute": (
        forms.SubstituteAnswerForm,
        lambda tap, v: commands.RefuseSubstitute(
            entry=v["entry"], substitute=v["substitute"], session=v["session"], reason=v["reason"]
        ),
    ),
    "brief": (
        forms.EntriesForm,
        lambda tap, v: commands.Brief(session=v["session"], understood=v["entries"]),
    ),
    "begin": (
        forms.EntriesForm,
        lambda tap, v: commands.BeginSession(session=v["session"], absent=v["entries"]),
    ),
    "arrive": (forms.LateForm, _late),
    "forfeit": (forms.LateForm, _forfeit),
    "end_session": (forms.SessionForm, _end),
    "end_early": (forms.EndEarlyForm, _end_early),
    "break_tie": (forms.PlainForm, lambda tap, v: commands.BreakTie()),
    "retire": (
        forms.EntryReasonForm,
        lambda tap, v: commands.Retire(entry=v["entry"], reason=v["reason"]),
    ),
    "disqualify": (forms.DisqualifyForm, _disqualify),
    "ruling": (forms.RulingForm, _ruling),
    "conclude_stage": (forms.PlainForm, lambda tap, v: commands.ConcludeStage()),
    "award": (forms.PlainForm, lambda tap, v: commands.AwardPrizes()),
}
"""Every step of the pages by name: its form, and how to make its command. ``commit_seed`` and the conditions are
handled separately (`views`)."""
FORMS: Final[dict[str, type[StepForm]]] = {name: form for name, (form, _build) in STEPS.items()} | {
    "commit_seed": forms.StageForm
}
"""The form of every step."""

COUNTED_FIRST: Final = (commands.BuyBackIn, commands.Forfeit, commands.Retire, commands.Disqualify)
"""Commands about the chips of a player who may be at a table now: the chips from the rounds are recorded first."""


def chips_reported(command: Command, at: datetime, state: State) -> list[Command]:
    """What the rounds report before such a command: the chips of the running session that it is about, if the record
    has other figures. While a hand is in progress no chips are counted."""
    if not isinstance(command, COUNTED_FIRST):
        return []
    reports: list[Command] = []
    for session in state.sessions:
        seat = session.seat_of(command.entry)
        result = counted(state, session) if seat is not None and session.status == "running" else None
        if result is None or not result.between:
            continue
        chips, played = stacks(state, session, at)
        if {stack.entry: stack.chips for stack in chips} != {
            seat.entry: seat.chips for seat in session.seats
        }:
            reports.append(commands.ReportChips(session=session.name, stacks=chips, played=played))
    return reports
