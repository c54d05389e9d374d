"""The tablet's way to correct the record: what there is to tap, what would follow, and the tap that does it."""

from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from casino.ledger.verify import verify
from casino.refusals import UnreadableRequest
from casino.staff.models import Approval
from rounds import engine
from rounds.play import service
from rounds.tablet.corrections.fields import fields
from rounds.tablet.corrections.requests import correction_of
from tables.models import Table
from tests import floor
from tests.engine.story import deal
from tests.floor import cards, taps
from tests.refusing import refused_with
from tests.signed_in import dealer_at

pytestmark = pytest.mark.django_db
CODE = "BJ-07"
PLAY = f"/table/{CODE}/play"


@pytest.fixture
def tablet() -> Client:
    """The tablet of a round: A has 20 and stood, B has 11 and is to decide."""
    floor.open_table(CODE)
    client = dealer_at(CODE)
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(3, "B", 5000), engine.CallBets())
    taps(CODE, *cards("Ts 9s 6d Th 2h"), engine.Decide(1, "stand"))
    return client


def correct(client: Client, kind: str, **values: str) -> Any:
    posted = {f"v:{name}": value for name, value in values.items()}
    version = Table.objects.get(code=CODE).version
    return client.post(
        PLAY, {"do": "correct", "kind": kind, "key": f"k-{version}", "expected": version} | posted
    )


def planned(client: Client, kind: str, **values: str) -> str:
    posted = {f"v:{name}": value for name, value in values.items()}
    return client.get(f"/table/{CODE}/correct/{kind}/plan", posted).content.decode()


def options(story: Any, kind: str) -> dict[str, list[str]]:
    return {
        field.name: [option.value for option in field.options]
        for field in fields(story.rules, story.state, kind)
    }


def test_what_the_record_has_is_there_to_tap() -> None:
    story = deal("NZ", offer=["perfect_pairs 2"]).bet(1, "A", 50).bet(1, "A", 5, "perfect_pairs")
    story.bet(3, "B", 20).call().initial("Ad", "6s 5h", "Tc 9c").settle().insure(1, "A", 25).asked()
    story.double(1).cards("9h").stand(3)
    assert options(story, "card")["what"] == ["1", "2", "3", "4", "5", "6"]
    assert options(story, "box")["what"] == ["1|A|all", "1|A|main", "1|A|perfect_pairs", "3|B|main"]
    assert options(story, "box")["was"] == ["1", "2", "3", "4", "5", "6", "7"]
    assert options(story, "player")["was"] == ["A", "B"]
    assert options(story, "amount")["what"] == [
        "1|A|main",
        "1|A|perfect_pairs",
        "3|B|main",
        "1.1|A|double",
        "1|A|insurance|main",
    ]
    assert options(story, "decision")["what"] == ["3.1|1", "1.1|1"]  # the last one first


def test_the_list_leads_to_each_kind(tablet: Client) -> None:
    page = tablet.get(f"/table/{CODE}/wrong").content.decode()
    for kind in ("card", "box", "player", "amount", "decision"):
        address = f"/table/{CODE}/correct/{kind}"
        assert f'data-wrong="{address}"' in page
        step_page = tablet.get(address).content.decode()
        assert f'data-plan="{address}/plan"' in step_page
        assert "Still to enter" in step_page
    assert tablet.get(f"/table/{CODE}/correct/colour").status_code == 302


def test_what_would_follow_is_shown_before_it_is_done(tablet: Client) -> None:
    page = planned(tablet, "card", what="2", was="8s")
    assert "The record says card 2, 9♠" in page
    assert "At the table it was card 2, 8♠" in page
    assert "ask a game supervisor" in page
    assert "Still to enter: <b>it should be</b>" in planned(tablet, "card", what="2")
    refused = planned(tablet, "player", what="3|B|main", was="A")
    assert refused_with(refused) == ("player.one_box_only", "VIC03-5.10")
    assert 'type="submit"' not in refused


def test_the_tap_corrects_and_asks_for_the_signature(tablet: Client) -> None:
    answer = correct(tablet, "card", what="2", was="8s")
    assert answer["Table-Answer"] == "asked"
    (ask,) = Approval.objects.all()
    assert ask.role_wanted == "game_supervisor"
    floor.person("game_supervisor")
    sign = {"approval": ask.pk, "number": "G-21", "pin": floor.PIN, "do": "approve"}
    assert tablet.post(f"/table/{CODE}/sign", sign).status_code == 200
    assert service.current(CODE).state.drawn[1] == "8s"
    assert verify().ok


@pytest.mark.parametrize(
    ("kind", "what", "was", "then"),
    [
        ("box", "3|B|main", "5", ""),
        ("player", "3|B|main", "C", ""),
        ("amount", "3|B|main", "25", ""),
    ],
)
def test_each_kind_is_taken(tablet: Client, kind: str, what: str, was: str, then: str) -> None:
    assert correct(tablet, kind, what=what, was=was, then=then)["Table-Answer"] == "asked"


def test_the_dealers_own_slip_is_put_right_at_once(tablet: Client) -> None:
    assert "no signature is needed" in planned(tablet, "decision", what="1.1|1", was="hit")
    answer = correct(tablet, "decision", what="1.1|1", was="hit")
    assert (answer.status_code, answer["Table-Answer"]) == (200, "ok")
    assert not Approval.objects.exists()
    assert service.current(CODE).due.action == "card"


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("card", {"what": "x", "was": "8s"}),
        ("card", {"what": "2", "was": "99"}),
        ("card", {"what": "2"}),
        ("box", {"what": "3|B|main", "was": "99"}),
        ("box", {"what": "three", "was": "4"}),
        ("amount", {"what": "3|B|main", "was": "lots"}),
        ("amount", {"what": "3|B|main", "was": "0"}),
        ("decision", {"what": "1.1|1", "was": "fly"}),
        ("decision", {"what": "1.1|1", "was": "hit", "then": "fly"}),
        ("colour", {"what": "1", "was": "red"}),
        ("player", {"what": "3|B|main", "was": "A=B"}),
    ],
)
def test_bad_input_is_refused_in_words_and_changes_nothing(
    tablet: Client, kind: str, values: dict[str, str]
) -> None:
    before = service.current(CODE).state
    answer = correct(tablet, kind, **values)
    assert answer.status_code == 422
    assert answer["Table-Answer"] == "refused"
    assert service.current(CODE).state == before


def test_the_round_just_over_is_the_one_that_is_corrected(tablet: Client) -> None:
    taps(CODE, engine.Decide(3, "stand"), *cards("Th 2c"), engine.Settle(), engine.Collect())
    page = tablet.get(f"/table/{CODE}/correct/card").content.decode()
    assert "round 1, just over" in page
    assert "Pay $50" in planned(tablet, "card", what="5", was="Td")  # B had 19 against 18
    assert correct(tablet, "card", what="5", was="Td")["Table-Answer"] == "asked"
    assert service.current(CODE).state.irregular is not None
    taps(CODE, engine.Undo(), engine.PlaceWager(1, "A", 5000))
    assert "just over" not in tablet.get(f"/table/{CODE}/correct/card").content.decode()


@pytest.mark.clause("VIC03-10.7.5(a)")
def test_what_was_answered_to_an_offer_is_there_to_tap() -> None:
    story = deal("VIC03", game="crown_pontoon").bet(1, "A", 10).bet(2, "B", 10).call()
    story.initial("Jc", "5s 6d", "9h 7c").kept().double(1).cards("2c")
    assert options(story, "decision")["what"] == ["1.1|1", "1.1|A|surrender", "2.1|B|surrender"]
    story.play_on(1)
    assert "1.1|A|rescue" in options(story, "decision")["what"]
    tapped = QueryDict(mutable=True)
    tapped.update({"v:what": "1.1|A|rescue", "v:was": "yes"})
    assert correction_of("decision", tapped) == engine.CorrectAnswer(1, "A", "rescue", taken=True)
    tapped["v:was"] = "double"
    with pytest.raises(UnreadableRequest):
        correction_of("decision", tapped)
