"""The replay: every entry a step, what was refused or taken back marked, the round in short."""

import re

import pytest
from django.test import Client

from casino.staff.roles import Role
from rounds import engine
from rounds.notation import play
from rounds.read_model.irregularities.incident import incident
from rounds.surveillance import replay
from tables.floor import layout, setup
from tests import floor
from tests.rounds.surveillance.evidence import packs
from tests.signed_in import settled_round
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> replay.Replay:
    """Box 3: A stands on 20 after a card was tapped wrongly and a decision refused; box 5: B busts.

    Dealt: box 3 K, box 5 T, dealer 6, box 3 Q, box 5 6. B draws a 9 (25), the dealer K and 2 (18).
    A wins 50, B loses 25.
    """
    floor.open_table()
    floor.taps(
        "BJ-07",
        engine.PlaceWager(3, "A", 5000),
        engine.PlaceWager(5, "B", 2500),
        engine.CallBets(),
        *floor.cards("Ks Th"),
        engine.DealCard("7d"),
        engine.Undo(),
        *floor.cards("6d Qh 6c"),
    )
    refused = floor.tap("BJ-07", engine.Decide(3, "double"))
    assert refused.refusal is not None
    floor.taps("BJ-07", engine.Decide(3, "stand"), engine.Decide(5, "hit"), *floor.cards("9s"))
    for _ in range(20):
        due = floor.service.current("BJ-07").due
        if due.action == "settle":
            floor.taps("BJ-07", engine.Settle())
        elif due.action == "card":
            floor.taps(
                "BJ-07", *floor.cards("Kd" if len(floor.service.current("BJ-07").state.dealer) == 1 else "2s")
            )
        elif due.action == "collect":
            floor.taps("BJ-07", engine.Collect())
            break
    return replay.replay_of("BJ-07", 1)


def test_every_entry_is_a_step_and_each_shows_the_felt_at_its_moment(played: replay.Replay) -> None:
    kinds = [step.row.entry.kind for step in played.steps]
    assert kinds[0] == "round_opened"
    assert kinds[-1] == "collected"
    assert "refused" in kinds
    seven = next(step for step in played.steps if "7♦" in step.row.entry.detail)
    assert seven.state.dealer == ("7d",)
    assert played.at(seven.no + 1).state.dealer == ()
    # A refused tap changes nothing: the felt is that of the step before.
    refused = next(step for step in played.steps if step.row.entry.kind == "refused")
    assert refused.state == played.at(refused.no - 1).state
    assert played.at(0).no == 1
    assert played.at(10_000).no == len(played.steps)


def test_what_was_taken_back_or_refused_is_marked_where_it_happened(played: replay.Replay) -> None:
    marked = [(step.row.entry.kind, step.tag) for step in played.steps if step.tag]
    assert ("card", "undone") in marked
    assert ("refused", "not done") in marked
    assert all(
        step.undone == ("7♦" in step.row.entry.detail)
        for step in played.steps
        if step.row.entry.kind == "card"
    )


def test_two_undos_take_back_the_two_taps_before_them() -> None:
    floor.open_table()
    floor.taps(
        "BJ-07",
        engine.PlaceWager(1, "A", 1000),
        engine.PlaceWager(2, "B", 2500),
        engine.PlaceWager(4, "C", 5000),
        engine.Undo(),
        engine.Undo(),
        engine.PlaceWager(6, "D", 10000),
    )
    steps = replay.replay_of("BJ-07", 1).steps
    wagers = [
        (step.state.boxes_of("D") != (), step.undone) for step in steps if step.row.entry.kind == "wager"
    ]
    assert [undone for _, undone in wagers] == [False, True, True, False]
    marks = replay.replay_of("BJ-07", 1).summary.notes
    assert [mark.words for mark in marks] == ["2 undone"]


def test_the_round_in_short_says_what_happened(played: replay.Replay) -> None:
    short = played.summary
    assert short.headline == "2 boxes, 2 wagers, $75 at the call · house −$25"
    assert short.dealer_said == "18"
    assert [mark.words for mark in short.notes] == ["1 refused", "1 undone"]
    # Each leads to its first step.
    assert [played.at(mark.step).row.entry.kind for mark in short.notes] == ["refused", "undone"]
    three, five = short.boxes
    assert (three.number, three.decisions) == (3, "stood")
    assert [label for _, label in three.hands] == ["20"]
    assert (three.lines[0].player, three.lines[0].wager, three.lines[0].money) == ("A", "$50", "+$50")
    assert five.decisions == "hit"
    assert [label for _, label in five.hands] == ["25 bust"]
    assert (five.lines[0].results, five.lines[0].money) == (["lost"], "−$25")


# --- the page


def reader() -> Client:
    client = Client()
    number = floor.person(Role.SURVEILLANCE).number
    assert client.post("/sign-in/", {"number": number, "pin": floor.PIN}).status_code == 302
    return client


def test_a_step_has_its_address(played: replay.Replay) -> None:
    page = reader().get("/audit/round/BJ-07/1/", {"step": 6}).content.decode()
    assert f"step 6 of {len(played.steps)}" in page
    assert re.search(r'data-step="6"[^>]*aria-current="step"', page)
    entry = played.steps[8].row.entry
    assert "step 9 of" in reader().get("/audit/round/BJ-07/1/", {"seq": entry.seq}).content.decode()


def test_without_a_step_it_opens_where_the_cards_still_lie(played: replay.Replay) -> None:
    page = reader().get("/audit/round/BJ-07/1/").content.decode()
    assert f"step {len(played.steps) - 1} of {len(played.steps)}" in page
    assert "king of diamonds" in page


@pytest.mark.parametrize("step", ["0", "-1", "x", "99999", "9" * 400, "٣"])
def test_an_unknown_step_shows_the_nearest(played: replay.Replay, step: str) -> None:
    assert reader().get("/audit/round/BJ-07/1/", {"step": step}).status_code == 200


def test_only_the_step_is_sent_when_only_the_step_is_asked_for(played: replay.Replay) -> None:
    headers = {"HX-Request": "true", "HX-Target": "div#step"}
    page = reader().get("/audit/round/BJ-07/1/", {"step": 4}, headers=headers).content.decode()
    assert page.lstrip().startswith('<div id="step">')
    assert "<html" not in page
    beside = {"HX-Request": "true", "HX-Target": "section#beside"}
    page = reader().get("/audit/round/BJ-07/1/", {"step": 4}, headers=beside).content.decode()
    assert page.lstrip().startswith('<article class="replay"')


def test_an_unknown_round_is_not_found(played: replay.Replay) -> None:
    client = reader()
    assert client.get("/audit/round/BJ-07/2/").status_code == 404
    assert client.get("/audit/round/BJ-99/1/").status_code == 404
    assert client.get("/audit/round/BJ-07/2/export.round").status_code == 404


def test_a_round_in_play_grows_with_each_entry() -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(1, "A", 1000))
    before = len(replay.replay_of("BJ-07", 1).steps)
    floor.taps("BJ-07", engine.PlaceWager(2, "B", 1000))
    assert len(replay.replay_of("BJ-07", 1).steps) == before + 1


def test_the_export_plays_the_same_round_again(played: replay.Replay) -> None:
    answer = reader().get("/audit/round/BJ-07/1/export.round")
    assert 'filename="BJ-07-1.round"' in answer["Content-Disposition"]
    again = play(answer.content.decode())
    assert again.ok


@pytest.mark.parametrize("game", ["blackjack", "crown_pontoon"])
def test_every_step_of_a_round_can_be_looked_at(game: str) -> None:
    """Also one between two entries of the same command, when the last decision has been taken and the phase that
    follows has not yet begun."""
    floor.open_table(game=game)
    taps = [engine.PlaceWager(3, "A", 5000), engine.PlaceWager(5, "B", 2500), engine.CallBets()]
    floor.taps("BJ-07", *taps, *floor.cards("6s Kh 5d 5h 9c"))
    floor.taps("BJ-07", engine.Decide(3, "double"), *floor.cards("8s"))
    for _ in range(40):
        due = floor.service.current("BJ-07").due
        answers: dict[str, engine.Command] = {
            "settle": engine.Settle(),
            "collect": engine.Collect(),
            "rescue": engine.PlayOn(due.box, due.hand or 1),
            "decision": engine.Decide(due.box, "stand", due.hand or 1),
            "card": engine.DealCard("Kd"),
        }
        if due.action not in answers:
            break
        floor.taps("BJ-07", answers[due.action])
    client = reader()
    replayed = replay.replay_of("BJ-07", 1)
    assert replayed.steps[-1].state.phase == "collected"
    for step in replayed.steps:
        assert client.get(f"/audit/round/BJ-07/1/?step={step.no}").status_code == 200, step.title


@pytest.mark.clause("ACT96-22.5")
def test_in_short_each_wager_of_a_hand_has_its_own_result() -> None:
    """Triple Play: A stands on 15 with $10, $5 and $10. The dealer's 6 draws to 26, to 17 and to 22: won, lost, won."""
    floor.open_table(**setup_of("ACT96", "triple_play"))
    wagers = [
        engine.PlaceWager(1, "A", cents, f"hand_{n}") for n, cents in enumerate((1000, 500, 1000), start=1)
    ]
    floor.taps("BJ-07", *wagers, engine.CallBets(), *floor.cards("5c 6c Qc"), engine.Decide(1, "stand"))
    drawn = iter("2s 8c Th Jh Ad 6d Qs".split())
    while (due := floor.service.current("BJ-07").due).action != "collect":
        floor.taps("BJ-07", engine.Settle() if due.action == "settle" else engine.DealCard(next(drawn)))
    summary = replay.replay_of("BJ-07", 1).summary
    (box,) = summary.boxes
    assert [(line.wager, line.results, line.money) for line in box.lines] == [
        ("$10", ["hand 1 won 1 to 1"], "+$10"),
        ("$5", ["hand 2 lost"], "−$5"),
        ("$10", ["hand 3 won 1 to 1"], "+$10"),
    ]


def test_the_felt_lies_as_the_cloth_did_when_the_round_was_dealt() -> None:
    """A table with a layout of its own, set up otherwise after the round: its round stays on the cloth of that day."""
    own, later = layout.arc(7), layout.arc(7)
    own = layout.Layout((layout.Point(6, 30), *own.boxes[1:]))
    table = floor.ready(layout=layout.kept(own))
    setup.record(table, by=floor.casino_supervisor(), at=floor.AT)
    floor.opening.open_table("BJ-07", by=floor.casino_supervisor(), at=floor.AT)
    floor.prepare()
    settled_round("BJ-07")
    table.refresh_from_db()
    table.layout = layout.kept(later)
    table.save(update_fields=["layout"])
    setup.record(table, by=floor.casino_supervisor(), at=floor.AT)
    client = Client()
    client.post("/sign-in/", {"number": floor.person(Role.SURVEILLANCE).number, "pin": floor.PIN})
    felt = client.get("/audit/round/BJ-07/1/?step=9").context["felt"]
    assert felt.laid
    assert " x-6 y-30" in felt.boxes[0].css
    assert replay.replay_of("BJ-07", 1).cloth == own


def test_a_table_without_a_layout_of_its_own_is_drawn_on_the_arc(played: replay.Replay) -> None:
    assert played.cloth is None


def test_what_went_wrong_is_drawn_on_the_cloth_of_the_table() -> None:
    own = layout.Layout((layout.Point(6, 30), *layout.arc(7).boxes[1:]))
    packs.wrong(layout=layout.kept(own))
    round_replay = replay.replay_of("BJ-07", 1)
    cases = [incident(round_replay.rules, round_replay.steps, step.no, own) for step in round_replay.steps]
    felts = [felt for case in cases if case is not None for felt in case.felts]
    assert felts
    assert all(felt.laid and " x-6 y-30" in felt.boxes[0].css for felt in felts)
