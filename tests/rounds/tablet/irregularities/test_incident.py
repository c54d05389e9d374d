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
    found = replay_of(CODE, 1)
    said = [incident(found.rules, found.steps, step.no) for step in found.steps]
    kinds = [step.row.entry.kind for step in found.steps]
    inside = [kind for kind, one in zip(kinds, said, strict=True) if one]
    assert inside[0] == "irregularity"
    assert inside[-1] == "reconstructed"
    assert {"approval_asked", "approval_seen", "approved", "irregularity_approved"} <= set(inside)
    one = said[kinds.index("reconstructed")]
    assert one is not None
    assert (one.reported.entry.actor, one.decided.entry.actor) == ("D-114", "S-07")
    assert (one.word, one.note, one.clause) == ("approved", "seen on camera", "VIC03-9.4")
    assert [row.entry.actor for row in one.seen] == ["S-07"]
    assert [felt.boxes[2].hands[0].label for felt in one.felts] == [
        "eight of spades; 8",
        "nine of spades; 9",
    ]
    assert [task.words for task in one.plan.tasks] == ["9♠ from box 5 to box 3", "8♠ from box 3 to box 5"]


def test_what_was_refused_stays_as_dealt_and_says_why() -> None:
    approvals.decide(misdealt(), floor.casino_supervisor(), False, "It was not so")
    found = replay_of(CODE, 1)
    one = incident(found.rules, found.steps, len(found.steps))
    assert one is not None
    assert (one.word, one.note) == ("refused: the layout stays as dealt", "It was not so")
    assert (one.felts, one.plan.tasks) == ([], [])


def test_a_report_that_waits_or_was_taken_back_says_so() -> None:
    misdealt()
    found = replay_of(CODE, 1)
    one = incident(found.rules, found.steps, len(found.steps))
    assert one is not None
    assert one.word == "still waits"
    taps(CODE, engine.Undo())
    found = replay_of(CODE, 1)
    report = next(step.no for step in found.steps if step.row.entry.kind == "irregularity")
    back = incident(found.rules, found.steps, report)
    assert back is not None
    assert back.word == "taken back"
    assert incident(found.rules, found.steps, report - 1) is None
