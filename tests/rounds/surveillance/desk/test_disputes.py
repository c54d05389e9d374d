"""A dispute beside its round: the felt in small, what was settled, and how long the answer took."""

from datetime import timedelta

from django.utils import timezone

from casino.staff.models import Staff
from tables.disputes import disputes
from tables.models import Dispute
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
    disputes.raise_one(
        "BJ-07", player="A", question="Pays 3 to 2?", round_no=1, box=1, by=people["D-114"], at=timezone.now()
    )
    page = client_of("V-3").get("/desk/log/").content.decode()
    assert "Pays 3 to 2?" in page
    assert f"/pit/table/BJ-07/disputes#dispute-{Dispute.objects.get().pk}" in page
