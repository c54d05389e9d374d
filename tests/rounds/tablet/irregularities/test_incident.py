"""What the replay says of something that went wrong: as dealt, as put right, who reported it and who decided."""

import pytest

from casino.staff import approvals
from casino.staff.models import Approval
from rounds import engine
from rounds.read_model.irregularities.incident import incident
from rounds.surveillance.replay import replay_of
from tests import floor
from tests.floor import cards, tap, taps

pytestmark = pytest.mark.django_db
CODE = "BJ-07"


def misdealt() -> Approval:
    """9♠ lies on box 5 and 8♠ on box 3; a signature is asked for and acknowledged."""
    floor.open_table(CODE)
    bets = [engine.PlaceWager(box, mark, 5000) for box, mark in ((1, "A"), (3, "B"), (5, "C"))]
    taps(CODE, *bets, engine.CallBets(), *cards("Ts 9s 8s 6d"))
    taps(CODE, engine.Irregularity("misplaced", (("lies", "2:5,3:3"),)))
    answer = tap(CODE, engine.Approve("game_supervisor"))
    ask = Approval.objects.get(pk=answer.approval_id)
    approvals.acknowledge(ask, floor.casino_supervisor())
    return ask


@pytest.mark.clause("VIC03-9.4")
def test_as_dealt_beside_as_put_right_with_who_decided() -> None:
    approvals.decide(misdealt(), floor.casino_supervisor(), True, "seen on camera")
    replayed = replay_of(CODE, 1)
    incidents = [incident(replayed.rules, replayed.steps, step.no) for step in replayed.steps]
    kinds = [step.row.entry.kind for step in replayed.steps]
    inside = [kind for kind, shown in zip(kinds, incidents, strict=True) if shown]
    assert inside[0] == "irregularity"
    assert inside[-1] == "reconstructed"
    assert {"approval_asked", "approval_seen", "approved", "irregularity_approved"} <= set(inside)
    put_right = incidents[kinds.index("reconstructed")]
    assert put_right is not None
    assert (put_right.reported.entry.actor, put_right.decided.entry.actor) == ("D-114", "S-07")
    assert (put_right.word, put_right.note, put_right.clause) == ("approved", "seen on camera", "VIC03-9.4")
    assert [row.entry.actor for row in put_right.seen] == ["S-07"]
    assert [felt.boxes[2].hands[0].label for felt in put_right.felts] == [
        "eight of spades; 8",
        "nine of spades; 9",
    ]
    assert [task.words for task in put_right.plan.tasks] == [
        "9♠ from box 5 to box 3",
        "8♠ from box 3 to box 5",
    ]


def test_what_was_refused_stays_as_dealt_and_says_why() -> None:
    approvals.decide(misdealt(), floor.casino_supervisor(), False, "It was not so")
    replayed = replay_of(CODE, 1)
    last = incident(replayed.rules, replayed.steps, len(replayed.steps))
    assert last is not None
    assert (last.word, last.note) == ("refused: the layout stays as dealt", "It was not so")
    assert (last.felts, last.plan.tasks) == ([], [])


def test_a_report_that_waits_or_was_taken_back_says_so() -> None:
    misdealt()
    replayed = replay_of(CODE, 1)
    last = incident(replayed.rules, replayed.steps, len(replayed.steps))
    assert last is not None
    assert last.word == "waiting"
    taps(CODE, engine.Undo())
    replayed = replay_of(CODE, 1)
    report = next(step.no for step in replayed.steps if step.row.entry.kind == "irregularity")
    back = incident(replayed.rules, replayed.steps, report)
    assert back is not None
    assert back.word == "taken back"
    assert incident(replayed.rules, replayed.steps, report - 1) is None
