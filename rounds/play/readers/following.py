"""Playing at a table with a paired reader: a card entered by hand is the one that the reader has reported or will
report, and never a second one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from casino import ledger
from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.words import Phrase
from rounds import engine
from rounds.engine import Command, Event, State
from rounds.engine.events import CardDealt, IrregularityDecided, IrregularityReported, Undone
from tables.models import Reader, Report, Table
from tables.readers.registration import reader_at
from tables.readers.source import waiting

BURN: Final = "burn"
"""The step of the shoe that takes a card."""
ROLE: Final = "reader"
"""The role of a reader in the record."""
EXCESS: Final = ("excess_card", "dealer_complete", "burnt_by_mistake", "face_up_in_shoe", "cards_at_once")
"""Irregularities that explain a card that had no place."""
MOST_BY_HAND: Final = 500
"""The most cards entered by hand that are remembered for the reader's later reports: more than any shoe holds."""


def refuse_hand(table: Table, state: State, command: Command) -> None:
    """Raises Refusal for a card entered by hand, the burn card included, while the reader reports the cards: it would
    be recorded twice."""
    if table.cards_from != Table.CardsFrom.READER:
        return
    burns = isinstance(command, engine.ShoeStep) and BURN in command.steps
    if not burns and not isinstance(command, engine.DealCard | engine.CutCard):
        return
    if state.held:
        return  # it left the shoe earlier, and the reader will not report it again
    first = next(iter(waiting(table)), None)
    if first is not None and first.what in (Report.What.UNREAD, Report.What.LOST):
        return
    if first is not None and first.card == getattr(command, "card", None):
        return
    reader = reader_at(table)
    number = reader.number if reader is not None else Phrase.of("kept.reader_itself")
    if first is not None:
        raise Refusal("reader.card_waits", reader=number)
    raise Refusal("reader.reports_cards", reader=number)


BEHIND: Final = "kept.reader_behind"
"""The code of words for why a card waits that is not the first to wait."""


def follow(
    table: Table,
    before: State | None,
    events: Sequence[Event],
    round_no: int,
    *,
    by_reader: bool,
    at: datetime,
) -> None:
    """Update the reported cards according to these recorded events. The table's row must be locked.

    What becomes of a report is also an entry of the chain, after those of the events; the table's version stays.
    """
    followed: list[Report] = []
    undone = [event.undone_tap for event in events if isinstance(event, Undone)]
    if undone:
        followed += _taken_back(table, round_no, undone)
    if not by_reader:
        followed += _reported_by_hand(table, before, events, round_no)
    if followed:
        record(table, "reports_followed", followed, at)


def record(table: Table, kind: str, reports: Sequence[Report], at: datetime) -> None:
    """Record what became of these reports of one reader, in the reader's name."""
    became = [
        Phrase.of("entry.report_became", number=report.sequence, outcome=str(report.get_outcome_display()))
        for report in reports
    ]
    entry = Draft(kind=kind, detail=Phrase.of("entry.list", lines=became), body={ROWS: rows_of(*reports)})
    ledger.append(table.code, [entry], actor=reports[0].reader.number, role=ROLE, at=at)


def _reported_by_hand(
    table: Table, before: State | None, events: Sequence[Event], round_no: int
) -> Iterator[Report]:
    for event in events:
        if isinstance(event, CardDealt) and not (before is not None and before.held):
            yield from _by_hand(table, event.card, round_no, event.tap)
        elif isinstance(event, IrregularityReported) and event.kind in EXCESS:
            yield from _in_excess(table, dict(event.values).get("card", ""), round_no, event.tap)
        elif isinstance(event, IrregularityDecided) and not event.approved and before is not None:
            yield from _not_in_excess(table, before, round_no)


def _by_hand(table: Table, card: str, round_no: int, tap: int) -> Iterator[Report]:
    """A card was entered by hand: the first waiting report that is this card or could not be read; otherwise one
    still to come."""
    unplaced = waiting(table)
    same = [report for report in unplaced if report.card == card and report.what == Report.What.CARD]
    unread = [report for report in unplaced if report.what == Report.What.UNREAD]
    for report in (*same, *unread):
        report.outcome, report.round_no, report.tap = Report.Outcome.KNOWN, round_no, tap
        report.save(update_fields=["outcome", "round_no", "tap"])
        yield report
        return
    if unplaced and unplaced[0].what == Report.What.LOST:
        return  # its report is lost: it will not come
    reader = reader_at(table)
    if reader is not None:
        reader.by_hand = [*reader.by_hand, [card, round_no, tap]][-MOST_BY_HAND:]
        reader.save(update_fields=["by_hand"])


def _in_excess(table: Table, card: str, round_no: int, tap: int) -> Iterator[Report]:
    """An irregularity was reported about the first card that waits, or about the one that it names."""
    for report in waiting(table):
        if report.what == Report.What.CARD and card in ("", report.card):
            report.outcome, report.round_no, report.tap = Report.Outcome.EXCESS, round_no, tap
            report.save(update_fields=["outcome", "round_no", "tap"])
            yield report
            return


def _not_in_excess(table: Table, before: State, round_no: int) -> Iterator[Report]:
    """The signer refused the explanation of a card: it left the shoe all the same, and waits again."""
    open_irregularity = before.irregular
    if open_irregularity is None or open_irregularity.kind not in EXCESS:
        return
    card = dict(open_irregularity.values).get("card", "")
    earlier_report = Report.objects.filter(
        reader__table=table, reader__revoked_at=None, round_no=round_no, outcome=Report.Outcome.EXCESS
    )
    last = earlier_report.filter(card=card).last() if card else earlier_report.last()
    if last is not None:
        last.outcome, last.clause, last.why = Report.Outcome.WAITS, "", None
        last.message = Phrase.of("kept.reader_not_signed").english
        last.remedy = Phrase.of("kept.reader_say").english
        last.save(update_fields=["outcome", "message", "remedy", "clause", "why"])
        yield last


def _taken_back(table: Table, round_no: int, taps: Sequence[int]) -> list[Report]:
    """Cards whose taps were undone have left the shoe all the same: they wait for a place again."""
    reports = Report.objects.select_related("reader").filter(
        reader__table=table, reader__revoked_at=None, round_no=round_no, tap__in=taps
    )
    report_rows = list(reports.exclude(outcome__in=(Report.Outcome.WAITS, Report.Outcome.ASIDE)))
    for report in report_rows:
        report.outcome, report.clause, report.place, report.why = Report.Outcome.WAITS, "", "", None
        report.message = Phrase.of("kept.reader_taken_back").english
        report.remedy = Phrase.of("kept.reader_deal_or_say").english
    Report.objects.bulk_update(report_rows, ["outcome", "message", "remedy", "clause", "place", "why"])
    for reader in Reader.objects.filter(table=table, revoked_at=None):
        cards_left = [card for card in reader.by_hand if card[1] != round_no or card[2] not in taps]
        if cards_left != reader.by_hand:
            reader.by_hand = cards_left
            reader.save(update_fields=["by_hand"])
    return report_rows
