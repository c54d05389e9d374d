"""The draw: committed to before the field is known, shown afterwards, and worked out by anybody in the same way."""

import hashlib
import re
from contextlib import redirect_stdout
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.tournaments import machine
from tables.tournaments.machine import commands, draw
from tests.examples import examples
from tests.processes import PROJECT
from tests.tables.tournaments.house import DESK, DIRECTOR, OPERATOR, SEEDS, VIC03, Tournament

SEED = "5eed0000000000000000000000000000000000000000000000000000000000aa"


def test_a_draw_worked_out_by_sha256sum() -> None:
    """Stage 2 with the cut “lucky 7”: the hashes were made with ``sha256sum`` and put in order with ``sort``; they
    begin with 1c95 (entry 10), 3273 (9), 532b (3), 6348 (2), 8d17 (1), c82a (5), d11e (8). The hashes for the tables,
    3a31… and d2f1…, leave 2 and 1 over when divided by 4 and 3 with ``bc``."""
    order = draw.order_of((1, 2, 3, 5, 8, 9, 10), SEED, "lucky 7", 2)
    assert order == (10, 9, 3, 2, 1, 5, 8)
    assert draw.seats_of(order, 2) == ((10, 3, 1, 8), (9, 2, 5))
    assert draw.first_box_of(SEED, "lucky 7", 2, 1, 4) == 3
    assert draw.first_box_of(SEED, "lucky 7", 2, 2, 3) == 2


def test_the_commitment_worked_out_by_sha256sum() -> None:
    assert draw.commitment_of(SEED) == "4cbc94cac0ba0b72fdfb5c38bd32d762e927d45ff475490f181c138c3f0a95ed"


def test_the_lines_of_the_documentation_say_what_is_drawn() -> None:
    """What ``docs/tournaments.md`` prints is what its lines print, and what the draw gives."""
    page = (PROJECT / "docs" / "tournaments.md").read_text(encoding="utf-8")
    lines, printed = re.findall(r"```(?:python)?\n(.*?)```", page, re.DOTALL)
    output = StringIO()
    with redirect_stdout(output):
        exec(compile(lines, "docs/tournaments.md", "exec"), {})  # noqa: S102 — our own page
    assert output.getvalue() == printed
    for table, seated in enumerate(draw.seats_of((10, 9, 3, 2, 1, 5, 8), 2), start=1):
        assert f"table {table} boxes {dict(enumerate(seated, start=1))}" in printed


def checked(drawn: machine.State, stage: int) -> list[list[int]]:
    """The seats by table, worked out as ``docs/tournaments.md`` says."""
    shown = next(held for held in drawn.draws if held.stage == stage)
    published = next(promised for promised in drawn.commitments if promised.stage == stage)
    assert hashlib.sha256(shown.seed.encode()).hexdigest() == published.digest
    key = f"{shown.seed}:{shown.cut}:{stage}:"
    order = sorted(shown.field, key=lambda entry: hashlib.sha256(f"{key}{entry}".encode()).hexdigest())
    tables = machine.stage_of(drawn, stage).tables
    return [order[table::tables] for table in range(tables)]


def test_anybody_can_check_the_seats() -> None:
    drawn = Tournament(VIC03).open().filled(17).close().begin().draw("red")
    assert checked(drawn.now, 1) == [[seat.entry for seat in session.seats] for session in drawn.now.sessions]
    assert [len(session.seats) for session in drawn.now.sessions] == [6, 6, 5]
    assert [[seat.box for seat in session.seats] for session in drawn.now.sessions][2] == [1, 2, 3, 4, 5]
    assert all(1 <= session.first_box <= len(session.seats) for session in drawn.now.sessions)


@given(st.sets(st.integers(1, 400), min_size=1), st.integers(1, 30), st.text("0123456789abcdef", min_size=32))
@examples(100)
def test_everybody_has_one_seat_at_tables_of_one_size(entries: set[int], tables: int, seed: str) -> None:
    seats = draw.seats_of(draw.order_of(tuple(entries), seed, "", 1), tables)
    assert sorted(entry for seated in seats for entry in seated) == sorted(entries)
    sizes = [len(seated) for seated in seats]
    assert max(sizes) - min(sizes) <= 1
    # The order in which entries are listed is of no effect.
    assert seats == draw.seats_of(draw.order_of(sorted(entries, reverse=True), seed, "", 1), tables)


@pytest.mark.clause("VIC03-16.1.1")
def test_a_seed_is_committed_before_the_field_is_known() -> None:
    entered = Tournament(VIC03).open().filled(18)
    entered.at = VIC03.closes_at or entered.at
    entered.refused(commands.CloseEntries(), "no_commitment", "VIC03-16.1.1", OPERATOR)
    entered.refused(commands.CommitSeed(1, "abc"), "digest", "VIC03-16.1.1", OPERATOR)
    entered.refused(commands.CommitSeed(3, "0" * 64), "no_stage", "VIC03-16.1.1", OPERATOR)
    entered.refused(commands.CommitSeed(1, "0" * 64), "role", "VIC03-16.1.1", DESK)
    committed = draw.commitment_of(SEEDS[1])
    entered.do(commands.CommitSeed(1, committed), OPERATOR)
    entered.refused(commands.CommitSeed(1, "0" * 64), "committed_already", "VIC03-16.1.1", OPERATOR)
    entered.refused(commands.CommitSeed(2, committed), "digest_used", "VIC03-16.1.1", OPERATOR)
    entered.do(commands.CloseEntries(), OPERATOR)
    entered.begin().draw()
    # The final's seed has to be there before the heats decide who is in it.
    entered.ready("1-1")
    entered.refused(commands.BeginSession("1-1"), "no_commitment", "VIC03-16.1.1")
    entered.do(commands.CommitSeed(2, draw.commitment_of(SEEDS[2])), OPERATOR)
    entered.do(commands.BeginSession("1-1"))


def test_a_seed_that_comes_late_is_refused() -> None:
    entered = Tournament(VIC03).open().filled(18).close()
    entered.begin().draw()
    entered.ready("1-1")
    entered.do(commands.BeginSession("1-1"))
    entered.state = machine.fold([event for event in entered.events if getattr(event, "stage", 0) != 2])
    entered.refused(commands.CommitSeed(2, "1" * 64), "field_known", "VIC03-16.1.1", OPERATOR)


def test_only_the_committed_seed_is_drawn_with() -> None:
    closed = Tournament(VIC03).open().filled(18).close().begin()
    closed.refused(commands.Draw(SEEDS[2]), "other_seed", "VIC03-16.1.1")
    closed.refused(commands.Draw("no seed"), "other_seed", "VIC03-16.1.1")
    closed.refused(commands.Draw(SEEDS[1], cut="x" * 41), "cut", "VIC03-16.1.1")
    closed.refused(commands.Draw(SEEDS[1], cut="a:2"), "cut", "VIC03-16.1.1")
    closed.draw()
    closed.refused(commands.Draw(SEEDS[2]), "stage_not_over", "VIC03-16.1.1")


def test_the_cut_changes_the_seats() -> None:
    closed = Tournament(VIC03).open().filled(18).close().begin()
    seats = [
        machine.apply(closed.state, commands.Draw(SEEDS[1], cut), by, closed.at)[0].sessions
        for cut, by in (("red", DIRECTOR), ("black", DIRECTOR), ("red", DIRECTOR))
    ]
    assert seats[0] == seats[2] != seats[1]


def test_a_seed_that_was_shown_is_not_committed_to_again() -> None:
    """Everybody could work out the seats of the new field beforehand."""
    drawn = Tournament(VIC03).drawn()
    drawn.do(commands.Amend(replace(VIC03, table_maximum=400)), OPERATOR)
    drawn.approve()
    shown = commands.CommitSeed(1, draw.commitment_of(SEEDS[1]))
    drawn.refused(shown, "digest_used", "VIC03-16.1.1", OPERATOR)
    drawn.do(commands.CommitSeed(1, draw.commitment_of("5eed" * 16)), OPERATOR)
