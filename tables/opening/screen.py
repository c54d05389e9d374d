"""What the page of the cards shows: who has checked, what was wrong, and the grid of ranks by suits."""

from __future__ import annotations

from typing import Any

from casino.cards import RANKS
from casino.forms.fields import StepForm
from casino.house_time import clock
from casino.rulebooks.house import House
from casino.staff import places
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.models import Reader, Table
from tables.opening import closing, held_back, packs, reading
from tables.opening.forms import CheckForm, CountForm
from tables.opening.house import house_at, rules_for_table
from tables.readers.tie import tied


def page(table: Table, person: Staff, sent: StepForm | None, taken: dict[str, str]) -> dict[str, Any]:
    """The page of a table's cards. `sent`: the form that was refused; `taken`: the cards that a reader has read."""
    house_rules, rules = house_at(table), rules_for_table(table)
    step = step_of(table, house_rules)
    form = sent if isinstance(sent, CheckForm) else CheckForm(table=table, initial=taken)
    scanned = reading.read(table)
    check = rules.shoe_cards(table.decks)
    elsewhere = places.looks_only(person, table.code)
    return {
        "table": table,
        "person": person,
        "dealer": person.role == Role.DEALER,
        "acts": person.has_role_at_least(Role.DEALER) and not elsewhere,
        "elsewhere": elsewhere,
        "house": house_rules,
        "step": step,
        "clause": house_rules.cards_counted if step == "count" else house_rules.cards_checked,
        "how": house_rules.cards_checked_how if step != "count" else _counted_how(house_rules),
        "expected": check * len(form.sets),
        "each": check,
        "checks": _checks(table, house_rules) if table.state == Table.State.CLOSED else [],
        "done": packs.right_check(table)
        if table.state == Table.State.CLOSED
        else table.checks.get(closing.COUNTED),
        "wrong": _wrong(table, house_rules),
        "again": step == "check" and (packs.are_right(table) or _over(table)),
        "form": form,
        "count": sent if isinstance(sent, CountForm) else CountForm(),
        "ranks": [("10" if rank == "T" else rank, rank in rules.missing_ranks.value) for rank in RANKS],
        "missing_clause": rules.missing_ranks.clause if rules.missing_ranks.value else "",
        "cutting": rules.cutting_card.value,
        "second": _second(table, house_rules) if step == "check" else "",
        "mine": any(check["by"] == person.number for check in table.checks.get(held_back.GIVEN, ())),
        "shoe": _shoe(table),
        "read": scanned,
    }


def step_of(table: Table, house_rules: House) -> str:
    """What is done with the cards now: ``check`` before gaming, ``count`` after it, or ``""``."""
    if table.state == Table.State.CLOSED:
        return "check" if house_rules.cards_checked else ""
    counted = closing.COUNTED in table.checks
    return "count" if table.state == Table.State.CLOSING and house_rules.cards_counted and not counted else ""


def _counted_how(house_rules: House) -> str:
    return "Check the cards one by one" if house_rules.cards_counted_each else "Count the cards"


def _over(table: Table) -> bool:
    return packs.WRONG in table.checks and held_back.GIVEN not in table.checks


def _checks(table: Table, house_rules: House) -> list[dict[str, str]]:
    """Each check that the book wants, and who has given it. What it found is not among it."""
    given = {check["as"]: check for check in table.checks.get(held_back.GIVEN, ())}
    done = packs.right_check(table)
    rows = []
    for role in house_rules.cards_checked_by if house_rules.cards_checked else ():
        check = given.get(role)
        by = done["by"] if done else check["by"] if check else ""
        at = (done or check or {}).get("at", "")
        rows.append({"role": Role(role).label, "by": by, "at": clock(at) if at else ""})
    if done:
        return [rows[0] | {"role": " and ".join(row["role"] for row in rows)}] if rows else []
    return rows


def _wrong(table: Table, house_rules: House) -> dict[str, Any] | None:
    """What the last check, or the last count, found wrong."""
    if table.state == Table.State.CLOSED:
        # While an independent check is given and held back, what was found before is not of these cards.
        wrong = table.checks.get(packs.WRONG)
        return wrong | {"what": "The opening is barred"} if wrong else None
    held = table.checks.get(closing.UNCOUNTED)
    if not held:
        return None
    line = {
        "words": held["words"], "clause": house_rules.cards_counted,
        "remedy": "Look for what is missing, at the table, in the rack and in the shoe; then count again.",
    }  # fmt: skip
    return {"at": held["at"], "by": held["by"], "lines": [line], "what": "The close is held"}


def _second(table: Table, house_rules: House) -> str:
    """Which checks are wanted where several are: one may be signed here with a PIN by somebody else than who is signed
    in."""
    left = packs.still_wanted(table, house_rules) or list(house_rules.cards_checked_by)
    words = " and ".join(f"the {Role(role).label}'s check" for role in left)
    return words if len(house_rules.cards_checked_by) > 1 else ""


def _shoe(table: Table) -> str:
    """The electronic shoe that may read the cards."""
    reader = tied(table)
    return reader.number if reader is not None and reader.kind == Reader.Kind.SHOE else ""
