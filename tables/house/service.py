"""The steps of setting a house up, each recorded as taken by an operations manager who may set up.

The command `setup_house` and the pages of `tables.house.views` both use it, and each step calls the service of its
subject: pits and tables (`tables.floor.setup`), signs (`tables.signs.signs`), side bets (`tables.bets`), people
(`casino.staff.people`), readers (`tables.readers.registration`). A step that would change nothing writes nothing. Once
the house is open, its set-up is changed on its everyday pages, and these steps are refused. The current time is
passed in as `at`; amounts are in cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction

from casino import ledger
from casino.house_time import day_and_clock
from casino.ledger import HOUSE, Draft
from casino.ledger.seals import seal_key
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.staff import people
from casino.staff.models import EVERY_PIT, Staff
from casino.translated import message
from casino.words import Phrase
from tables import house_facts as facts
from tables import offers
from tables.bets import equipment, offering
from tables.float.policy import policy
from tables.floor import setup
from tables.house.against_book import BetSheet, TableSheet, bet_faults, table_faults
from tables.house.field_faults import first_refusal
from tables.house.progress import missing
from tables.house_facts import Games, Named
from tables.models import MAIN, Offer, Pit, Reader, Sign, Table
from tables.readers import registration
from tables.signs import signs


def begin(by: Staff) -> None:
    """Raises Refusal for a person who may not set up, and once the house is open. Every step calls it first in its
    transaction; other people who set up wait."""
    ledger.lock(HOUSE)
    if not people.may_set_up(by):
        raise Refusal("house.role", number=by.number)
    if (opened := facts.entry(facts.OPENED)) is not None:
        raise Refusal("house.open", at=day_and_clock(opened.at))
    if facts.deals_already():
        raise Refusal("house.deals_already")


@transaction.atomic
def name_house(named: Named, *, by: Staff, at: datetime) -> bool:
    """Confirm what the house is called, and its clock and currency. Raises Refusal for a value that differs from
    this process's settings: what is confirmed must be in force."""
    begin(by)
    for fault in facts.setting_faults(named).values():
        raise fault
    if facts.named() == named:
        return False
    detail = Phrase.of(
        "entry.house_named", name=named.name, zone=named.time_zone, begins=str(named.gaming_day)
    )
    _enter(facts.NAMED, detail, asdict(named), by, at)
    return True


@transaction.atomic
def choose_games(games: Games, *, by: Staff, at: datetime) -> bool:
    """Choose the games dealt in the house. Raises Refusal for an unknown game, and for leaving out one that a table
    is set up for."""
    begin(by)
    return enter_games(games, by=by, signed_by=None, at=at)


def enter_games(games: Games, *, by: Staff, signed_by: Staff | None, at: datetime) -> bool:
    """The same at any time in the life of a house; the caller has checked that `by` may."""
    for fault in facts.game_faults(games).values():
        raise fault
    games = {book: tuple(chosen) for book, chosen in games.items() if chosen}
    for book, game, code in Table.objects.values_list("book", "game", "code").order_by("code"):
        if game not in games.get(book, ()):
            raise Refusal("house.game_in_use", game=game, book=book, table=code)
    if facts.games() == games:
        return False
    chosen_games = [Phrase.of("entry.games_of", book=book, games=chosen) for book, chosen in games.items()]
    detail = Phrase.of("entry.lines", lines=chosen_games)
    body: dict[str, Any] = {"games": games}
    if signed_by is not None:
        detail = Phrase.of("entry.signed_by", what=detail, signed=signed_by.number)
        body["signed_by"] = signed_by.number
    _enter(facts.BOOKS_CHOSEN, detail, body, by, at)
    return True


@transaction.atomic
def add_pit(code: str, name: str, *, by: Staff, at: datetime) -> bool:
    """Add a pit, or give it another name."""
    begin(by)
    return enter_pit(code, name, by=by, signed_by=None, at=at)


def enter_pit(code: str, name: str, *, by: Staff, signed_by: Staff | None, at: datetime) -> bool:
    """Save a pit, new or with another name; returns whether anything changed. Raises Refusal."""
    pit = Pit.objects.filter(code=code).first() or Pit(code=code)
    if pit.name == name:
        return False
    namesake = Pit.objects.filter(name__iexact=name).exclude(code=code).first()
    if namesake is not None:
        raise Refusal("house.pit_name_taken", name=name, pit=namesake.code)
    pit.name = name
    _whole(pit)
    pit.save()
    setup.record_pit(pit, by=by, signed_by=signed_by, at=at)
    return True


@transaction.atomic
def add_table(sheet: TableSheet, *, by: Staff, at: datetime) -> Table:
    """Set up a new table with its sign. Raises Refusal for what its book or the house does not allow."""
    begin(by)
    return enter_table(sheet.row(), sheet, by=by, signed_by=None, at=at)


def enter_table(
    table: Table, sheet: TableSheet, *, by: Staff, signed_by: Staff | None, at: datetime
) -> Table:
    """Save a new table with its sign, as its sheet says. Raises Refusal for what its book or the house does not
    allow."""
    for fault in table_faults(sheet, games_dealt(), pit_codes()):
        raise fault
    if Table.objects.filter(code=sheet.code).exists():
        raise Refusal("house.table_there", table=sheet.code)
    table.pit = Pit.objects.get(code=sheet.pit)
    try:
        setup.enter(table, by=by, signed_by=signed_by, at=at)
    except ValidationError as wrong:
        raise first_refusal(wrong) from wrong
    signs.set_limits(sheet.code, sheet.limits, by=by, at=at)
    return Table.objects.get(pk=table.pk)


@transaction.atomic
def offer_bet(code: str, sheet: BetSheet, *, by: Staff, at: datetime) -> bool:
    """Record the equipment of a side bet at a table, and offer the bet. Raises Refusal for what the book does not
    allow, or requires first."""
    begin(by)
    table = Table.objects.get(code=code)
    bet = offers.bet_of(table, sheet.bet)
    offered = Offer.objects.filter(table=table, bet=sheet.bet, on=True).first()
    if offered is not None and not bet_differences(table, sheet):
        return False
    for _place, fault in bet_faults(sheet_of(table), [sheet], at.date()):
        if fault.code != "side_bet.bonus_without_bet":
            raise fault
    for requirement in bet.equipment:
        piece = next(piece for piece in sheet.equipment if piece.item == requirement.item)
        equipment.fit(code, sheet.bet, piece, by=by, at=at)
    offering.offer(code, sheet.bet, sheet.terms, by=by, at=at)
    return True


@transaction.atomic
def add_person(number: str, powers: people.Powers, pin: str, *, by: Staff | None, at: datetime) -> str:
    """Add a person with a first PIN; returns the PIN, given or drawn. `by` None means a command at the server.
    Raises Refusal for an unknown pit, and for a number that is taken."""
    if by is not None:
        begin(by)
    return _add(number, powers, pin, by=by, signed_by=None, at=at)


@transaction.atomic
def add_signed(
    number: str,
    powers: people.Powers,
    first: people.FirstPin,
    *,
    by: Staff,
    signed_by: Staff,
    at: datetime,
) -> None:
    """The same at any time in the life of a house, signed by two people, with a PIN that was drawn beforehand."""
    ledger.lock(HOUSE)  # of two forms for one number at once, the second finds the person
    _add(number, powers, first, by=by, signed_by=signed_by, at=at)


def _add(
    number: str,
    powers: people.Powers,
    pin: str | people.FirstPin,
    *,
    by: Staff | None,
    signed_by: Staff | None,
    at: datetime,
) -> str:
    people.check_set_up_right(powers.role, powers.sets_up)
    known = pit_codes()
    for pit in powers.pits:
        if pit != EVERY_PIT and pit not in known:
            raise Refusal("house.pit_unknown", pit=pit)
    if Staff.objects.filter(number=number).exists():
        raise Refusal("house.person_there", number=number)
    pin = pin or people.first_pin(number)
    try:
        people.add(number, powers, pin, by=by, signed_by=signed_by, at=at)
    except ValidationError as wrong:
        raise Refusal("house.pin_guessable") from wrong
    return pin.pin if isinstance(pin, people.FirstPin) else pin


@transaction.atomic
def tie_reader(code: str, kind: str, label: str, *, by: Staff, at: datetime) -> tuple[Reader, str]:
    """Assign a reader to a table; returns it with its token, which is shown once (`tables.readers.registration`)."""
    begin(by)
    return registration.issue(code, kind, label, by=by, at=at)


@transaction.atomic
def settle_floats(*, by: Staff, at: datetime) -> bool:
    """Confirm the policy of the floats that is in force (`tables.float.policy`)."""
    begin(by)
    if facts.floats() == policy():
        return False
    body = msgspec.to_builtins(policy())
    detail = Phrase.of("entry.floats", by=policy().slips_by, begins=str(policy().gaming_day))
    _enter(facts.FLOATS, detail, {"policy": body}, by, at)
    return True


@transaction.atomic
def keep_key(kept_at: str, *, by: Staff, at: datetime) -> bool:
    """Record where the copy of the seal key is kept, with the public key. Raises Refusal if no place is given."""
    begin(by)
    if not kept_at.strip():
        raise Refusal("house.key_place")
    verifier = str(seal_key().verifier)
    if facts.key_kept() == (verifier, kept_at):
        return False
    body = {"verifier": verifier, "kept_at": kept_at}
    detail = Phrase.of("entry.key_kept", key=verifier.partition("+")[0], place=kept_at)
    _enter(facts.KEY_KEPT, detail, body, by, at)
    return True


@transaction.atomic
def record_backup_test(body: Mapping[str, Any], *, at: datetime) -> None:
    """Record that a backup was restored and its record verified, as reported by a command at the server."""
    detail = Phrase.of("entry.backup_tested", day=str(body["restored_to"]), entries=body["entries"])
    _enter(facts.BACKUP_TESTED, detail, body, None, at)


@transaction.atomic
def open_house(*, by: Staff, at: datetime) -> None:
    """Open the house: from now on tables open, and its set-up is changed on its everyday pages. Raises Refusal for
    missing steps."""

    begin(by)
    if lacking := missing():
        raise Refusal("house.not_ready", missing=[message(refusal) for refusal in lacking])
    named = facts.named()
    assert named is not None, "a house without a name misses that step"
    _enter(facts.OPENED, Phrase.of("entry.house_open", name=named.name), {"name": named.name}, by, at)


def games_dealt() -> Games:
    """The games that a table may be set up for: those chosen in the set-up of the house, or every game in a house
    that was set up in another way."""
    chosen = facts.games()
    if chosen or not facts.deals_already():
        return chosen
    return {key: tuple(book.games) for key, book in BOOKS.items()}


def pit_codes() -> set[str]:
    """The codes of all pits."""
    return set(Pit.objects.values_list("code", flat=True))


def sheet_of(table: Table) -> TableSheet:
    """A table's set-up with its sign; the limits are 0 if it has no sign."""
    sign = Sign.objects.filter(table=table, bet=MAIN).first()
    return TableSheet(
        code=table.code,
        pit=table.pit.code,
        book=table.book,
        game=table.game,
        packs=table.decks,
        boxes=table.boxes,
        places=table.seats,
        chips=sorted(table.chips),
        minimum=sign.minimum if sign else 0,
        maximum=sign.maximum if sign else 0,
        multiple=sign.multiple if sign else 0,
        elections=table.elections,
        readings=table.readings,
        shoe_approval=table.shoe_approval,
    )


def bet_differences(table: Table, sheet: BetSheet) -> dict[str, tuple[Any, Any]]:
    """How the set-up of a table's side bet differs from `sheet`, by cell: (in the sheet, at the table). If the sheet
    names no scale, the table's is taken."""
    offer = Offer.objects.filter(table=table, bet=sheet.bet).first()
    if offer is None:
        return {"bet": (sheet.bet, "")}
    sign = Sign.objects.filter(table=table, bet=sheet.bet).first()
    limits = (sign.minimum, sign.maximum, sign.multiple) if sign is not None else (0, 0, 0)
    there = dict(zip(("minimum", "maximum", "multiple"), limits, strict=True)) | {
        "scale": offer.scale,
        "layout_approval": offer.cloth_approval,
        "amount_approval": offer.amount_approval,
    }
    return {
        cell: (getattr(sheet, cell), value)
        for cell, value in there.items()
        if getattr(sheet, cell) != value and not (cell == "scale" and not sheet.scale)
    }


def _enter(kind: str, detail: Phrase, body: Mapping[str, Any], by: Staff | None, at: datetime) -> None:
    entry = Draft(kind=kind, detail=detail, body=dict(body))
    ledger.append(HOUSE, [entry], actor=by.number if by else "", role=by.role if by else "", at=at)


def _whole(pit: Pit) -> None:
    try:
        pit.full_clean()
    except ValidationError as wrong:
        raise Refusal("house.pit_code", typed=pit.code) from wrong
