"""The check of the cards before gaming: once, or by several people independently if the book says so.

A check that finds something wrong is recorded like any other and bars the opening; it is on the pit's list until the
packs are checked again and found right. If the book requires several independent checks (NZ-6.1), what the first
found is held back from everybody, even the record, until the last is given: meanwhile the record has a digest of it,
which proves that nothing was changed.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from django.utils.translation import gettext_lazy as _

from casino.ledger import Draft, Entry
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.house import House
from casino.staff import two_people
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.book import house_at, rules_for_table
from tables.held_back import GIVEN, digest
from tables.models import Table
from tables.opening import checks
from tables.opening.deck_count import DeckCount, Fault, judge, right
from tables.record import answered, form_request, locked, require, write

CARDS: Final = "cards"
"""Key in `Table.checks`: the cards are as they should be."""
READ: Final = "cards_read"
"""Key in `Table.checks`: from which report on the electronic shoe's reports belong to a check
(`tables.opening.reader_cards`). What it has read for one check is not shown to whoever gives the next."""
HELD_BACK: Final = "cards_check_given"
SHOWN: Final = "cards_checked"
"""The kinds of a check's entries: a check while another is still to come, and a check with its result."""
WRONG: Final = "cards_wrong"
"""What the last attempt found wrong."""
SINCE: Final = {
    "replaced": _("packs were replaced"),
    "put_right": _("cards were found or taken out"),
    "again": _("nothing: the cards were checked again"),
}
"""What was done with the packs since a check that is over."""


class Checked(NamedTuple):
    """The result of a check: ``right``, ``wrong``, or ``given`` while another is still to come."""

    table: Table
    outcome: str
    faults: tuple[str, ...] = ()


def check_cards(
    code: str,
    counted: DeckCount,
    *,
    by: Staff,
    at: datetime,
    cutting_card: bool | None = None,
    since: str = "",
    key: str = "",
) -> Checked:
    """Record what somebody found in the packs before gaming (VIC03-3.2.5, 3.1; ACT96-3.2; ACT03-2.2; NZ-6.1).

    `cutting_card`: whether one is ready; None if the rules decide. `since`: what was done with the packs (`SINCE`)
    since the last check, required once a check is over. The same `key` again gets the same answer. Raises Refusal
    for a person who may not give a check or has given one, and at any moment other than before the opening.
    """
    with locked(code) as table:
        house_rules, rules = house_at(table), rules_for_table(table)
        clause = house_rules.cards_checked
        request = form_request(
            key, "check_cards", by, found=counted.as_json, cutting_card=cutting_card, since=since
        )
        if (entry := answered(code, request)) is not None:
            return _as_recorded(table, entry)
        if not clause:
            raise Refusal("cards.no_check")
        if table.state != Table.State.CLOSED:
            raise Refusal("cards.checked_before_gaming", clause, table=code)
        _of_this_set_up(table)
        _start_again(table, clause, since)
        slot = _slot(table, house_rules, by)
        _cutting_card(rules, cutting_card)
        ready = rules.cutting_card.value
        judged = judge(table, house_rules, rules, counted)
        given = {
            "as": slot,
            "by": by.number,
            "role": by.role,
            "at": at.isoformat(),
            "found": judged.body | {"cutting_card": ready, "right": judged.right},
            "faults": [list(fault) for fault in judged.faults],
            "salt": secrets.token_hex(16),
        } | ({"since": since} if since else {})
        table.checks.pop(READ, None)
        so_far = [*table.checks.get(GIVEN, ()), given]
        acting = by.acting_as(slot)
        if len(so_far) < len(house_rules.cards_checked_by):
            table.checks[GIVEN] = so_far
            held = _held_back(given, clause, acting)
            write(table, [held], by=by, at=at, changes=["checks"], request=request)
            return outcome_of(table)
        table.checks.pop(GIVEN, None)
        who = ", ".join(check["by"] for check in so_far)
        several = len(so_far) > 1
        drafts = [
            _shown(check, clause, acting if check is given else "", several=several) for check in so_far
        ]
        faults = [(check, Fault(*fault)) for check in so_far for fault in check["faults"]]
        if faults:
            lines = _lines(faults, several=several)
            table.checks[WRONG] = {"at": at.isoformat(), "by": who, "lines": lines}
            detail = Phrase.of("bars.cards_wrong", faults=[line["words"] for line in lines])
            body = {"lines": lines, "at": "opening"}
            drafts.append(Draft(kind="incident", detail=detail, clause=clause, body=body))
        else:
            table.checks.pop(WRONG, None)
            checks.tick(table, CARDS, who, at, decks=table.decks, cards=judged.cards)
        write(table, drafts, by=by, at=at, changes=["checks"], request=request)
        return outcome_of(table)


def _as_recorded(table: Table, first: Entry) -> Checked:
    """The result of the check whose record begins with this entry."""
    if first.kind == HELD_BACK:
        return Checked(table, "given")
    for kind, body in (
        Entry.objects.filter(chain=table.code, seq__gt=first.seq)
        .order_by("seq")
        .values_list("kind", "body")[:4]
    ):
        if kind == "incident":
            lines = msgspec.json.decode(body)["lines"]
            return Checked(table, "wrong", tuple(line["words"] for line in lines))
        if kind != SHOWN:
            break
    return Checked(table, "right")


def check_all_right(code: str, *people: Staff, at: datetime) -> Checked:
    """Record that every card is as it should be, by as many of these people as the book requires, in the order of
    its checks; does nothing if it requires none. For a table that a program opens."""
    table = Table.objects.get(code=code)
    house_rules, counted = house_at(table), right(table)
    checked = outcome_of(table)
    for by in people[: len(house_rules.cards_checked_by)] if house_rules.cards_checked else ():
        checked = check_cards(code, counted, by=by, at=at)
    return checked


class RightCheck(NamedTuple):
    """The check that found the cards of a table right."""

    by: str
    at: str
    cards: int


def right_check(table: Table) -> RightCheck | None:
    """The check that found the cards right; None if none did, or if they no longer fit the table's set-up: another
    number of packs, or another game, requires a new check."""
    check: dict[str, Any] | None = table.checks.get(CARDS)
    if check is None or (check["decks"], check["cards"]) != (table.decks, right(table).cards):
        return None
    return RightCheck(check["by"], check["at"], check["cards"])


def are_right(table: Table) -> bool:
    """Whether the cards were found right and still fit the set-up."""
    return right_check(table) is not None


def outcome_of(table: Table) -> Checked:
    """The result of the checks of the cards so far; ``""`` if none has been given."""
    if are_right(table):
        return Checked(table, "right")
    if GIVEN in table.checks:
        return Checked(table, "given")
    if wrong := table.checks.get(WRONG):
        return Checked(table, "wrong", tuple(line["words"] for line in wrong["lines"]))
    return Checked(table, "")


def still_wanted(table: Table, house_rules: House) -> list[str]:
    """The roles whose checks are still to come, in the book's order; empty once the cards are right."""
    if are_right(table):
        return []
    left = list(house_rules.cards_checked_by)
    for given_check in table.checks.get(GIVEN, ()):
        left.remove(given_check["as"])
    return left


def barred(table: Table, house_rules: House) -> Phrase | None:
    """Why the cards bar the opening; None if they do not."""
    checked = outcome_of(table)
    if not house_rules.cards_checked or checked.outcome == "right":
        return None
    if checked.outcome == "given":
        return Phrase.of("bars.cards_not_checked_by", roles=still_wanted(table, house_rules))
    if checked.outcome == "wrong":
        return Phrase.of("bars.cards_wrong", faults=[*checked.faults])
    return Phrase.of("bars.cards_not_checked")


def _of_this_set_up(table: Table) -> None:
    """Drop checks that were given for other packs than those now set up."""
    if GIVEN in table.checks:
        required_cards = (table.decks, right(table).cards)
        of_these = [
            check
            for check in table.checks[GIVEN]
            if (check["found"]["decks"], check["found"]["expected"]) == required_cards
        ]
        if of_these:
            table.checks[GIVEN] = of_these
        else:
            del table.checks[GIVEN]


def _start_again(table: Table, clause: str, since: str) -> None:
    """Start a new round of checks; `since` must say what was done to the decks."""
    if not are_right(table) and (WRONG not in table.checks or GIVEN in table.checks):
        return
    if since not in SINCE:
        raise Refusal("cards.already_checked", clause, table=table.code)
    table.checks.pop(CARDS, None)
    table.checks[GIVEN] = []


def _slot(table: Table, house_rules: House, by: Staff) -> str:
    """Which of the book's checks this person gives: the one for the highest role within their powers that is still
    to come."""
    clause = house_rules.cards_checked
    for given_check in table.checks.get(GIVEN, ()):
        if given_check["by"] == by.number:
            raise Refusal(
                "cards.check_given", clause, number=by.number, role=str(Role(given_check["as"]).label)
            )
        if refusal := two_people.why_not_together(by.number, given_check["by"]):
            raise refusal.under(clause)
    left = still_wanted(table, house_rules)
    for slot in reversed(left):
        if by.has_role_at_least(slot):
            return slot
    require(by, left[0], clause if len(house_rules.cards_checked_by) > 1 else house_rules.power)
    raise AssertionError("require refuses a role that does not reach")


def _cutting_card(rules: Rules, ready: bool | None) -> None:
    cutting_card = rules.cutting_card
    if ready is None or ready == cutting_card.value:
        return
    if cutting_card.value:
        raise Refusal("cards.no_cutting_card", cutting_card.clause)
    raise Refusal("cards.cutting_card_in_shuffler", rules.steps.no_cutting_card)


def _held_back(given: dict[str, Any], clause: str, acting: str) -> Draft:
    detail = Phrase.of("entry.check_given", role=str(Role(given["as"]).label))
    body = {"as": given["as"], "digest": digest(given)}
    return Draft(kind=HELD_BACK, detail=detail, clause=clause, body=body, acting_as=acting)


def _shown(given: dict[str, Any], clause: str, acting: str, *, several: bool) -> Draft:
    """What one of the checks found, for the record."""
    counted = given["found"]
    if given["faults"]:
        wrong = [words for _, words, _ in given["faults"]]
        detail = Phrase.of(
            "entry.cards_faults", cards=counted["cards"], expected=counted["expected"], faults=wrong
        )
    else:
        right = "entry.cards_right_cutting" if counted["cutting_card"] else "entry.cards_right"
        detail = Phrase.of(right, packs=counted["decks"], cards=counted["cards"])
    if several:
        role = str(Role(given["as"]).label)
        detail = Phrase.of("entry.check_of", role=role, number=given["by"], what=detail)
    body = counted | {"given": {name: value for name, value in given.items() if name != "found"}}
    return Draft(kind=SHOWN, detail=detail, clause=clause, body=body, acting_as=acting)


def _lines(faults: list[tuple[dict[str, Any], Fault]], *, several: bool) -> list[dict[str, str]]:
    """What is wrong, once if several people found the same, and who found it unless all did."""
    lines: dict[Fault, list[str]] = {}
    for given, fault in faults:
        lines.setdefault(fault, []).append(Role(given["as"]).label)
    wrong = []
    for fault, roles in lines.items():
        words = fault.words
        if several and len(roles) == 1:
            words = Phrase.of("kept.found_by", role=roles[0], what=words).english
        wrong.append({"words": words, "clause": fault.clause, "remedy": fault.remedy})
    return wrong
