"""A house from a file: all of it or nothing, each wrong cell by its place and clause, and nothing twice."""

from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import people
from casino.staff.models import Staff, StaffChange
from casino.staff.roles import Role
from casino.staff.two_people import why_not_together
from tables import house_facts as facts
from tables.house import house_file, progress, service
from tables.models import Offer, Pit, Reader, Sign, Table
from tests.refusing import code_and_clause
from tests.tables.house.houses import AT, EXAMPLE, set_up, settings_of_the_house, with_cell

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settings() -> Iterator[None]:
    with settings_of_the_house():
        yield


def test_a_house_is_set_up_from_a_file_and_its_record_verifies() -> None:
    secrets = set_up()
    table = Table.objects.get(code="BJ-07")
    assert (table.decks, table.boxes, table.chips) == (8, 7, [250, 500, 2500, 10000, 50000])
    signs = Sign.objects.values_list("table__code", "bet", "minimum", "maximum")
    assert set(signs) == {
        ("BJ-07", "main", 2500, 200000),
        ("BJ-07", "perfect_pairs", 500, 20000),
        ("BJ-08", "main", 1000, 50000),
        ("BJ-08", "madness_21", 100, 5000),
    }
    assert Offer.objects.filter(on=True).count() == 2
    assert [offer[0] for offer in Table.objects.get(code="BJ-08").offers] == ["madness_21"]
    assert Reader.objects.get().table.code == "BJ-08"
    assert set(secrets.pins) == {"M-1", "S-07", "G-21", "D-114", "V-3"}
    assert set(secrets.tokens) == {"BJ-08"}
    assert facts.games() == {"VIC03": ("blackjack", "crown_pontoon"), "NZ": ("ante_up",)}
    assert verify().ok


def test_a_first_pin_opens_nothing_until_its_owner_has_changed_it() -> None:
    secrets = set_up()
    for number, pin in secrets.pins.items():
        person = Staff.objects.get(number=number)
        assert person.check_password(pin)
        assert person.pin_set_by
    # They wait to be acknowledged, but for the first; and who was set up by the server signs beside anybody.
    assert set(StaffChange.objects.values_list("number", "set_by")) == {
        (number, "") for number in ("S-07", "G-21", "D-114", "V-3")
    }
    assert why_not_together("D-114", "S-07", AT) is None


def test_the_same_file_again_changes_nothing() -> None:
    set_up()
    entries = Entry.objects.count()
    plan = house_file.check(EXAMPLE, AT)
    assert (plan.wrong, plan.todo) == ([], [])
    assert Entry.objects.count() == entries


def test_a_file_that_was_extended_adds_what_is_new_alone() -> None:
    set_up()
    more = '\n[[staff]]\nnumber = "D-115"\nrole = "dealer"\n'
    plan = house_file.check(EXAMPLE + more, AT)
    assert [step.words for step in plan.todo] == ["person D-115, dealer"]
    assert not plan.wrong


def test_checking_only_reads(django_assert_num_queries: object) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    plan = house_file.check(EXAMPLE, AT)
    assert not plan.wrong
    assert len(plan.todo) == 15


WRONG_CELLS = [
    # what is replaced, by what, the cell named, the code, the clause
    ("packs = 8", "packs = 9", "BJ-07: packs", "setup.decks", "VIC03-3.1"),
    ("packs = 8", 'packs = "many"', "BJ-07: packs", "typed.number", ""),
    ("packs = 8\n", "", "BJ-07: packs", "house.cell_empty", ""),
    ("boxes = 7", "boxes = 10", "BJ-07: boxes", "setup.boxes", "VIC03-2.2.1"),
    ("places = 7", "places = 10", "BJ-07: places", "setup.places", "VIC03-2.1"),
    ("minimum = 25\n", "", "BJ-07: minimum", "house.cell_empty", ""),
    ("minimum = 25", "minimum = 0", "BJ-07: minimum", "sign.limits", "VIC03-6.1-FN2-66(1)(d)"),
    ("minimum = 25", "minimum = 2500", "BJ-07: minimum", "sign.limits", "VIC03-6.1-FN2-66(1)(d)"),
    ("minimum = 25", "minimum = 25.005", "BJ-07: minimum", "typed.amount", ""),
    ("maximum = 500\n", "maximum = 5\n", "BJ-08: minimum", "sign.limits", "NZ-14.2-S2"),
    ("minimum = 10\n", "minimum = 4\n", "BJ-08: minimum", "sign.ante", "NZ-1.1-B01"),
    ('{ ante = "1" }', "{}", "BJ-08: elections", "rule_book.election_missing", ""),
    ("chips = [2.50, 5", "chips = [0, 5", "BJ-07: chips", "house.chips", ""),
    ('game = "blackjack"', 'game = "vegas_blackjack"', "BJ-07: game", "house.game_not_chosen", ""),
    ('game = "blackjack"', 'game = "poker"', "BJ-07: game", "rule_book.no_game", ""),
    ('pit = "P1"\nbook = "VIC03"', 'pit = "P9"\nbook = "VIC03"', "BJ-07: pit", "house.pit_unknown", ""),
    ('["blackjack", "crown_pontoon"]', '["roulette"]', "books: VIC03", "rule_book.no_game", ""),
    ('bet = "perfect_pairs"', 'bet = "madness_21"', "side bet madness_21: bet", "side_bet.unknown", ""),
    ('bet = "perfect_pairs"', 'bet = "pontoon_pandemonium"', ": bet", "side_bet.not_in_game", "VIC03-11.1"),
    ('certificate = "CERT 9/26"', "", "madness_21: bet", "equipment.no_certificate", "NZ-3.5(a)(i)"),
    ('approved_on = "2026-08-14"', "", "madness_21: bet", "equipment.not_approved", "NZ-3.5-S1"),
    (
        'time_zone = "Australia/Melbourne"',
        'time_zone = "UTC"',
        "house: time_zone",
        "house.setting_differs",
        "",
    ),
    ('time_zone = "Australia/Melbourne"', "", "house: time_zone", "house.cell_empty", ""),
    ('gaming_day = "06:00"', 'gaming_day = "6 in the morning"', "house: gaming_day", "typed.time", ""),
    ("[float]", '[float]\nslips_by = "pit"', "float: slips_by", "house.setting_differs", ""),
    ("[float]", '[float]\nslips_by = "cage"', "float", "house.float_policy", ""),
    ("[float]", "", "file", "house.section_missing", ""),
    (
        'kept_at = "safe of the operations manager, envelope 12"',
        "",
        "seal_key: kept_at",
        "house.cell_empty",
        "",
    ),
    ('number = "D-114"', 'number = "Dealer"', "staff Dealer: number", "house.staff_number", ""),
    ('number = "D-114"', 'number = "G-21"', "staff G-21", "house.cell_repeated", ""),
    ('role = "dealer"', 'role = "croupier"', "staff D-114: role", "house.choice", ""),
    ('pits = ["P1"]', 'pits = ["P7"]', "staff G-21: pits", "house.pit_unknown", ""),
    ("sets_up = true", "", "staff M-1: sets_up", "house.first_manager", ""),
    (
        "sets_up = true",
        'sets_up = true\nfirst_pin = "1234"',
        "staff M-1: first_pin",
        "house.pin_guessable",
        "",
    ),
    ("places = 7", "places = 7\nseats = 7", "BJ-07: seats", "house.cell_unknown", ""),
    ("[books]", "[books", "file", "house.file_unreadable", ""),
    ("[[pit]]", "[pit]", "pit", "house.section_shape", ""),
    ('kind = "shoe"', 'kind = "camera"', "BJ-08 reader: kind", "house.choice", ""),
    ('name = "Harbour Casino"', f'name = "{"x" * 61}"', "house: name", "house.cell_long", ""),
    ('name = "Harbour Casino"', r'name = "a\u0000b"', "house: name", "house.cell_unprintable", ""),
]


@pytest.mark.clause("VIC03-3.1", "VIC03-2.2.1", "VIC03-2.1", "NZ-1.1-B01", "NZ-3.5-S1", "NZ-3.5(a)(i)")
def test_each_wrong_cell_is_named_by_its_place_and_nothing_is_written() -> None:
    for old, new, place, code, clause in WRONG_CELLS:
        plan = house_file.check(with_cell(old, new), AT)
        named = [(wrong.place, wrong.refusal.code, wrong.refusal.clause) for wrong in plan.wrong]
        assert any(
            at.endswith(place) and of == code and (under == clause or not clause) for at, of, under in named
        ), (old, new, named)
    assert not Entry.objects.exists()


def test_the_line_of_a_wrong_cell_is_the_one_in_the_file() -> None:
    text = with_cell("packs = 8", "packs = 9")
    (wrong,) = house_file.check(text, AT).wrong
    line = text.splitlines().index("packs = 9") + 1
    assert wrong.place == f"line {line}: table BJ-07: packs"


def test_what_the_house_has_otherwise_is_a_fault_and_not_a_change() -> None:
    set_up()
    plan = house_file.check(with_cell("maximum = 2000", "maximum = 3000"), AT)
    assert [(*code_and_clause(wrong.refusal), wrong.refusal.values["in_force"]) for wrong in plan.wrong] == [
        ("house.differs", "", "$2,000")
    ]


def test_two_tables_settle_scales_and_devices_together() -> None:
    bets = EXAMPLE[EXAMPLE.index('[[table.side_bet]]\nbet = "madness_21"') :]
    table = EXAMPLE[EXAMPLE.index('[[table]]\ncode = "BJ-08"') : EXAMPLE.index("[table.reader]")]
    further = "".join(table.replace("BJ-08", f"BJ-2{number}") + bets for number in range(4))
    wrong = [code_and_clause(each.refusal) for each in house_file.check(EXAMPLE + "\n" + further, AT).wrong]
    assert wrong == [("equipment.serves_too_many", "NZ-3.5(a)")]


def test_the_house_opens_once_every_step_is_done_and_then_takes_no_file() -> None:
    set_up()
    boss = Staff.objects.get(number="M-1")
    missing = [code_and_clause(refusal) for refusal in progress.missing()]
    assert missing == [("house.step_tablets", ""), ("house.backup_untested", "")]
    with pytest.raises(CommandError):
        call_command("setup_house", "--file", "deploy/house.toml.example", "--open")
    assert not progress.is_open()
    from casino.staff.models import Tablet

    Tablet.objects.create(token_hash="x", table_code="BJ-07", enrolled_by="S-07", enrolled_at=AT)
    service.record_backup_test({"restored_to": "2026-11-28 20:00", "entries": 3}, at=AT)
    service.open_house(by=boss, at=AT)
    assert progress.is_open()
    more = '\n[[staff]]\nnumber = "D-115"\nrole = "dealer"\n'
    wrong = house_file.check(EXAMPLE + more, AT).wrong
    assert [code_and_clause(each.refusal) for each in wrong] == [("house.open", "")]


def test_no_default_takes_the_place_of_a_cell() -> None:
    """Every cell that the book or the house does not make optional is asked for."""
    plan = house_file.check("[house]\n[books]\n[float]\n[seal_key]\n[[pit]]\n[[staff]]\n[[table]]\n", AT)
    empty = {wrong.place.split(": ")[-1] for wrong in plan.wrong if wrong.refusal.code == "house.cell_empty"}
    assert empty == {
        "name", "origin", "time_zone", "currency", "gaming_day", "kept_at", "code", "number", "role", "pit", "book",
        "game", "packs", "boxes", "places", "chips", "minimum", "maximum",
    }  # fmt: skip
    assert Pit.objects.count() == Table.objects.count() == 0


def test_only_a_manager_with_the_right_sets_up() -> None:
    set_up()
    for number in ("S-07", "V-3", "D-114"):
        with pytest.raises(service.Refusal) as refused:
            service.add_pit("P2", "Second", by=Staff.objects.get(number=number), at=AT)
        assert code_and_clause(refused.value) == ("house.role", "")
    assert Role.OPERATIONS_MANAGER == people.SETS_UP
