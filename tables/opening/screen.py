"""What the page of the cards shows: who has checked them, what was wrong, and the grid of ranks by suits."""

from __future__ import annotations

from dataclasses import dataclass

from casino.cards import RANKS
from casino.forms.fields import StepForm
from casino.house_time import clock
from casino.refusals import Refusal
from casino.rulebooks.house import House
from casino.staff import places
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import gettext as _
from casino.translated import phrase, term, text
from casino.words import Phrase
from tables import held_back
from tables.book import house_at, rules_for_table
from tables.models import Reader, Table
from tables.opening import closing, packs, reader_cards
from tables.opening.forms import CheckForm, CountForm
from tables.readers.registration import reader_at


@dataclass(frozen=True, slots=True)
class Check:
    """A check that the book requires: its role, and who has given it, but not what it found."""

    role: str
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class FaultLine:
    """Something that was found wrong, and what to do about it."""

    words: str
    clause: str
    remedy: str


@dataclass(frozen=True, slots=True)
class NotRight:
    """What the last check or the last count found wrong."""

    what: str
    by: str
    at: str
    lines: list[FaultLine]


@dataclass(frozen=True, slots=True)
class CardsPage:
    """What the page of a table's cards shows."""

    table: Table
    person: Staff
    dealer: bool
    acts: bool
    elsewhere: Refusal | None
    house: House
    step: str
    clause: str
    how: str
    expected: int
    each: int
    """The cards of one set."""
    checks: list[Check]
    done: packs.RightCheck | None
    wrong: NotRight | None
    again: bool
    """Whether to ask what was done with the packs since the last check."""
    form: CheckForm
    count: CountForm
    ranks: list[tuple[str, bool]]
    """Each rank, and whether it is taken out of the packs."""
    missing_clause: str
    cutting: bool
    second: str
    mine: bool
    """Whether this person has given a check."""
    shoe: str
    read: reader_cards.Read | None


def page(table: Table, person: Staff, sent: StepForm | None, taken: dict[str, str]) -> CardsPage:
    """The page of a table's cards. `sent` is the refused form; `taken` are the cards that a reader has read."""
    house_rules, rules = house_at(table), rules_for_table(table)
    step = step_of(table, house_rules)
    form = sent if isinstance(sent, CheckForm) else CheckForm(table=table, initial=taken)
    scanned = reader_cards.read(table)
    check = rules.shoe_cards(table.decks)
    elsewhere = places.refusal_to_change(person, table.code)
    return CardsPage(
        table=table,
        person=person,
        dealer=person.role == Role.DEALER,
        acts=person.has_role_at_least(Role.DEALER) and not elsewhere,
        elsewhere=elsewhere,
        house=house_rules,
        step=step,
        clause=house_rules.cards_counted if step == "count" else house_rules.cards_checked,
        how=term(house_rules.cards_checked_how) if step != "count" else _counted_how(house_rules),
        expected=check * len(form.sets),
        each=check,
        checks=_checks(table, house_rules) if table.state == Table.State.CLOSED else [],
        done=packs.right_check(table) if table.state == Table.State.CLOSED else _counted(table),
        wrong=_wrong(table, house_rules),
        again=step == "check" and (packs.are_right(table) or _over(table)),
        form=form,
        count=sent if isinstance(sent, CountForm) else CountForm(),
        ranks=[("10" if rank == "T" else rank, rank in rules.missing_ranks.value) for rank in RANKS],
        missing_clause=rules.missing_ranks.clause if rules.missing_ranks.value else "",
        cutting=rules.cutting_card.value,
        second=_second(table, house_rules) if step == "check" else "",
        mine=any(check["by"] == person.number for check in table.checks.get(held_back.GIVEN, ())),
        shoe=_shoe(table),
        read=scanned,
    )


def step_of(table: Table, house_rules: House) -> str:
    """What is to be done with the cards now: ``check`` before gaming, ``count`` after it, or ``""``."""
    if table.state == Table.State.CLOSED:
        return "check" if house_rules.cards_checked else ""
    counted = closing.COUNTED in table.checks
    return "count" if table.state == Table.State.CLOSING and house_rules.cards_counted and not counted else ""


def _counted_how(house_rules: House) -> str:
    return _("Check the cards one by one") if house_rules.cards_counted_each else _("Count the cards")


def _counted(table: Table) -> packs.RightCheck | None:
    """The count of the cards after gaming, once they are complete."""
    count = table.checks.get(closing.COUNTED)
    return packs.RightCheck(count["by"], count["at"], count["cards"]) if count else None


def _over(table: Table) -> bool:
    return packs.WRONG in table.checks and held_back.GIVEN not in table.checks


def _checks(table: Table, house_rules: House) -> list[Check]:
    roles = house_rules.cards_checked_by if house_rules.cards_checked else ()
    labels = [term(Role(role).label) for role in roles]
    if done := packs.right_check(table):
        return [Check(text("{roles:and}", roles=labels), done.by, clock(done.at))] if roles else []
    given = {check["as"]: check for check in table.checks.get(held_back.GIVEN, ())}
    return [
        Check(label, given[role]["by"], clock(given[role]["at"])) if role in given else Check(label)
        for role, label in zip(roles, labels, strict=True)
    ]


def _wrong(table: Table, house_rules: House) -> NotRight | None:
    if table.state == Table.State.CLOSED:
        # While an independent check is held back, what was found before does not apply to these cards.
        wrong = table.checks.get(packs.WRONG)
        if not wrong:
            return None
        lines = [
            FaultLine(phrase(line["words"]), line["clause"], phrase(line["remedy"]))
            for line in wrong["lines"]
        ]
        return NotRight(_("The table cannot open"), wrong["by"], wrong["at"], lines)
    held = table.checks.get(closing.UNCOUNTED)
    if not held:
        return None
    remedy = _("Look for what is missing, at the table, in the rack and in the shoe; then count again.")
    lines = [FaultLine(phrase(held["words"]), house_rules.cards_counted, remedy)]
    return NotRight(_("Closing is on hold"), held["by"], held["at"], lines)


def _second(table: Table, house_rules: House) -> str:
    """Which checks are still required if there are several: one may be signed here with a PIN by somebody other than
    the signed-in person."""
    left = packs.still_wanted(table, house_rules) or list(house_rules.cards_checked_by)
    if len(house_rules.cards_checked_by) < 2:
        return ""
    return phrase(Phrase.of("bars.checks", checks=[Phrase.of("bars.check_of", role=role) for role in left]))


def _shoe(table: Table) -> str:
    """The electronic shoe that may read the cards."""
    reader = reader_at(table)
    return reader.number if reader is not None and reader.kind == Reader.Kind.SHOE else ""
