"""A dispute beside its round: the felt in small, what was settled, and how long the answer took."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.utils import timezone

from casino.staff.models import Staff
from rounds.surveillance.disputes import screen
from rounds.surveillance.disputes.screen import DisputeShown, listed
from tables.disputes import disputes, views
from tables.models import Dispute
from tests.own_words import house_says
from tests.rounds.surveillance.desk.conftest import client_of


def test_a_dispute_shows_its_round_and_the_time_of_its_answer(dealt: None, people: dict[str, Staff]) -> None:
    replay = client_of("S-07").get("/audit/round/BJ-07/1/").content.decode()
    # A won 50 on box 1, B lost 20 on box 3: what was settled goes along.
    for link in (
        "?round=1&amp;box=1&amp;player=A&amp;settled=50",
        "?round=1&amp;box=3&amp;player=B&amp;settled=-20",
    ):
        assert link in replay, link
    supervisor = client_of("G-21")
    address = next(part.split('"')[0] for part in replay.split('href="') if "settled=50" in part).replace(
        "&amp;", "&"
    )
    page = supervisor.get(address).content.decode()
    assert 'value="50"' in page
    fields = {
        "step": "raise",
        "player": "A",
        "round": "1",
        "box": "1",
        "settled": "50",
        "question": "Pays 3 to 2?",
    }
    assert supervisor.post(address.partition("?")[0] + "/act", fields).status_code == 302
    dispute = Dispute.objects.get()
    assert (dispute.settled, dispute.box, dispute.round_no) == (5000, 1, 1)
    page = supervisor.get(address).content.decode()
    assert "small-felt" in page
    assert "Waits for" in page
    disputes.settle(
        "BJ-07", dispute.pk, "content", by=people["S-07"], at=timezone.now() + timedelta(seconds=200)
    )
    page = supervisor.get(address).content.decode()
    # 200 seconds and the moments that the steps of this test took.
    assert "Answered in 4 min" in page


def test_a_dispute_that_waits_is_seen_at_the_desk_before_anybody_keeps_a_log(
    dealt: None, people: dict[str, Staff]
) -> None:
    disputes.raise_dispute(
        "BJ-07",
        disputes.Complaint("A", "Pays 3 to 2?", round_no=1, box=1),
        by=people["D-114"],
        at=timezone.now(),
    )
    page = client_of("V-3").get("/desk/log/").content.decode()
    assert "Pays 3 to 2?" in page
    assert f"/pit/table/BJ-07/disputes#dispute-{Dispute.objects.get().pk}" in page


def raised(people: dict[str, Staff], player: str, minutes: int, **more: Any) -> Dispute:
    """A dispute at BJ-07 raised that many minutes ago."""
    at = timezone.now() - timedelta(minutes=minutes)
    complaint = disputes.Complaint(player, "was not paid", **more)
    return disputes.raise_dispute("BJ-07", complaint, by=people["D-114"], at=at)


def players_of(rows: list[DisputeShown]) -> list[str]:
    return [shown.row.player for shown in rows]


def test_the_list_has_what_waits_first_and_how_long_an_answer_took(
    dealt: None, people: dict[str, Staff]
) -> None:
    first, answered, waits, early = (
        raised(people, player, minutes) for player, minutes in (("A", 60), ("B", 50), ("C", 40), ("D", 30))
    )
    for dispute, after in ((early, 2), (answered, 7)):
        at = dispute.raised_at + timedelta(minutes=after)
        disputes.record_advice("BJ-07", dispute.pk, by=people["S-07"], at=at)
        disputes.decide(
            "BJ-07", dispute.pk, disputes.Decision("paid", awarded=2500), by=people["S-07"], at=at
        )
    now = waits.raised_at + timedelta(minutes=90)
    shown = listed({}, now)
    assert players_of(shown.rows) == ["A", "C", "D", "B"]
    assert shown.waiting == 2
    assert [row.late for row in shown.rows] == [True, True, False, False]
    assert shown.rows[1].time.endswith("90 min")
    assert [row.time for row in shown.rows[2:]] == ["2 min", "7 min"]
    assert [row.awarded for row in shown.rows] == [None, None, 2500, 2500]
    # A review that is asked for waits again.
    disputes.ask_review("BJ-07", answered.pk, by=people["S-07"], at=now)
    assert players_of(listed({}, now).rows) == ["A", "B", "C", "D"]
    assert players_of(listed({"player": "C"}, now).rows) == ["C"]
    assert players_of(listed({"table": "bj-07", "words": "PAID"}, now).rows) == ["A", "B", "C", "D"]
    assert listed({"table": "BJ-08"}, now).rows == []
    assert first.ends is False


def test_the_list_goes_on_from_what_waits_to_what_is_answered(
    dealt: None, people: dict[str, Staff], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every dispute is on a page once, and an invalid key is the first page."""
    monkeypatch.setattr(screen, "PAGE", 2)
    for number in range(7):
        dispute = raised(people, f"P{number}", 60 - number)
        if number % 2:
            disputes.settle("BJ-07", dispute.pk, "content", by=people["S-07"], at=timezone.now())
    pages, query = [], "player="
    while query:
        page = listed(dict(parse_qsl(query)), timezone.now())
        pages.append(players_of(page.rows))
        query = page.next
    assert pages == [["P0", "P2"], ["P4", "P6"], ["P5", "P3"], ["P1"]]
    for wrong in ("x", "waiting-", "ended-٣", "waiting-" + "9" * 30, "waiting-1\n"):
        assert players_of(listed({"after": wrong}, timezone.now()).rows) == ["P0", "P2"]


def test_who_reads_the_list_is_led_to_the_round_and_the_dispute(
    dealt: None, people: dict[str, Staff]
) -> None:
    dispute = raised(people, "A", 3, round_no=1, box=1, settled=5000)
    address = f"/pit/table/BJ-07/disputes?dispute={dispute.pk}#dispute-{dispute.pk}"
    for number in ("V-3", "I-9", "S-07", "M-1"):
        client = client_of(number)
        page = client.get("/desk/disputes/").content.decode()
        assert f'href="{address}"' in page, number
        assert 'href="/audit/round/BJ-07/1/"' in page, number
        assert "$50" in page
        assert f'id="dispute-{dispute.pk}"' in client.get(address.partition("#")[0]).content.decode(), number
        assert client.get("/audit/round/BJ-07/1/").status_code == 200
        assert 'href="/desk/disputes/"' in client.get("/find/").content.decode()
        counted = client.get("/desk/counts").content.decode()
        assert '#count-disputes" hx-swap="innerHTML">1<' in counted
    for number in ("G-21", "D-114"):
        assert client_of(number).get("/desk/disputes/").status_code == 403


def test_an_incident_that_is_opened_from_a_dispute_is_named_in_the_house_s_words(
    dealt: None, people: dict[str, Staff], tmp_path: Path
) -> None:
    dispute = raised(people, "A", 3)  # in the words that a dealer taps
    with house_says(tmp_path, {"was not paid": "wurde nicht ausgezahlt"}):
        answer = client_of("V-3").get(f"/desk/incidents/new?dispute={dispute.pk}")
    assert answer.context["form"]["title"].value() == "A: wurde nicht ausgezahlt"


def test_a_link_to_an_old_dispute_of_a_table_shows_it(
    dealt: None, people: dict[str, Staff], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "LISTED", 2)
    old, *_ = (raised(people, player, 9) for player in "ABCD")
    client = client_of("V-3")
    anchor = f'id="dispute-{old.pk}"'
    assert anchor not in client.get("/pit/table/BJ-07/disputes").content.decode()
    assert anchor in client.get(f"/pit/table/BJ-07/disputes?dispute={old.pk}").content.decode()
    for wrong in ("x", "0", "9" * 9, "٣"):
        assert client.get("/pit/table/BJ-07/disputes", {"dispute": wrong}).status_code == 200


def test_an_empty_list_says_whether_there_are_no_disputes_or_none_that_match(
    dealt: None, people: dict[str, Staff]
) -> None:
    def filtered(**asked: str) -> bool:
        answer = client_of("V-3").get("/desk/disputes/", asked)
        assert "<td colspan" in answer.content.decode()
        return bool(answer.context["filtered"])

    assert not filtered()
    assert not filtered(table=" ")
    assert filtered(player="A")
