"""The opening: what still bars it, and the step itself."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError

from casino.ledger import Draft
from casino.refusals import Refusal
from casino.rulebooks.house import house_of, sign_fault
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables import house_facts as facts
from tables import offers
from tables.audited_rows import SET_UP
from tables.book import house_at, rules_for_table
from tables.float import record, sessions
from tables.hours import hours
from tables.models import MAIN, Sign, Table
from tables.opening import checklist, packs
from tables.record import locked, require, write
from tables.signs import notices
from tables.signs.signs import limits_of


def missing(table: Table) -> list[tuple[str, str, Phrase | str]]:
    """What still bars the opening, as (item, clause, words); empty if the table may open."""
    barred: list[tuple[str, str, Phrase | str]] = []
    try:
        offers.check_set_up(table)
    except ValidationError as faults:
        for field, messages in faults.message_dict.items():
            barred.append((field, _clause_of(field, table), " ".join(messages)))
        return barred
    if wrong := offers.elected_fault(table):
        barred.append(("offers", wrong.clause, Phrase.of("bars.refusal", what=(wrong.code, wrong.values))))
    house_rules = house_at(table)
    if (
        table.elections.get("auto_shuffler") == "yes"
        and house_rules.shuffler_approval
        and not table.shoe_approval
    ):
        barred.append(
            (
                "shoe_approval",
                house_rules.shuffler_approval,
                Phrase.of("bars.shuffler_approval"),
            )
        )
    shoe = table.rules.shoe
    if shoe.two_sets and len(set(shoe.sets)) < 2:
        barred.append(("sets", shoe.two_sets, Phrase.of("bars.two_sets")))
    sign = Sign.objects.filter(table=table, bet=MAIN).first()
    if sign is None:
        barred.append(("limits", house_rules.limits, Phrase.of("bars.no_limits")))
    elif fault := sign_fault(table.rules, sign.minimum, sign.maximum):
        barred.append(("limits", fault.clause, Phrase.of("bars.refusal", what=(fault.code, fault.values))))
    if unchecked := packs.barred(table, house_rules):
        barred.append((packs.CARDS, house_rules.cards_checked, unchecked))
    for item, (clause, words) in checklist.confirmations(table).items():
        if not checklist.confirmed(table, item, words):
            barred.append((item, clause, Phrase.of("bars.not_confirmed", what=words)))
    if sessions.float_wanted(table):
        barred.append(("float", "", Phrase.of("bars.float")))
    return barred


def may_use_face_down(table: Table, at: datetime) -> bool:
    """Whether cards may be dealt face down now: the approval must not be dated after today (VIC03-7.1.2(b))."""
    approved = table.face_down_approved_on
    return table.has_face_down_approval and approved is not None and approved <= at.date()


def open_table(code: str, *, by: Staff, at: datetime) -> Table:
    """Open the table for play. Raises Refusal, naming the first thing that is missing and its clause."""
    with locked(code) as table:
        house_rules = house_at(table)
        acting = require(by, Role.GAME_SUPERVISOR, house_rules.opened_by)
        if table.state != Table.State.CLOSED:
            raise Refusal("opening.already_open", table=code)
        if facts.is_being_set_up():
            raise Refusal("house.not_open")
        in_force = rules_for_table(table).in_force
        if over := hours.over(table, house_rules, at):
            raise over
        day = in_force.value
        if day and at.date().isoformat() < day:
            raise Refusal("opening.book_not_in_force", in_force.clause, book=table.book, day=day)
        if barred := missing(table):
            _item, clause, words = barred[0]
            raise Refusal("opening.incomplete", clause, table=code, what=words)
        if table.face_down and not may_use_face_down(table, at):
            raise Refusal("opening.face_down_later", _clause_of("face_down", table))
        table.state = Table.State.OPEN
        table.opened_at = at
        table.rounds = table.handle = table.win = 0
        table.bets, table.edges = {}, {}
        refreshed = offers.refresh(table)
        table.live = {"limits": limits_of(table)}
        table.phase = ""
        notices.show(table)
        detail = Phrase.of(
            "entry.table_opened",
            table=code,
            book=table.book,
            game=table.game,
            packs=table.decks,
            boxes=table.boxes,
        )
        body = {"book": table.book, "game": table.game, "decks": table.decks, "boxes": table.boxes,
                "elections": table.elections, "readings": table.readings, "chips": table.chips,
                "checks": table.checks, "face_down": table.face_down_reference if table.face_down else "",
                "side_bets": table.offers}  # fmt: skip
        entry = Draft(
            kind="table_opened", detail=detail, clause=house_rules.opened, body=body, acting_as=acting
        )
        entries = [entry, *sessions.opened(table, by, at)]
        changes = ["state", "opened_at", "rounds", "handle", "win", "bets", "live", "phase", *refreshed]
        changes += SET_UP  # with its current set-up, whatever was changed since
        write(table, entries, by=by, at=at, changes=changes)
        record.show(table)
        return table


def _clause_of(field: str, table: Table) -> str:
    """The clause that a field of the set-up depends on."""
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
