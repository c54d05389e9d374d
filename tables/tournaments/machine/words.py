"""What was recorded, in the plain English of the record: one line for each event, and the money that it moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.money import Cents, dollars
from tables.tournaments.machine import events as on
from tables.tournaments.machine.events import Event


def describe(event: Event) -> tuple[str, Cents | None]:
    """The event in words, and the cents that went from or to players; None if none did."""
    amount = sum(move.cents for move in event.moves if "players" in (move.source, move.to))
    return _WORDS[type(event)](event), amount or None


def kind_of(event: Event) -> str:
    """The tag of the event, the kind of its entry in the record."""
    return str(type(event).__struct_config__.tag)


def _numbers(entries: tuple[int, ...]) -> str:
    return ", ".join(str(entry) for entry in entries) or "–"


def _substitute(event: Any, what: str) -> str:
    where = f"in session {event.session}" if event.session else "for the whole entry"
    return f"entry {event.entry}: substitute {event.substitute} {where} {what}"


def _entered(event: on.Entered) -> str:
    won = f", won at {event.source}" if event.source else ""
    return f"entry {event.entry}: player {event.player}, fee {dollars(event.fee)}{won}"


def _ended(event: on.SessionEnded) -> str:
    stacks = ", ".join(f"{stack.entry}: {stack.chips}" for stack in event.stacks)
    early = f", ended early: {event.early}" if event.early else ""
    return f"session {event.session} ended, chips {stacks}{early}"


_WORDS: Final[dict[type, Callable[[Any], str]]] = {
    on.Drafted: lambda e: f"{e.code} drafted: {e.conditions.name}",
    on.Amended: lambda e: f"conditions written again, version {e.version}",
    on.Approved: lambda e: f"version {e.version} approved by {e.approved_by}, {e.reference}",
    on.DirectorAppointed: lambda e: f"{e.number} appointed tournament director",
    on.DeputyNamed: lambda e: f"{e.number} named deputy",
    on.DeputyDismissed: lambda e: f"{e.number} is deputy no longer",
    on.SignedOn: lambda e: f"{e.number} is in charge",
    on.SignedOff: lambda e: f"{e.number} leaves: {e.reason}",
    on.EntriesOpened: lambda e: "entries open",
    on.SeedCommitted: lambda e: f"stage {e.stage}: seed with SHA-256 {e.digest}",
    on.Entered: _entered,
    on.ApplicationRefused: lambda e: f"application of {e.player} refused: {e.reason}",
    on.ConditionsSigned: lambda e: f"entry {e.entry} signed version {e.version}",
    on.Withdrawn: lambda e: f"entry {e.entry} withdrawn{', free of charge' if e.free else ''}",
    on.EntriesClosed: lambda e: (
        f"entries closed: {len(e.field)} play, {len(e.waiting)} wait for the next tournament"
    ),
    on.TakenUp: lambda e: f"entry {e.entry} waits no longer: a place is free",
    on.Deferred: lambda e: f"put off with {e.entries} entries: {e.reason}",
    on.Cancelled: lambda e: f"called off: {e.reason}",
    on.DrawMade: lambda e: f"stage {e.stage} drawn with seed {e.seed}, cut “{e.cut}”",
    on.TableDesignated: lambda e: f"session {e.session} at {e.table}",
    on.SessionScheduled: lambda e: f"session {e.session} begins at {e.starts_at.isoformat()}",
    on.StartMoved: lambda e: (
        f"session {e.session} moved to {e.starts_at.isoformat()}, notice {e.minutes} min to {', '.join(e.told)}"
    ),
    on.SubstituteNamed: lambda e: _substitute(e, "named"),
    on.SubstituteApproved: lambda e: _substitute(e, "approved"),
    on.SubstituteRefused: lambda e: _substitute(e, f"not approved: {e.reason}"),
    on.BonusPaid: lambda e: f"entry {e.entry}: bonus paid to {e.player}, witness {e.witness}",
    on.Briefed: lambda e: f"session {e.session}: entries {_numbers(e.understood)} briefed",
    on.SessionBegan: lambda e: f"session {e.session} began, absent {_numbers(e.absent)}",
    on.Arrived: lambda e: f"session {e.session}: entry {e.entry} came late, is briefed and seated",
    on.ChipsForfeited: lambda e: (
        f"session {e.session}: entry {e.entry} forfeits {e.chips} chips for {e.hands} hands missed"
    ),
    on.ChipsReported: lambda e: (
        f"session {e.session}, {e.played} played: "
        + ", ".join(f"{stack.entry}: {stack.chips}" for stack in e.stacks)
    ),
    on.BoughtBack: lambda e: (
        f"entry {e.entry} buys back into {f'session {e.session}' if e.session else 'the next stage'}"
    ),
    on.SessionEnded: _ended,
    on.TieBreakCalled: lambda e: (
        f"tie: session {e.session.name} of entries "
        + _numbers(tuple([seat.entry for seat in e.session.seats]))
    ),
    on.Retired: lambda e: f"entry {e.entry} retired{f': {e.reason}' if e.reason else ''}",
    on.Disqualified: lambda e: f"entry {e.entry} disqualified, {e.ground}: {e.reason}",
    on.RulingGiven: lambda e: f"ruling {e.number} on {e.subject}: {e.ruling}, because {e.reason}",
    on.StageConcluded: lambda e: f"stage {e.stage} over, going on: {_numbers(e.advancing)}",
    on.PrizesAwarded: lambda e: (
        "prizes: "
        + ", ".join(f"place {award.place} entry {award.entry} {dollars(award.cents)}" for award in e.awards)
    ),
    on.PrizePaid: lambda e: f"entry {e.entry}: prize paid to {e.player}, witness {e.witness}, {e.receipt}",
    on.ChipsRedeemed: lambda e: (
        f"entry {e.entry}: {e.chips} chips paid out to {e.player}, witness {e.witness}"
    ),
    on.Closed: lambda e: "closed, the books balance",
}
