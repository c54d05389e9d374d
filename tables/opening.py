"""Opening and closing a table, and the change of its dealer.

A table opens when its set-up is one that the book allows, its cards have been checked, and the dealer has
confirmed what the book asks for (`casino.rulebooks.house`), with the layout's inscriptions and every notice that
its elections need. It closes when the cards have been counted and are all there, or at once where the book asks
for no count. Each step is an entry in the table's chain, under the clause of the table's own book. Times are
passed in: nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError

from casino.ledger import Draft
from casino.rulebooks import Rules
from casino.rulebooks.house import House, Mark, confirmed_before_play, house_of, notices_up, sign_fault
from casino.rulebooks.layout import inscriptions
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables import closure
from tables.bets import offers
from tables.float import counts, record, sessions
from tables.float.models import Count
from tables.hours import hours
from tables.models import MAIN, Sign, Table
from tables.record import locked, require, write
from tables.refusal import TableRefusal
from tables.signs import notices
from tables.signs.signs import limits_of

COUNTED: Final = "counted"
"""Among the checks of a table that is closing: its cards were counted and are all there."""
NEEDS_RULES: Final = "Correct the table's set-up."


def house(table: Table) -> House:
    """What the table's book asks of the house, its side bets included. Raises TableRefusal for a set-up that no
    book permits."""
    asked = house_of(rules_for_table(table))
    try:
        return offers.house_with(table, asked)
    except ValueError as fault:
        raise TableRefusal("", str(fault), NEEDS_RULES) from fault


def confirmations(table: Table) -> dict[str, tuple[str, str]]:
    """What the dealer confirms before the table opens, as {item: (clause, words)}, in order.

    Empty for a set-up that no book permits. What a side bet wants of the layout takes the place of what the game
    wants of it.
    """
    try:
        marks = confirmed_before_play(table.rules, table.decks, table.boxes)
        found = {mark.item: (mark.clause, mark.words) for mark in (*marks, *offers.marks(table))}
    except ValueError:
        return {}
    if "inscriptions" in found and (under := house(table).inscribed):
        found["inscriptions"] = (under[0], found["inscriptions"][1])
    return found


def confirmed(table: Table, item: str, words: str) -> bool:
    """Whether the item was confirmed in these words: a notice that says something else since, is another one."""
    check = table.checks.get(item)
    return check is not None and check.get("words", words) == words


def missing(table: Table) -> list[tuple[str, str, str]]:
    """What still bars the opening, as (item, clause, words); empty when the table may open."""
    barred: list[tuple[str, str, str]] = []
    try:
        table.clean()
    except ValidationError as faults:
        for field, messages in faults.message_dict.items():
            barred.append((field, _clause_of(field, table), " ".join(messages)))
        return barred
    if wrong := offers.elected_fault(table):
        barred.append(("offers", wrong.clause, f"{wrong.message}: {wrong.remedy}"))
    asked = house(table)
    if table.elections.get("auto_shuffler") == "yes" and asked.shuffler_approval and not table.shoe_approval:
        barred.append(
            (
                "shoe_approval",
                asked.shuffler_approval,
                "the automatic shuffling shoe has no approval reference",
            )
        )
    shoe = table.rules.shoe
    if shoe.two_sets and len(set(shoe.sets)) < 2:
        barred.append(("sets", shoe.two_sets, "the shuffler needs two sets of cards of different colours"))
    sign = Sign.objects.filter(table=table, bet=MAIN).first()
    if sign is None:
        barred.append(("limits", asked.limits, "minimum and maximum are not set"))
    elif fault := sign_fault(table.rules, sign.minimum, sign.maximum):
        barred.append(("limits", fault.clause, f"{fault.message}: {fault.remedy}"))
    if asked.cards_checked and "cards" not in table.checks:
        barred.append(("cards", asked.cards_checked, "the cards have not been checked"))
    for item, (clause, words) in confirmations(table).items():
        if not confirmed(table, item, words):
            barred.append((item, clause, f"it is not confirmed that {words}"))
    if sessions.float_wanted(table):
        barred.append(("float", "", "the opening float is not counted and signed"))
    return barred


def _clause_of(field: str, table: Table) -> str:
    """The clause that a field of the set-up goes by."""
    try:
        rules = table.rules
    except (ValueError, AttributeError, TypeError):
        return ""
    fixed = {
        "decks": rules.decks.clause,
        "boxes": house_of(rules).layout_boxes[1] or rules.boxes_most.clause,
        "seats": rules.seats_most.clause,
    }
    if field in fixed:
        return fixed[field]
    if field in ("face_down", "face_down_reference"):
        return (*rules.face_down_allowed.also, rules.face_down_allowed.clause)[0]
    return ""


def may_use_face_down(table: Table, at: datetime) -> bool:
    """Whether cards may be dealt face down now: the approval is dated on or before today (VIC03-7.1.2(b))."""
    approved = table.face_down_approved_on
    return table.has_face_down_approval and approved is not None and approved <= at.date()


def check_cards(
    code: str,
    *,
    decks: int,
    by: Staff,
    at: datetime,
    backs_alike: bool = True,
    jokers: int = 0,
    cutting_card: bool | None = None,
) -> Table:
    """Record that the cards were checked before gaming (VIC03-3.2.5, 3.1; ACT96-3.2; ACT03-2.2; NZ-6.1).

    `cutting_card`: one lies ready; without a word, what the rules want. Raises TableRefusal when the packs are
    not those of the table.
    """
    with locked(code) as table:
        asked, rules = house(table), rules_for_table(table)
        acting = require(by, Role.DEALER, asked.power, "check cards")
        _not_in_hand(table, asked.cards_checked, "check the cards")
        wanted = rules.cutting_card
        ready = wanted.value if cutting_card is None else cutting_card
        if decks not in rules.decks.value:
            *some, last = map(str, rules.decks.value)
            allowed = f"{', '.join(some)} or {last}" if some else last
            raise TableRefusal(rules.decks.clause, f"{decks} packs are not allowed", f"Use {allowed} packs.")
        if decks != table.decks:
            raise TableRefusal(
                rules.decks.clause,
                f"{code} is set up for {table.decks} packs, not {decks}",
                "Bring the right shoe.",
            )
        if jokers or not backs_alike:
            fault = (
                f"{jokers} jokers are among the cards" if jokers else "the backs differ in colour or design"
            )
            raise TableRefusal(rules.decks.clause, fault, "Replace the cards.")
        if ready != wanted.value:
            fault = (
                "there is no cutting card"
                if wanted.value
                else "an automatic shuffling shoe has no cutting card"
            )
            raise TableRefusal(rules.steps.no_cutting_card if not wanted.value else wanted.clause, fault)
        expected = rules.shoe_cards(decks)
        _check(table, "cards", by, at, decks=decks, cards=expected)
        detail = f"{decks} packs checked: {expected} cards" + (", one cutting card" if ready else "")
        body = {"decks": decks, "cards": expected, "cutting_card": ready}
        entry = Draft(
            kind="cards_checked", detail=detail, clause=asked.cards_checked, body=body, acting_as=acting
        )
        write(table, [entry], by=by, at=at, changes=["checks"])
        return table


def confirm(code: str, item: str, *, by: Staff, at: datetime) -> Table:
    """Record that the dealer confirms `item` of the table's `confirmations`. Raises TableRefusal for an unknown one.

    ``sign`` is asked again of every dealer who comes to the table (VIC03-6.1).
    """
    with locked(code) as table:
        rules, asked = rules_for_table(table), house(table)
        wanted = confirmations(table)
        if item not in wanted:
            raise TableRefusal(
                "", f"There is nothing called {item} to confirm", f"One of {', '.join(wanted)}."
            )
        clause, words = wanted[item]
        acting = require(by, Role.DEALER, asked.power, f"confirm the {item}")
        if item == "sign" and not Sign.objects.filter(table=table, bet=MAIN).exists():
            raise TableRefusal(asked.limits, "minimum and maximum are not set", "Set the limits first.")
        body: dict[str, Any] = {"item": item}
        if item == "inscriptions":
            body["lines"] = [{"text": line.text, "clause": line.clause} for line in inscriptions(rules)]
            body["under"] = asked.inscribed
        _check(table, item, by, at, words=words)
        entry = Draft(kind="confirmed", detail=words[:500], clause=clause, body=body, acting_as=acting)
        write(table, [entry], by=by, at=at, changes=["checks"])
        return table


def open_table(code: str, *, by: Staff, at: datetime) -> Table:
    """Open the table for play. Raises TableRefusal naming the first thing that is missing and its clause."""
    with locked(code) as table:
        asked = house(table)
        acting = require(by, Role.GAME_SUPERVISOR, asked.opened_by, "open a table")
        if table.state != Table.State.CLOSED:
            raise TableRefusal("", f"{code} is {table.state} already")
        in_force = rules_for_table(table).in_force
        if over := hours.over(table, asked, at):
            raise over
        day = in_force.value
        if day and at.date().isoformat() < day:
            raise TableRefusal(
                in_force.clause,
                f"{table.book} is in force from {day}",
                "Set the table up under another book.",
            )
        if barred := missing(table):
            _item, clause, words = barred[0]
            rest = f" ({len(barred) - 1} more)" if len(barred) > 1 else ""
            raise TableRefusal(clause, f"{code} cannot open: {words}{rest}", "Complete the opening list.")
        if table.face_down and not may_use_face_down(table, at):
            raise TableRefusal(
                _clause_of("face_down", table),
                "the approval to deal face down is dated after today",
                "Deal face up until then.",
            )
        table.state = Table.State.OPEN
        table.opened_at = at
        table.rounds = table.handle = table.win = 0
        table.bets, table.edges = {}, {}
        refreshed = offers.refresh(table)
        table.live = {"limits": limits_of(table)}
        table.phase = ""
        notices.show(table)
        detail = f"{code} opened: {table.book} {table.game}, {table.decks} packs, {table.boxes} boxes"
        body = {"book": table.book, "game": table.game, "decks": table.decks, "boxes": table.boxes,
                "elections": table.elections, "readings": table.readings, "chips": table.chips,
                "checks": table.checks, "face_down": table.face_down_reference if table.face_down else "",
                "side_bets": table.offers}  # fmt: skip
        entry = Draft(kind="table_opened", detail=detail, clause=asked.opened, body=body, acting_as=acting)
        entries = [entry, *sessions.opened(table, by, at)]
        changes = ["state", "opened_at", "rounds", "handle", "win", "bets", "live", "phase", *refreshed]
        write(table, entries, by=by, at=at, changes=changes)
        record.show(table)
        return table


def begin_closing(code: str, *, nobody: bool = False, by: Staff, at: datetime) -> Table:
    """No further round is opened; the one in hand is finished. The table closes with the last of two counts, that of
    its cards and that of its float, or with `close_table` where the book asks for no count of cards.

    `nobody`: there is no player at the table. Raises TableRefusal where the players, or an inspector, are to be told
    before and were not (VIC03-17.7, ACT96-19.2, ACT03-15.2).
    """
    with locked(code) as table:
        asked = house(table)
        acting = require(by, Role.CASINO_SUPERVISOR, asked.closed, "close a table")
        if table.state != Table.State.OPEN:
            raise TableRefusal("", f"{code} is {table.state}, not open")
        if refusal := closure.untold(table, asked, at, nobody=nobody):
            raise refusal
        close_now(table, asked, nobody=nobody, by=by, at=at, acting=acting)
        return table


def close_now(
    table: Table, asked: House, *, nobody: bool = False, by: Staff, at: datetime, acting: str = ""
) -> None:
    """Begin the closing of an open table, whose row is locked, with the notice of it that stands there."""
    table.state = Table.State.CLOSING
    notice = closure.running(table)
    body: dict[str, Any] = {"nobody": nobody, "present": closure.present(table)}
    if notice is not None:
        body |= closure.told(notice)
        closure.end(notice, notice.State.IN_FORCE, by, at)
    shown = notices.show(table)
    entry = Draft(
        kind="table_closing",
        detail=f"{table.code} closes: no further round",
        clause=asked.closed or asked.cards_counted,
        body=body,
        acting_as=acting,
    )
    write(table, [entry], by=by, at=at, changes=["state", *shown])


def count_cards(code: str, counted: int, *, by: Staff, at: datetime) -> bool:
    """Record the count after gaming (VIC03-3.2.5, ACT96-3.2, ACT03-2.2). True: complete, and the table is closed if
    its float is counted too.

    False: the count differs from the packs checked in. The close is held and an incident is recorded; a
    recount may follow.
    """
    with locked(code) as table:
        asked = house(table)
        clause = asked.cards_counted
        acting = require(by, Role.DEALER, asked.power, "count cards")
        if table.state != Table.State.CLOSING:
            raise TableRefusal(
                clause, f"{code} is {table.state}: cards are counted when it closes", "Close it first."
            )
        _not_in_hand(table, clause, "count the cards")
        expected = table.rules.shoe_cards(table.decks)
        body = {"counted": counted, "expected": expected}
        if counted != expected:
            detail = f"end count {counted}, expected {expected}: the close is held"
            drafts = [
                Draft(kind="cards_counted", detail=detail, clause=clause, body=body, acting_as=acting),
                Draft(kind="incident", detail=f"cards are not complete: {detail}", clause=clause, body=body),
            ]
            table.live = {**table.live, "irregular": 1}
            write(table, drafts, by=by, at=at, changes=["live"])
            return False
        detail = f"end count {counted}: complete"
        entry = Draft(kind="cards_counted", detail=detail, clause=clause, body=body, acting_as=acting)
        if sessions.closing_wanted(table):
            _check(table, COUNTED, by, at, cards=counted)
            table.live = {**table.live, "irregular": 0}
            write(table, [entry], by=by, at=at, changes=["checks", "live"])
        else:
            _close(table, [entry], clause, by, at)
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
    """Record the closing float, signed by two; where the cards are counted already, the table is closed with it.

    `counted` is chips by denomination in cents. Raises TableRefusal as `tables.float.counts.closing_count` does.
    """
    with record.at_table(code) as table:
        asked = house(table)
        count, entries = counts.closing_count(
            table, counted, by=by, signed_by=signed_by, at=at, note_text=note, key=key
        )
        if entries and COUNTED in table.checks:
            _close(table, entries, asked.cards_counted, by, at)
        elif entries:
            write(table, entries, by=by, at=at)
        return count


def close_table(code: str, *, by: Staff, at: datetime) -> Table:
    """Close a table whose book asks for no count of its cards. Raises TableRefusal where one is asked for, and
    while a round is in hand."""
    with locked(code) as table:
        asked = house(table)
        require(by, Role.DEALER, asked.power, "close a table")
        if asked.cards_counted:
            raise TableRefusal(
                asked.cards_counted, f"the cards of {code} are not counted", "Count the cards."
            )
        if table.state != Table.State.CLOSING:
            raise TableRefusal(
                "", f"{code} is {table.state}, not closing", "A supervisor begins the closing."
            )
        _not_in_hand(table, asked.closed, "close the table")
        if sessions.closing_wanted(table):
            raise TableRefusal(
                "",
                f"the closing float of {code} is not counted and signed",
                "Dealer and supervisor count it.",
            )
        _close(table, [], asked.closed, by, at)
        return table


def _close(table: Table, drafts: list[Draft], clause: str, by: Staff, at: datetime) -> None:
    table.state = Table.State.CLOSED
    table.checks, table.patrons = {}, {}
    table.live = {**table.live, "irregular": 0}
    body = {"rounds": table.rounds, "handle": table.handle, "win": table.win, "bets": table.bets}
    drafts = [*drafts, Draft(kind="table_closed", detail=f"{table.code} closed", clause=clause, body=body)]
    drafts += sessions.closed(table, by, at)
    write(table, drafts, by=by, at=at, changes=["state", "checks", "live", "patrons"])


def dealer_on(table: Table, number: str, at: datetime) -> list[str]:
    """Put a dealer ("" for none) at a table whose row is locked; returns the fields to save.

    Whoever comes to the table sees to the sign anew (VIC03-6.1).
    """
    table.dealer = number
    if number and table.relief == number:
        table.relief = ""
    table.dealer_since = at if number else None
    table.checks.pop("sign", None)
    return ["dealer", "dealer_since", "relief", "checks"]


def may_deal(table: Table, *, new_round: bool, at: datetime) -> TableRefusal | None:
    """Why play is refused at this table now; None when it is not. A round in hand goes on when the dealer changes
    or the table is closing. No round begins without the sign and every notice that the elections in force need
    (VIC03-6.1, NZ-11.8, 12.10), without what its side bets want displayed, or while a game is closed for the change
    of a scale."""
    if table.state == Table.State.OPEN and not new_round:
        return None
    try:
        asked, notices = house(table), notices_up(table.rules)
    except TableRefusal as refusal:
        return refusal
    if table.state == Table.State.CLOSED:
        return TableRefusal(asked.cards_checked, f"{table.code} is closed", _how_to_open(asked))
    if not new_round:
        return None
    if table.state == Table.State.CLOSING:
        remedy = "Count the cards." if asked.cards_counted else "Close it."
        return TableRefusal(asked.cards_counted, f"{table.code} is closing: no further round", remedy)
    if over := hours.over(table, asked, at):
        return over
    if not table.sign_confirmed:
        return TableRefusal(
            asked.sign, "the dealer has not confirmed the limit sign", "Confirm that the sign is displayed."
        )
    return _held(table, at) or _notice_missing(table, (*notices, *offers.marks(table)))


def _held(table: Table, at: datetime) -> TableRefusal | None:
    """Why the game is closed, without the table being so (VIC03-13.7.3, NZ-15B.8-S2)."""
    for hold in table.held:
        if datetime.fromisoformat(hold["from"]) <= at:
            return TableRefusal(
                hold["clause"], hold["words"], "A supervisor lets it go on, or withdraws the bet here."
            )
    return None


def wanted_before_round(table: Table) -> dict[str, tuple[str, str]]:
    """What the dealer still confirms before an open table's next round, as {item: (clause, words)}: the sign
    after a change of dealer, a notice that the elections need and that is not up, and what the side bets want
    displayed."""
    try:
        notices = {mark.item for mark in (*notices_up(table.rules), *offers.marks(table))}
    except ValueError:
        return {}
    return {
        item: (clause, words)
        for item, (clause, words) in confirmations(table).items()
        if item in ("sign", *notices) and not confirmed(table, item, words)
    }


def _how_to_open(asked: House) -> str:
    return "Check the cards and open the table." if asked.cards_checked else "Open the table."


def _notice_missing(table: Table, notices: Iterable[Mark]) -> TableRefusal | None:
    for mark in notices:
        if not confirmed(table, mark.item, mark.words):
            return TableRefusal(
                mark.clause, f"it is not confirmed that {mark.words}", "Put it up, and confirm it."
            )
    return None


def _check(table: Table, item: str, by: Staff, at: datetime, **more: Any) -> None:
    table.checks[item] = {"by": by.number, "at": at.isoformat(), **more}


def _not_in_hand(table: Table, clause: str, what: str) -> None:
    if table.in_hand:
        raise TableRefusal(clause, f"a round is in hand at {table.code}", f"Finish it, then {what}.")


def rules_for_table(table: Table) -> Rules:
    """The rules dealt at the table. Raises TableRefusal for a set-up that the book does not permit."""
    try:
        return table.rules
    except ValueError as fault:
        raise TableRefusal("", str(fault), NEEDS_RULES) from fault
