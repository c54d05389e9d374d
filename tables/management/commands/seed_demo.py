"""``manage.py seed_demo``: creates the demonstration's casino once and leaves it alone afterwards."""

import os
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from casino.money import dollars
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.bets import equipment, offering
from tables.demonstration import database, tournament
from tables.demonstration.house import (
    DEALER,
    DEALERS,
    FREE,
    HEATS,
    MANAGER,
    MOST,
    PITS,
    REFERENCE,
    STAFF,
    SUPERVISOR,
    TABLES,
    Layout,
    OfferedBet,
    layouts,
)
from tables.float import cash, counts
from tables.floor import setup
from tables.models import MAIN, Pit, Table
from tables.offers import bet_of, title_of
from tables.opening import checklist, opening, packs
from tables.signs import signs


class Command(BaseCommand):
    help = (
        "Set up the demonstration's staff, pits and tables, with cards checked and tables open, and print who they "
        "are. What is there already stays as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="print nothing")
        parser.add_argument(
            "--tables", type=int, default=len(TABLES), help="as many as this, up to 99: for a wall screen, 60"
        )

    def handle(self, *args: Any, quiet: bool, tables: int, **options: Any) -> None:
        database.require()
        if not len(TABLES) <= tables <= MOST:
            raise CommandError(f"Between {len(TABLES)} and {MOST} tables.")
        people()
        house = layouts(tables)
        for layout in house:
            further_dealer(layout.dealer)
            table_of(layout)
        for layout in HEATS:
            further_dealer(DEALERS[layout.code])
            table_of(layout)
        tournament.prepare(timezone.now())
        if not quiet:
            port = os.environ.get("PORT") or "8000"
            self.stdout.write(guide(f"http://127.0.0.1:{port}", house))


def people() -> None:
    """Add everybody of the demonstration who does not exist yet. An empty database becomes the demonstration's."""
    database.begin()
    numbers = set(Staff.objects.values_list("number", flat=True))
    for person in STAFF:
        if person.number not in numbers:
            # The operations manager may also use the admin, for set-up data. Everybody acts in every pit, and the
            # printed PINs stay: people created by a program are not asked to choose another.
            Staff.objects.create_user(
                person.number, person.pin, role=person.role, is_superuser=person.number == MANAGER
            )


def further_dealer(number: str) -> None:
    """Add the dealer of a table beyond the twelve: only autoplay uses it, so nobody can sign in as that person."""
    if number and not Staff.objects.filter(number=number).exists():
        Staff.objects.create_without_pin(number, Role.DEALER)


def table_of(layout: Layout) -> Table:
    """The table with that layout; if it does not exist yet, it is set up and opened."""
    row = Table.objects.filter(code=layout.code).first()
    if row is not None:
        return row
    at = timezone.now()
    pit, is_new = Pit.objects.get_or_create(code=layout.pit, defaults={"name": dict(PITS)[layout.pit]})
    table = Table(code=layout.code, pit=pit, chips=list(layout.chips), **layout.setup)
    boss = Staff.objects.get(number=SUPERVISOR)
    if is_new:
        setup.record_pit(pit, by=boss, at=at)
    setup.enter(table, by=boss, at=at)
    signs.set_limits(layout.code, signs.Limits(*layout.limits), by=boss, at=at)
    for bet in layout.bets:
        offer(table, bet, boss, at, layout.controller)
    table.refresh_from_db()
    if layout.open:
        packs.check_all_right(layout.code, Staff.objects.get(number=DEALER), boss, at=at)
        for item in checklist.confirmations(table):
            checklist.confirm(layout.code, item, by=boss, at=at)
        float_in(table, boss, at)
        opening.open_table(layout.code, by=boss, at=at)
        # The shoe belongs to the rounds, which prepare it.
        call_command("prepare_shoes", layout.code, by=SUPERVISOR)
    return Table.objects.get(code=layout.code)


def float_in(table: Table, boss: Staff, at: datetime) -> None:
    """Count in an opening float, and put a drop box on."""
    dealer = Staff.objects.get(number=DEALER)
    smallest, *larger = sorted(table.chips)
    counted = {smallest: 200} | dict.fromkeys(larger, 100)
    counts.count_opening(table.code, counted, by=dealer, signed_by=boss, at=at)
    cash.change_box(table.code, old="", new=f"D-{table.code}", by=dealer, signed_by=boss, at=at)


def offer(table: Table, side_bet: OfferedBet, boss: Staff, at: datetime, controller: str) -> None:
    """Record what the bet needs, and offer it."""
    bet = bet_of(table, side_bet.bet)
    for requirement in bet.equipment:
        piece = equipment.Piece(
            requirement.item,
            device=controller if requirement.serves else "",
            approval=REFERENCE,
            approved_on=at.date(),
            certificate=REFERENCE if requirement.certified else "",
        )
        equipment.fit(table.code, side_bet.bet, piece, by=boss, at=at)
    minimum, maximum, multiple = side_bet.limits
    terms = offering.Terms(
        minimum=minimum, maximum=maximum, multiple=multiple, scale=side_bet.scale,
        cloth_approval=REFERENCE if bet.cloth.approved else "",
        amount_approval=REFERENCE if bet.amount_approved else "",
    )  # fmt: skip
    offering.offer(table.code, side_bet.bet, terms, by=boss, at=at)


def guide(house: str, tables: Sequence[Layout] = TABLES) -> str:
    """Who is who, where to go, and how to assign a tablet to a table."""
    lines = ["", "People (number, PIN, role)"]
    for role in Role:
        of_role = [f"{person.number} {person.pin}" for person in STAFF if person.role == role]
        lines.append(f"  {role.label:<20} {'   '.join(of_role)}")
    lines += ["", "Tables (autoplay: dealt by itself with AUTOPLAY=1, else free as yours)"]
    for layout in (*tables, *HEATS):
        lines.append(_line(Table.objects.select_related("pit").get(code=layout.code), bool(layout.dealer)))
    free = FREE[-1]
    lines += [
        "",
        "Where to go",
        f"  Deal      {house}/pit/demo-tablet/{free}/   assigns this browser; then sign in as D-114, PIN 1140",
        f"            (without that link: {house}/tablet/enrol/ and a supervisor's PIN)",
        f"  Pit       {house}/pit/                      as S-07, PIN 3070, in a private window or another browser",
        f"  Audit     {house}/audit/                    as V-3, PIN 5300",
        f"  Contest   {house}/tournaments/              as M-1, PIN 4100, who closes entries; T-2, PIN 7200, directs",
        f"  Set-up    {house}/admin/                    as M-1, PIN 4100",
        "",
    ]
    return "\n".join(lines)


def _line(table: Table, autoplay: bool) -> str:
    """A table as it is now, which in an older demonstration may differ from the layout here."""
    sign = table.signs.filter(bet=MAIN).first()
    limits = "no limits"
    if sign is not None:
        limits = f"{dollars(sign.minimum)}–{dollars(sign.maximum)}"
        limits += f" by {dollars(sign.multiple)}" if sign.multiple else ""
    who = "autoplay" if autoplay else "yours"
    state = f"{table.state}, {who}" if table.state == Table.State.OPEN else table.state
    rules = table.rules
    game = f"{rules.book:<5}  {rules.game_title:<23}"
    how = " ".join(f"{name}={value}" for name, value in sorted(table.elections.items()))
    if table.offers:
        how = " ".join(
            filter(None, (how, "with " + ", ".join(title_of(table, offer[0]) for offer in table.offers)))
        )
    layout = f"pit {table.pit.code}  {table.boxes} boxes  {table.decks} packs"
    return f"  {table.code}  {game}  {layout}  {limits:<22} {state:<15} {how}".rstrip()
