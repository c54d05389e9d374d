"""The tablet's panel for the table's reader: its condition, the card that waits, and the taps for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from typing import Final

from casino.rulebooks import Rules
from casino.rulebooks.irregularities import irregularities
from casino.translated import gettext as _
from casino.translated import message, phrase, remedy, text
from casino.words import Phrase
from rounds import engine
from rounds.play.readers.following import BEHIND, EXCESS
from rounds.play.snapshot import Live
from tables.models import Reader, Report, Table
from tables.readers import registration, source

BURNED: Final = Phrase.of("kept.aside_burned").english
REASONS: Final = (
    BURNED,
    Phrase.of("kept.aside_recorded").english,
    Phrase.of("kept.aside_not_this_shoe").english,
)
"""Why a reported card has no place, in the English of the record. Nothing else is offered: a card in excess is an
irregularity, not a reason."""


@dataclass(frozen=True, slots=True)
class WaitingCard:
    """The first report that waits, and what the dealer can say about it: each tap shows why it would be refused."""

    id: int
    no: int
    """The reader's number of the report."""
    what: str
    card: str
    """The card; empty if the report is about something else."""
    suit: str
    message: str
    clause: str
    remedy: str
    code: str = ""
    """Of the refusal for which it waits; empty if it waits for another reason."""
    deal: str = ""
    """The words of the tap that deals it; empty if it may not be dealt now."""
    excess: bool = False
    """Whether it may be reported as drawn in excess and seen."""
    excess_refused: str = ""
    excess_clause: str = ""
    unseen: bool = False
    """Whether it may be reported as drawn in excess and not seen."""
    unseen_refused: str = ""
    unseen_clause: str = ""


@dataclass(frozen=True, slots=True)
class ReaderPanel:
    """The reader's part of the tablet."""

    number: str
    scanner: bool
    condition: source.Condition
    leads: bool
    """Whether the cards come from the reader rather than from the dealer's taps."""
    card: WaitingCard | None
    more: list[str]
    """The reports that wait behind the first one, in words."""
    reasons: tuple[str, ...]
    why_no_pad: str
    """Why the pad is closed; empty if it is open."""
    digest: str


def reasons(rules: Rules) -> tuple[str, ...]:
    """The reasons possible under these rules. A step of the shoe counts a burnt card; without that step the shoe's
    count would not include it."""
    burns = any(step.name == "burn" for step in rules.shoe.steps)
    return tuple(reason for reason in REASONS if burns or reason != BURNED)


def panel(live: Live, at: datetime) -> ReaderPanel | None:
    """The reader's panel; None without a reader, at no cost in queries."""
    table = live.table
    if not table.cards_from:
        return None
    reader = registration.reader_at(table)
    if reader is None:
        return None
    now, waiting = source.condition(reader, at), source.waiting(table)
    return ReaderPanel(
        number=reader.number,
        scanner=reader.kind == reader.Kind.SCANNER,
        condition=now,
        leads=table.cards_from == Table.CardsFrom.READER,
        card=_card(live, waiting[0]) if waiting else None,
        more=[phrase(registration.in_words(report)) for report in waiting[1:]],
        reasons=reasons(live.rules),
        why_no_pad=_why_no_pad(table, reader.number, waiting, bool(live.state.held)),
        digest=_digest(reader, now, waiting),
    )


def _digest(reader: Reader, now: source.Condition, waiting: Sequence[Report]) -> str:
    parts = [
        *now,
        reader.number,
        reader.expected,
        *[(report.pk, report.message, report.clause) for report in waiting],
    ]
    return "." + blake2b(repr(parts).encode(), digest_size=4).hexdigest()


def digest(live: Live, at: datetime) -> str:
    """The panel's digest, for screens to compare with what they show."""
    shown = panel(live, at)
    return shown.digest if shown is not None else ""


def why_waiting(report: Report) -> str:
    """Why a report was not dealt, in the house's words."""
    return phrase(report.message) if report.refusal is None else message(report.refusal)


def what_to_do(report: Report) -> str:
    """What to do about it, in the house's words."""
    return phrase(report.remedy) if report.refusal is None else remedy(report.refusal)


def _card(live: Live, report: Report) -> WaitingCard:
    """The first report that waits."""
    card = report.card if report.what == Report.What.CARD else ""
    waiting = WaitingCard(
        id=report.pk,
        no=report.sequence,
        what=phrase(registration.in_words(report)),
        card=card,
        suit=card[1:],
        message=why_waiting(report),
        clause=report.clause,
        remedy=what_to_do(report),
        code=report.refusal.code if report.refusal is not None else "",
    )
    if not card:
        return waiting
    why = engine.questions.refusal_of(live.rules, live.state, engine.DealCard(card))
    if why is None:
        waiting = replace(
            waiting, deal=text(_("Deal it: {place:place}"), place=(live.due.box, live.due.hand))
        )
    if report.clause or report.refusal is not None or report.message == Phrase.of(BEHIND).english:
        # The reason it was not dealt at first may be gone, or a new reason may have appeared.
        if why is None:
            waiting = replace(waiting, message=_("it is due now"), clause="", remedy="", code="")
        else:
            waiting = replace(
                waiting, message=message(why), clause=why.clause, remedy=remedy(why), code=why.code
            )
    excess, excess_refused, excess_clause = _as_excess(live, card, seen=True)
    unseen, unseen_refused, unseen_clause = _as_excess(live, card, seen=False)
    return replace(
        waiting,
        excess=excess,
        excess_refused=excess_refused,
        excess_clause=excess_clause,
        unseen=unseen,
        unseen_refused=unseen_refused,
        unseen_clause=unseen_clause,
    )


def _as_excess(live: Live, card: str, *, seen: bool) -> tuple[bool, str, str]:
    """Whether the book has a kind for the card as drawn in excess, and why reporting it would be refused now, with
    the clause."""
    command = in_excess(live, card, seen)
    refusal = engine.questions.refusal_of(live.rules, live.state, command) if command is not None else None
    if refusal is None:
        return command is not None, "", ""
    return True, message(refusal), refusal.clause


def in_excess(live: Live, card: str, seen: bool = True) -> engine.Irregularity | None:
    """The report of the card as drawn in excess, under the book's present rules; a complete dealer's hand has its own
    kind. None if no kind of the book takes a card."""
    kinds = irregularities(live.rules)
    names = [name for name in EXCESS if name in kinds and name in ("excess_card", "dealer_complete")]
    if live.state.phase == "final_settlement":
        names.reverse()
    for name in names:
        kind = kinds[name]
        answer = {"seen": "yes" if seen else "no"} | ({"card": card} if seen else {})
        values = tuple((key, answer[key]) for key in (*kind.needs, *kind.may) if key in answer)
        command = engine.Irregularity(name, values)
        if name == names[-1] or engine.questions.refusal_of(live.rules, live.state, command) is None:
            return command
    return None


def _why_no_pad(table: Table, number: str, waiting: list[Report], held: bool) -> str:
    """Why the pad is closed: the reader leads, and nothing has to be entered for it."""
    if table.cards_from != Table.CardsFrom.READER or held:
        return ""
    if waiting and waiting[0].what in (Report.What.UNREAD, Report.What.LOST):
        return ""
    if waiting:
        return text(
            _("{card} was reported by {reader} and comes first"),
            card=phrase(registration.in_words(waiting[0])),
            reader=number,
        )
    return text(_("{reader} reports the cards; if it fails, enter them by hand"), reader=number)
