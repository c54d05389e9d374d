"""The desk's pages that compare: who sees them, what they show, and that bad input is a page."""

from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.staff.roles import Role
from rounds.models import ComparedRound, PlayedRound, Round, RoundCase
from rounds.surveillance.compare import views
from rounds.surveillance.compare.asking import Comparing
from rounds.surveillance.compare.staff import group_of, work_of
from rounds.surveillance.compare.worksheet import candidates, figures_of, true_count, worksheet_of
from rounds.surveillance.facts.words import decision_words
from tests import floor
from tests.rounds.surveillance.compare.test_facts import like_cases  # noqa: F401
from tests.rounds.surveillance.find.test_find import reader

pytestmark = pytest.mark.django_db

DEALT = {"D-114": (7860, 41), "D-131": (8010, 31), "D-102": (9120, 21), "D-140": (3950, 12)}
"""A tenth of the usual rounds, and irregularities."""


def asked(**given: str) -> Comparing:
    return Comparing.parse(given, timezone.now())


@pytest.fixture
def month() -> None:
    """Rounds of four dealers under two supervisors, without what happened in them: 2,894 rounds, 105 irregularities."""
    table = floor.set_up()
    now = timezone.now() - timedelta(days=1)
    numbers = iter(range(1, 100_000))
    rounds, compared, cases = [], [], []
    for dealer, (count, irregular) in DEALT.items():
        for at in range(count // 10):
            row = Round(
                pk=next(numbers),
                table=table,
                round_no=0,
                setup={},
                phase="collected",
                opened_at=now,
                first_seq=1,
            )
            row.round_no = row.pk
            rounds.append(row)
            compared.append(
                ComparedRound(
                    round_id=row.pk, table="BJ-07", at=now, dealer=dealer, supervisor="S-07" if at % 2 else "S-12",
                    pace=90 if at else None, wrong_seconds=30 if at < 2 else 0,
                )
            )  # fmt: skip
        cases += [
            RoundCase(
                round_id=rounds[-1].pk, table="BJ-07", round_no=1, seq=1, at=now, what="irregularity",
                kind="excess_card", dealer=dealer, supervisor="S-12",
            )
            for _ in range(irregular)
        ]  # fmt: skip
    Round.objects.bulk_create(rounds)
    ComparedRound.objects.bulk_create(compared)
    RoundCase.objects.bulk_create(cases)


@pytest.mark.usefixtures("month")
def test_who_has_more_than_all_of_them() -> None:
    """105 in 2,894 are 36.3 in a thousand; D-114 has 41 in 786: 52.2, from 37.4 to 70.8 (29.422 and 55.621 of 786)."""
    dealers = group_of(asked(), "dealer")
    assert [person.number for person in dealers.people] == ["D-114", "D-131", "D-140", "D-102"]
    first = dealers.people[0]
    assert round(dealers.all_rate or 0, 1) == 36.3
    assert (round(first.rate or 0, 1), first.from_to) == (52.2, "37.4 – 70.8")
    assert dealers.stands_out == ["D-114"]
    # One of four beyond its upper 2.5 %: 1 − 0.975⁴ = 0.0963, one month in ten.
    assert dealers.by_chance == 10
    supervisors = group_of(asked(), "supervisor")
    assert {person.number: person.count for person in supervisors.people} == {"S-12": 105, "S-07": 0}


@pytest.mark.usefixtures("month")
def test_how_dealers_work() -> None:
    """A round every 90 seconds are 40 an hour; two of half a minute in irregularities are a minute, of 786 rounds
    1.27 in a thousand."""
    first = next(line for line in work_of(asked()) if line.number == "D-114")
    assert (first.rounds, first.an_hour, first.wrong_minutes) == (786, 40.0, 1.0)
    assert round(first.wrong_minutes_rate, 2) == 1.27


@pytest.mark.usefixtures("month")
def test_a_figure_leads_to_what_is_behind_it() -> None:
    client = reader()
    page = client.get("/compare/").content.decode()
    assert "?view=cases&amp;person=D-114&amp;as=dealer" in page
    behind = client.get("/compare/", {"view": "cases", "person": "D-140", "as": "dealer"}).content.decode()
    assert behind.count('href="/audit/round/BJ-07/1/?seq=1"') == 12


@pytest.mark.parametrize("view", ["staff", "pairs", "player", "cases"])
def test_a_question_that_takes_too_long_is_answered_and_keeps_what_was_asked(
    view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor.set_up()
    client = reader()

    def sleeps(*_: object) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 50")
            cursor.execute("SELECT pg_sleep(5)")

    # The database gives it up, as it would give up a question about too many rounds.
    monkeypatch.setattr(views, "compared", sleeps)
    answer = client.get("/compare/", {"view": view, "when": "last 400 days"})
    assert answer.status_code == 200
    assert 'id="wrong"' in answer.content.decode()
    assert 'value="last 400 days"' in answer.content.decode()


def test_like_cases_are_side_by_side_and_lead_to_the_replay(like_cases: None) -> None:  # noqa: F811
    page = reader().get("/compare/", {"view": "pairs", "when": "2026-11-28"}).content.decode()
    for case in RoundCase.objects.filter(what="irregularity"):
        assert f'href="/audit/round/BJ-07/{case.round_no}/?seq={case.seq}"' in page
    assert page.count('class="side otherwise"') == 1
    assert "S-12" in page[page.index('class="side otherwise"') :]
    assert page.count("small-felt") == 2
    assert "UK-A01" in page


def test_the_replay_says_what_another_supervisor_has_done(like_cases: None) -> None:  # noqa: F811
    """Two like cases, decided differently: beside each the other's decision, and who took it."""
    first, second = RoundCase.objects.filter(what="irregularity").order_by("round_no")
    for case, other in ((first, second), (second, first)):
        address = f"/audit/round/BJ-07/{case.round_no}/?seq={case.seq}"
        shown = reader().get(address).context["like"]
        assert [line.number for line in shown.by] == [other.supervisor]
        assert decision_words(other.decision) in shown.by[0].words
        assert shown.count == 1
        # Only the desk compares people.
        assert reader(Role.CASINO_SUPERVISOR).get(address).context["like"] is None
    assert first.supervisor != second.supervisor


@pytest.mark.parametrize(
    "role", [Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER]
)
def test_who_is_compared_does_not_compare(role: str) -> None:
    assert reader(role).get("/compare/").status_code == 403


@pytest.mark.parametrize(
    "query",
    [{"when": "\x00"}, {"view": "nonsense"}, {"what": "x" * 500}, {"when": "yesterweek"}, {"table": "BJ-99"},
     {"view": "cases", "before": "nonsense"}, {"view": "cases", "person": "²"}, {"view": "player", "player": "'; --"},
     {"view": "cases", "before": "2026-01-01T00:00:00+00:00~9" + "9" * 30}, {"kind": "\x07"}],
)  # fmt: skip
def test_bad_input_is_a_page_and_no_error(query: dict[str, str]) -> None:
    assert reader().get("/compare/", query).status_code == 200


def played(number: int, laid: int, *, net: int = 0, running: int | None = 0, **more: object) -> PlayedRound:
    return PlayedRound(
        round_id=number, table="BJ-07", round_no=number, at=floor.AT + timedelta(minutes=number), player="F", laid=laid,
        net=net, theo=Decimal("10.5"), variance=10_000.0, running=running, unseen=208, **more,
    )  # fmt: skip


def test_the_figures_of_a_worksheet() -> None:
    """Two packs in 208 cards are four: +8 is a true count of 2. Four rounds of 10.50 cents each that the house was to
    win are −42 cents expected; the deviation is √40,000 = 200 cents, so 95 % lie from −434 to 350. +758 is four
    deviations above: under 1 in 10,000. Counts −1, 0, 1, 2 and wagers of 250, 250, 500, 2,000 go together as
    275 / √(5 × 21,250) = 0.844."""
    rounds = [
        played(1, 25_000, running=-4, insured=0, insurance_worth=-70),
        played(2, 25_000, net=758),
        played(3, 50_000, running=4, insured=5_000, insurance_worth=12),
        played(4, 200_000, running=8),
    ]
    figures = figures_of(rounds)
    assert true_count(rounds[3]) == 2
    assert (figures.spread, figures.lowest, figures.highest) == ("8", 25_000, 200_000)
    assert (figures.net, figures.expected, figures.low, figures.high) == (758, -42, -434, 350)
    assert figures.net_chance == "chance under 1 in 10,000"
    assert (figures.insured_worth, figures.offered_worth) == (1, 1)
    assert (figures.insured_else, figures.offered_else) == (0, 1)
    assert figures.correlation == pytest.approx(0.844, abs=0.001)


def test_the_worksheet_of_a_player_is_a_table_too() -> None:
    table = floor.set_up()
    for number in range(1, 6):
        Round.objects.create(
            pk=number,
            table=table,
            round_no=number,
            setup={},
            phase="collected",
            opened_at=floor.AT,
            first_seq=1,
        )
        played(number, 10_000 * number, running=number, patron="P-2207", fresh=number == 3).save()
    client = reader()
    page = client.get("/compare/", {"view": "player", "player": "P-2207", "when": "2026-11-28 to 2026-11-30"})
    html = page.content.decode()
    assert html.count("<rect x=") == 5
    assert html.count("<polyline") == 2  # a new shoe begins with the third
    assert all(f'href="/audit/round/BJ-07/{number}/"' in html for number in range(1, 6))
    assert "cheat" not in html.lower()
    sheet = worksheet_of(asked(view="player", player="P-2207", when="2026-11-28 to 2026-11-30"))
    assert sheet is not None
    assert [(line.words, line.rounds, line.mean) for line in sheet.counts] == [
        ("0", 3, 20_000),
        ("1", 2, 45_000),
    ]
    listed = client.get("/compare/", {"view": "player", "table": "", "player": "F", "when": "2026-11-28"})
    assert b"player=P-2207" in listed.content


def test_a_mark_and_a_patron_of_the_same_name_are_each_listed_once() -> None:
    """Rounds of 100, 200, 300 and 400 dollars: the mark F, the mark F that is the patron F, another mark that is the
    patron F, and somebody else."""
    table = floor.open_table()  # marks are those of tables that have a chain
    for number in range(101, 105):
        Round.objects.create(
            pk=number, table=table, round_no=number, setup={}, phase="collected", opened_at=floor.AT, first_seq=1
        )  # fmt: skip
    for row, player, patron in (
        (played(101, 10_000), "F", ""), (played(102, 20_000), "F", "F"), (played(103, 30_000), "G", "F"),
        (played(104, 40_000), "H", ""),
    ):  # fmt: skip
        row.player, row.patron = player, patron
        row.save()
    listed = candidates(asked(view="player", player="F", when="2026-11-28 to 2026-11-30"))
    assert [(each.sums.player, each.sums.patron, each.sums.rounds, each.sums.laid) for each in listed] == [
        ("G", "F", 1, 30_000), ("F", "F", 1, 20_000), ("F", "", 1, 10_000),
    ]  # fmt: skip


COUNTED = ("true count", "hi-lo", "running count", "worksheet")


def test_no_page_of_a_table_or_a_pit_has_a_count() -> None:
    floor.open_table()
    boss = reader(Role.GAME_SUPERVISOR)
    for address in ("/pit/", "/pit/table/BJ-07/", "/table/BJ-07/", "/float/BJ-07/"):
        page = boss.get(address)
        if page.status_code == 200:
            shown = page.content.decode().lower()
            assert not [word for word in COUNTED if word in shown], address
    assert boss.get("/compare/", {"view": "player", "table": "BJ-07"}).status_code == 403


def test_no_code_of_a_table_or_a_pit_reads_what_players_are_compared_by() -> None:
    root = Path(__file__).parents[4]
    rooms = ("rounds/tablet", "rounds/pit", "rounds/pages", "rounds/play", "tables")
    readers = [
        path.name
        for room in rooms
        for path in (root / room).rglob("*.py")
        if "migrations" not in path.parts and "PlayedRound" in path.read_text()
    ]
    assert readers == []


def test_a_house_without_rounds() -> None:
    page = reader().get("/compare/").content.decode()
    assert "Nobody has a round" in page
