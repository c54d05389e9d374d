"""The engine keeps nothing between two questions but answers on the states themselves."""

import importlib
import pkgutil
from copy import copy

from msgspec.structs import replace

from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.state import State, kept_on_state


def test_no_module_holds_something_that_changes():
    for module in pkgutil.walk_packages(engine.__path__, "rounds.engine."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if name.startswith("__"):
                continue
            assert not isinstance(value, list | set | bytearray), f"{module.name}.{name} can be changed"
            assert value != {}, f"{module.name}.{name} is there to be filled"


def test_an_answer_is_kept_on_its_state_alone():
    asked = []

    @kept_on_state
    def boxes(rules: Rules, state: State) -> int:
        asked.append(state)
        return len(state.boxes)

    setup = engine.Setup("VIC03")
    rules, state = setup.rules, engine.fold(engine.start(setup))
    assert boxes(rules, state) == boxes(rules, state) == len(state.boxes)
    assert len(asked) == 1
    empty = replace(state, boxes=())
    assert boxes(rules, empty) == 0
    assert boxes(copy(rules), state) == len(state.boxes)
    assert len(asked) == 3
    assert state == replace(state)
