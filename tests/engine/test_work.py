"""How much work the engine does for a command, in counts: states made, calls of its functions, and what the table waits
for, which is worked out once for a state."""

import gc
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from rounds import engine
from rounds.engine.state import State

ENGINE = str(Path(engine.__file__).parent)
CARDS = {name: engine.DealCard(name) for name in ("Ts", "7d", "5h", "9c", "4s", "6d")}


class Counted(State, frozen=True, dict=True):
    """A state that counts how often one like it is made."""

    def __post_init__(self) -> None:
        MADE[type(self)] += 1


MADE: Counter[type] = Counter()


@contextmanager
def calls() -> Iterator[Counter[str]]:
    """How often each function of the engine is called, by its name."""
    counted: Counter[str] = Counter()

    def enter(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(ENGINE):
            counted[frame.f_code.co_name] += 1

    sys.setprofile(enter)
    try:
        yield counted
    finally:
        sys.setprofile(None)


def called(boxes: int = 1) -> State:
    """A round of Victoria 2003 after the call, with a wager on each of that many boxes."""
    setup = engine.Setup("VIC03", boxes=boxes)
    rules, state = setup.rules, engine.fold(engine.start(setup))
    for box in range(1, boxes + 1):
        state = engine.apply(rules, state, engine.PlaceWager(box, f"P{box}", 1000))[0]
    state = engine.apply(rules, state, engine.CallBets())[0]
    return Counted(**{name: getattr(state, name) for name in State.__struct_fields__})


ROUND = [
    # command, states made at most, calls at most
    (CARDS["Ts"], 2, 24),
    (CARDS["7d"], 2, 15),
    (CARDS["5h"], 5, 66),
    (engine.Decide(1, "stand"), 4, 52),
    (CARDS["9c"], 2, 32),
    (CARDS["4s"], 3, 54),
    (engine.Settle(), 2, 26),
    (engine.Collect(), 2, 13),
]
"""A round with the least of everything: 15 against the dealer's 7, 16 and 20."""


def test_work_of_each_command_of_a_round() -> None:
    state = called()
    rules = state.setup.rules
    work = []
    for command, *_ in ROUND:
        before = MADE[Counted]
        with calls() as counted:
            state, _ = engine.apply(rules, state, command)
        work.append((command, MADE[Counted] - before, counted.total()))
    assert state.phase == "collected"
    too_much = [
        (done, most) for done, most in zip(work, ROUND, strict=True) if done[1] > most[1] or done[2] > most[2]
    ]
    assert not too_much, work


BLOCKS = [25, 20, 40, 30, 20, 34, 28, 22]
"""Of each command of the round: how many blocks of memory its state and events may take beyond the state before."""


def test_what_a_command_leaves_in_memory() -> None:
    """Nothing of a state is copied that did not change, at seven boxes no more than at one."""
    left = []
    gc.collect()
    gc.disable()
    try:
        for boxes in (1, 7):
            state = called(boxes)
            rules = state.setup.rules
            for box in range(boxes, 1, -1):  # the first box alone is dealt at
                state = replace(state, boxes=(*state.boxes[: box - 1], replace(state.box(box), hands=())))
            for command, *_ in ROUND:
                engine.apply(rules, state, command)  # what is remembered for ever has been remembered now
                after = None
                before = sys.getallocatedblocks()
                after = engine.apply(rules, state, command)
                left.append(sys.getallocatedblocks() - before)
                state, _ = after
    finally:
        gc.enable()
    assert all(blocks <= most for blocks, most in zip(left, BLOCKS * 2, strict=True)), left


def test_the_work_of_a_card_grows_with_the_boxes_before_it_alone() -> None:
    """A card of the initial deal looks at boxes until it finds its own; whatever it costs beside is the same."""
    counts = []
    for boxes in (1, 7):
        state = called(boxes)
        with calls() as counted:
            engine.apply(state.setup.rules, state, CARDS["Ts"])
        counts.append(counted.total())
    assert counts[0] == counts[1], counts


@pytest.mark.parametrize("command", [command for command, *_ in ROUND[:-1]])
def test_what_a_table_waits_for_is_worked_out_by_the_command_before(command: engine.Command) -> None:
    state = called()
    rules = state.setup.rules
    for done, *_ in ROUND:
        state, _ = engine.apply(rules, state, done)
        if done == command:
            break
    with calls() as asked:
        waiting = engine.waits_for(rules, state)
        due = engine.due(rules, state)
    assert waiting is not None
    assert due is not None
    assert (due.action, due.clause, due.box, due.legal) == (
        waiting.action,
        waiting.clause,
        waiting.box,
        waiting.legal,
    )
    assert not {"waits_in_phase", "items_due", "choices", "current"} & set(asked)
