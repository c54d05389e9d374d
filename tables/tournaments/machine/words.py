"""The words of events, by code and values: one line for each event, and the money that it moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from casino.money import Cents
from casino.words import Phrase
from tables.tournaments.machine import events as on
from tables.tournaments.machine.events import Event


def describe(event: Event) -> tuple[Phrase, Cents | None]:
    """The event in words, and the cents that went from or to players; None if no money did."""
    amount = sum(move.cents for move in event.moves if "players" in (move.source, move.to))
    return _WORDS[type(event)](event), amount or None


def kind_of(event: Event) -> str:
    """The tag of the event, which is the kind of its entry in the record."""
    return str(type(event).__struct_config__.tag)


def _numbers(entries: Iterable[int]) -> list[int] | list[str]:
    return list(entries) or ["–"]


def _stacks(stacks: Iterable[Any]) -> list[Phrase]:
    return [Phrase.of("contest.stack", entry=stack.entry, chips=stack.chips) for stack in stacks]


def _substitute(event: Any, code: str, **more: str) -> Phrase:
    where = (
        Phrase.of("contest.for_session", session=event.session)
        if event.session
        else Phrase.of("contest.for_entry")
    )
    return Phrase.of(code, entry=event.entry, player=event.substitute, where=where, **more)


def _entered(event: on.Entered) -> Phrase:
    values: dict[str, Any] = {"entry": event.entry, "player": event.player, "fee": event.fee}
    if not event.source:
        return Phrase.of("contest.entered", **values)
    return Phrase.of("contest.entered_won", **values, source=event.source)


def _ended(event: on.SessionEnded) -> Phrase:
    values: dict[str, Any] = {"session": event.session, "stacks": _stacks(event.stacks)}
    if not event.early:
        return Phrase.of("contest.session_ended", **values)
    return Phrase.of("contest.session_ended_early", **values, reason=event.early)


def _bought_back(event: on.BoughtBack) -> Phrase:
    if event.session:
        return Phrase.of("contest.bought_back", entry=event.entry, session=event.session)
    return Phrase.of("contest.bought_back_next", entry=event.entry)


def _retired(event: on.Retired) -> Phrase:
    if event.reason:
        return Phrase.of("contest.retired_because", entry=event.entry, reason=event.reason)
    return Phrase.of("contest.retired", entry=event.entry)


def _prizes(event: on.PrizesAwarded) -> Phrase:
    prizes = [
        Phrase.of("contest.prize", place=award.place, entry=award.entry, amount=award.cents)
        for award in event.awards
    ]
    return Phrase.of("contest.prizes", prizes=prizes)


_of = Phrase.of
_WORDS: Final[dict[type, Callable[[Any], Phrase]]] = {
    on.Drafted: lambda e: _of("entry.tournament_drafted", tournament=e.code, name=e.conditions.name),
    on.Amended: lambda e: _of("contest.amended", version=e.version),
    on.Approved: lambda e: _of(
        "contest.approved", version=e.version, by=e.approved_by, reference=e.reference
    ),
    on.DirectorAppointed: lambda e: _of("contest.director", number=e.number),
    on.DeputyNamed: lambda e: _of("contest.deputy", number=e.number),
    on.DeputyDismissed: lambda e: _of("contest.deputy_dismissed", number=e.number),
    on.SignedOn: lambda e: _of("contest.signed_on", number=e.number),
    on.SignedOff: lambda e: _of("contest.signed_off", number=e.number, reason=e.reason),
    on.EntriesOpened: lambda e: _of("contest.entries_opened"),
    on.SeedCommitted: lambda e: _of("contest.seed", stage=e.stage, digest=e.digest),
    on.Entered: _entered,
    on.ApplicationRefused: lambda e: _of("contest.application_refused", player=e.player, reason=e.reason),
    on.ConditionsSigned: lambda e: _of("contest.conditions_signed", entry=e.entry, version=e.version),
    on.Withdrawn: lambda e: _of("contest.withdrawn_free" if e.free else "contest.withdrawn", entry=e.entry),
    on.EntriesClosed: lambda e: _of("contest.entries_closed", playing=len(e.field), waiting=len(e.waiting)),
    on.TakenUp: lambda e: _of("contest.taken_up", entry=e.entry),
    on.Deferred: lambda e: _of("contest.deferred", entries=e.entries, reason=e.reason),
    on.Cancelled: lambda e: _of("contest.cancelled", reason=e.reason),
    on.DrawMade: lambda e: _of("contest.drawn", stage=e.stage, seed=e.seed, cut=e.cut),
    on.TableDesignated: lambda e: _of("contest.table", session=e.session, table=e.table),
    on.SessionScheduled: lambda e: _of("contest.scheduled", session=e.session, at=e.starts_at.isoformat()),
    on.StartMoved: lambda e: _of(
        "contest.moved", session=e.session, at=e.starts_at.isoformat(), minutes=e.minutes, told=e.told
    ),
    on.SubstituteNamed: lambda e: _substitute(e, "contest.substitute_named"),
    on.SubstituteApproved: lambda e: _substitute(e, "contest.substitute_approved"),
    on.SubstituteRefused: lambda e: _substitute(e, "contest.substitute_refused", reason=e.reason),
    on.BonusPaid: lambda e: _of("contest.bonus_paid", entry=e.entry, player=e.player, witness=e.witness),
    on.Briefed: lambda e: _of("contest.briefed", session=e.session, entries=_numbers(e.understood)),
    on.SessionBegan: lambda e: _of("contest.began", session=e.session, entries=_numbers(e.absent)),
    on.Arrived: lambda e: _of("contest.arrived", session=e.session, entry=e.entry),
    on.ChipsForfeited: lambda e: _of(
        "contest.forfeited", session=e.session, entry=e.entry, chips=e.chips, hands=e.hands
    ),
    on.ChipsReported: lambda e: _of(
        "contest.chips", session=e.session, played=e.played, stacks=_stacks(e.stacks)
    ),
    on.BoughtBack: _bought_back,
    on.SessionEnded: _ended,
    on.TieBreakCalled: lambda e: _of(
        "contest.tie_break", session=e.session.name, entries=_numbers(seat.entry for seat in e.session.seats)
    ),
    on.Retired: _retired,
    on.Disqualified: lambda e: _of("contest.disqualified", entry=e.entry, ground=e.ground, reason=e.reason),
    on.RulingGiven: lambda e: _of(
        "contest.ruling", number=e.number, subject=e.subject, ruling=e.ruling, reason=e.reason
    ),
    on.StageConcluded: lambda e: _of("contest.stage_over", stage=e.stage, entries=_numbers(e.advancing)),
    on.PrizesAwarded: _prizes,
    on.PrizePaid: lambda e: _of(
        "contest.prize_paid", entry=e.entry, player=e.player, witness=e.witness, receipt=e.receipt
    ),
    on.ChipsRedeemed: lambda e: _of(
        "contest.redeemed", entry=e.entry, chips=e.chips, player=e.player, witness=e.witness
    ),
    on.Closed: lambda e: _of("contest.closed"),
}
