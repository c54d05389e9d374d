"""The closing: no further round, the count of the cards and of the float, the end of the session."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from casino.ledger import Draft, Entry
from casino.refusals import Refusal
from casino.rulebooks.house import House
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.book import house_at, rules_for_table
from tables.float import counts, record, sessions
from tables.float.models import Count
from tables.models import Table
from tables.opening import checks, closing_notices
from tables.opening.deck_count import DeckCount, judge
from tables.opening.packs import READ
from tables.record import answered, form_request, keyed, locked, require, write
from tables.signs import notices, signs

COUNTED: Final = "counted"
"""Key in `Table.checks` of a table that is closing: its cards were counted and are complete."""
UNCOUNTED: Final = "counted_wrong"
"""Key in `Table.checks` too: the last count was not complete."""


def begin_closing(code: str, *, nobody: bool = False, by: Staff, at: datetime) -> Table:
    """Open no further round; the one in hand is finished. The table closes with the second of two counts, of its
    cards and of its float, or with `close_table` if the book requires no count of cards.

    `nobody`: there is no player at the table. Raises Refusal if the players, or an inspector, had to be told before
    and were not (VIC03-17.7, ACT96-19.2, ACT03-15.2).
    """
    with locked(code) as table:
        house_rules = house_at(table)
        acting = require(by, Role.CASINO_SUPERVISOR, house_rules.closed)
        if table.state != Table.State.OPEN:
            raise Refusal("closing.not_open", table=code)
        if refusal := closing_notices.notice_missing(table, house_rules, at, nobody=nobody):
            raise refusal
        close_now(table, house_rules, nobody=nobody, by=by, at=at, acting=acting)
        return table


def close_now(
    table: Table, house_rules: House, *, nobody: bool = False, by: Staff, at: datetime, acting: str = ""
) -> None:
    """Begin closing an open table, whose row is locked, and end its closing notice."""
    table.state = Table.State.CLOSING
    notice = closing_notices.displayed_notice(table)
    body: dict[str, Any] = {"nobody": nobody, "present": closing_notices.players_present(table)}
    if notice is not None:
        closing_notices.end(notice, notice.State.IN_FORCE, by, at)
        body |= closing_notices.recorded(notice)
    down = signs.take_all_down(table, by=by, at=at, acting=acting)
    shown = notices.show(table)
    entry = Draft(
        kind="table_closing",
        detail=Phrase.of("entry.table_closing", table=table.code),
        clause=house_rules.closed or house_rules.cards_counted,
        body=body,
        acting_as=acting,
    )
    write(table, [entry, *down], by=by, at=at, changes=["state", *shown])


def count_cards(
    code: str, counted: int | DeckCount, *, by: Staff, at: datetime, since: str = "", key: str = ""
) -> bool:
    """Record the count after gaming (VIC03-3.2.5), or the check card by card (ACT96-3.2, ACT03-2.2), for which
    `counted` is a DeckCount and a bare number is refused. Returns True if the cards are complete; the table is then
    closed if its float is counted too.

    Returns False if they differ from the packs checked in. Then the closing is held up and an incident is recorded;
    a recount may follow, which says what was done `since`. The same `key` again gets the same answer.
    """
    with locked(code) as table:
        request = form_request(
            key,
            "count_cards",
            by,
            counted=counted.as_json if isinstance(counted, DeckCount) else counted,
            since=since,
        )
        if (entry := answered(code, request)) is not None:
            # An incomplete count is recorded as an incident as well.
            return not Entry.objects.filter(chain=code, seq=entry.seq + 1, kind="incident").exists()
        house_rules, rules = house_at(table), rules_for_table(table)
        clause = house_rules.cards_counted
        acting = require(by, Role.DEALER, house_rules.power)
        if table.state != Table.State.CLOSING:
            raise Refusal("closing.cards_before_closing", clause, table=code)
        if not clause:
            raise Refusal("closing.no_card_count")
        checks.not_in_hand(table, clause)
        if house_rules.cards_counted_each and not isinstance(counted, DeckCount):
            raise Refusal("closing.cards_checked_one_by_one", clause)
        if isinstance(counted, DeckCount):
            judged = judge(table, house_rules, rules, counted)
            cards, wrong = judged.cards, [fault.words for fault in judged.faults]
            body: dict[str, Any] = judged.body
        else:
            cards, wrong, body = counted, [], {}
        expected = rules.shoe_cards(table.decks)
        table.checks.pop(READ, None)
        body |= {"counted": cards, "expected": expected} | ({"since": since} if since else {})
        if cards != expected or wrong:
            differs = {"cards": cards, "expected": expected}
            detail = (
                Phrase.of("entry.end_count_faults", **differs, faults=wrong)
                if wrong
                else Phrase.of("entry.end_count_differs", **differs)
            )
            incident = Phrase.of("entry.cards_incomplete", what=detail)
            drafts = [
                Draft(kind="cards_counted", detail=detail, clause=clause, body=body, acting_as=acting),
                Draft(kind="incident", detail=incident, clause=clause, body=body),
            ]  # fmt: skip
            table.live = {**table.live, "irregular": 1}
            checks.tick(
                table,
                UNCOUNTED,
                by.number,
                at,
                words="; ".join(wrong)
                or Phrase.of("kept.cards_counted", counted=cards, expected=expected).english,
            )
            write(table, drafts, by=by, at=at, changes=["live", "checks"], request=request)
            return False
        detail = Phrase.of("entry.end_count", cards=cards)
        draft = Draft(kind="cards_counted", detail=detail, clause=clause, body=body, acting_as=acting)
        table.checks.pop(UNCOUNTED, None)
        if sessions.closing_wanted(table):
            checks.tick(table, COUNTED, by.number, at, cards=cards)
            table.live = {**table.live, "irregular": 0}
            write(table, [draft], by=by, at=at, changes=["checks", "live"], request=request)
        else:
            _close(table, keyed([draft], request), clause, by, at)
        return True


def count_float(
    code: str,
    counted: Mapping[int, int],
    *,
    by: Staff,
    signed_by: Staff,
    at: datetime,
    note: str = "",
    key: str = "",
) -> Count:
    """Record the closing float, signed by two; if the cards are already counted, this closes the table.

    `counted` is chips by denomination in cents. Raises Refusal as `tables.float.counts.closing_count` does.
    """
    with record.at_table(code) as table:
        house_rules = house_at(table)
        count, entries = counts.closing_count(
            table, counted, by=by, signed_by=signed_by, at=at, note_text=note, key=key
        )
        if entries and COUNTED in table.checks:
            _close(table, entries, house_rules.cards_counted, by, at)
        elif entries:
            write(table, entries, by=by, at=at)
        return count


def close_table(code: str, *, by: Staff, at: datetime) -> Table:
    """Close a table whose book requires no count of its cards. Raises Refusal if one is required, and while a round
    is in hand."""
    with locked(code) as table:
        house_rules = house_at(table)
        require(by, Role.DEALER, house_rules.power)
        if house_rules.cards_counted:
            raise Refusal("closing.cards_not_counted", house_rules.cards_counted, table=code)
        if table.state != Table.State.CLOSING:
            raise Refusal("closing.not_begun", table=code)
        checks.not_in_hand(table, house_rules.closed)
        if sessions.closing_wanted(table):
            raise Refusal("closing.float_not_counted", table=code)
        _close(table, [], house_rules.closed, by, at)
        return table


def _close(table: Table, drafts: list[Draft], clause: str, by: Staff, at: datetime) -> None:
    table.state = Table.State.CLOSED
    table.checks, table.patrons = {}, {}
    table.live = {**table.live, "irregular": 0}
    body = {"rounds": table.rounds, "handle": table.handle, "win": table.win, "bets": table.bets}
    detail = Phrase.of("entry.table_closed", table=table.code)
    drafts = [*drafts, Draft(kind="table_closed", detail=detail, clause=clause, body=body)]
    drafts += sessions.closed(table, by, at)
    write(table, drafts, by=by, at=at, changes=["state", "checks", "live", "patrons"])
