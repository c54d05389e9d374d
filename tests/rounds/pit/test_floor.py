"""The dashboard over many tables: what is asked of the database, the filters in the address, the charts of the day."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.staff.roles import Role
from rounds import engine
from rounds.models import Round
from rounds.pit import day
from rounds.read_model import session_tallies
from tables.models import Table
from tests import floor
from tests.rounds.pit.test_pit import browser, html

pytestmark = pytest.mark.django_db


def add_tables(first: Table, count: int) -> None:
    """Add tables like the first, each with a dealer who has been there for a long time."""
    Table.objects.bulk_create(
        [
            Table(
                code=f"BJ-{number}", pit=first.pit, chips=first.chips, live=first.live, state="open",
                dealer=f"D-{number}", dealer_since=floor.AT.replace(year=2025),
            )
            for number in range(100, 100 + count)
        ]
    )  # fmt: skip


def queries(ask: Any) -> int:
    ask()
    with CaptureQueriesContext(connection) as caught:
        ask()
    return len(caught)


@pytest.mark.parametrize("path", ["/pit/", "/pit/now", "/pit/charts"])
def test_sixty_tables_ask_no_more_of_the_database_than_twelve(path: str) -> None:
    first = floor.open_table()
    client = browser(Role.SURVEILLANCE)
    add_tables(first, 11)
    of_twelve = queries(lambda: client.get(path))
    Table.objects.bulk_create(
        [
            Table(code=f"BJ-{number}", pit=first.pit, chips=first.chips, live=first.live, state="open")
            for number in range(200, 248)
        ]
    )
    assert queries(lambda: client.get(path)) == of_twelve
    assert of_twelve <= 21
    if path != "/pit/charts":
        assert html(client.get(path)).count('<article class="tile') == 60


# --- filters


def two_games() -> None:
    floor.open_table()
    floor.set_up("BJ-08", game="crown_pontoon")


def shown(page: str) -> list[str]:
    """The tiles that the page shows before any script has run."""
    return [
        code
        for css, code in re.findall(r'<article class="(tile[^"]*)" id="tile-([^"]+)"', page)
        if " off" not in css
    ]


def test_the_game_is_kept_in_the_address_with_the_state_and_in_the_links_to_other_pits() -> None:
    two_games()
    page = html(browser(Role.GAME_SUPERVISOR).get("/pit/", {"game": "VIC03/crown_pontoon", "show": "closed"}))
    assert shown(page) == ["BJ-08"]
    # What is not shown is there for the pushes.
    assert 'id="tile-BJ-07"' in page
    assert '<option value="VIC03/crown_pontoon" selected>' in page
    assert 'href="/pit/P1/?show=closed&amp;game=VIC03%2Fcrown_pontoon"' in page
    assert 'href="?show=open&amp;game=VIC03%2Fcrown_pontoon"' in page
    assert "1 table · 0 open" in page


@pytest.mark.parametrize("game", ["UK/blackjack", "<script>", "x" * 1900])
def test_a_game_that_nobody_deals_filters_nothing(game: str) -> None:
    two_games()
    answer = browser(Role.GAME_SUPERVISOR).get("/pit/", {"game": game, "show": "nothing"})
    assert answer.status_code == 200
    assert shown(html(answer)) == ["BJ-07", "BJ-08"]
    assert "<script>&" not in html(answer)


def test_more_tiles_than_a_few_are_drawn_closely() -> None:
    first = floor.open_table()
    add_tables(first, 11)
    client = browser(Role.SURVEILLANCE)
    assert 'class="tiles"' in html(client.get("/pit/"))
    Table.objects.bulk_create(
        [Table(code=f"BJ-{number}", pit=first.pit, chips=first.chips) for number in range(300, 348)]
    )
    assert 'class="tiles many"' in html(client.get("/pit/"))


def test_a_float_that_waits_is_on_its_tile_and_needs_attention() -> None:
    table = floor.open_table()
    client = browser(Role.GAME_SUPERVISOR)
    assert "data-attention" not in html(client.get("/pit/"))
    Table.objects.filter(pk=table.pk).update(live=table.live | {"float": {"slips": 1, "alerts": 0}})
    page = html(client.get("/pit/"))
    assert "data-attention" in page
    assert "0 to answer, 1 slip to sign" in page


# --- the day


def dealt(box: int = 3) -> None:
    """A hand of 19 against 20: the wager of $50 is lost."""
    floor.taps("BJ-07", engine.PlaceWager(box, "A", 5000), engine.CallBets())
    floor.taps("BJ-07", *floor.cards("Ts Th 9s"), engine.Decide(box, "stand"), *floor.cards("Td"))
    floor.taps("BJ-07", engine.Settle(), engine.Collect())


def test_the_charts_of_the_day_are_of_the_rounds_as_they_are_recorded() -> None:
    floor.open_table()
    dealt()
    table = Table.objects.get()
    (part,) = session_tallies.parts([table.pk], Round.objects.get().opened_at, day.PART)
    assert (part.rounds, part.win, part.base) == (1, table.win, {"main": 5000})
    Round.objects.update(opened_at=timezone.now())
    drawn = day.drawn([table], timezone.now())
    theo = round(5000 * table.edges["main"])
    assert table.win == 5000
    assert f"win $50, theo ${theo / 100:,.2f}".replace(".00", "") in drawn.lines.label
    hour = timezone.localtime(Round.objects.get().opened_at)
    assert drawn.bars.label == f"Rounds an hour: {hour:%H} h: 1"


def test_the_charts_are_on_the_dashboard_and_on_the_page_of_the_table() -> None:
    floor.open_table()
    client = browser(Role.INSPECTOR)
    assert "No round is over since then" in html(client.get("/pit/"))
    dealt()
    Round.objects.update(opened_at=timezone.now())
    for path in ("/pit/", "/pit/P1/", "/pit/charts", "/pit/charts?pit=P1", "/pit/table/BJ-07/"):
        page = html(client.get(path))
        assert 'aria-label="Win against theo from' in page, path
        assert 'aria-label="Rounds an hour: ' in page, path


def test_the_day_of_a_pit_is_of_its_own_tables() -> None:
    floor.open_table()
    dealt()
    Round.objects.update(opened_at=timezone.now())
    other = floor.set_up("BJ-08")
    other.pit = type(other.pit).objects.create(code="P2", name="Pit 2")
    other.save()
    assert "No round is over since then" in html(browser(Role.INSPECTOR).get("/pit/charts", {"pit": "P2"}))
