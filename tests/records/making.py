"""Rounds to keep: those of the `.round` files, and for events that no file has those that the tests of the engine tell.
They are taken as they are dealt (`recording`), as the record of a house would have them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from casino.rulebooks import Rules
from rounds import engine, notation
from rounds.engine import Command, Event, State
from rounds.engine.values import Earlier, Edition, edition_of

FILES = Path(__file__).resolve().parent.parent / "rounds"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A round as the record would have it."""

    source: str
    edition: Edition
    events: tuple[Event, ...]
    state: State

    @property
    def tags(self) -> set[str]:
        """The tags of its events, and of the events that they hold."""
        return set(_tags(self.events))


def _tags(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        yield str(event.__struct_config__.tag)
        yield from _tags(getattr(event, "events", ()))


class Dealt:
    """Every step of the engine since the recording began."""

    def __init__(self) -> None:
        self._steps: dict[int, tuple[State, State, tuple[Event, ...]]] = {}

    def add(self, before: State, after: State, events: tuple[Event, ...]) -> None:
        """Remember a step."""
        self._steps[id(after)] = (after, before, events)

    def ends(self) -> list[State]:
        """The states that nothing was dealt on."""
        begun = {id(before) for _, before, _ in self._steps.values()}
        return [after for key, (after, _, _) in self._steps.items() if key not in begun]

    def recorded(self, source: str, state: State) -> Recorded | None:
        """The round that led to a state; None where it did not begin as a table's round does."""
        steps: list[Sequence[Event]] = []
        at = state
        while id(at) in self._steps:
            _, at, events = self._steps[id(at)]
            steps.append(events)
        return recorded(source, at, [event for events in reversed(steps) for event in events], state)


def recorded(source: str, root: State, events: Sequence[Event], state: State) -> Recorded | None:
    """The round with the edition of its rules in the events that say what it is dealt under."""
    try:
        all_ = [*engine.start(root.setup, root.round_no), *events]
        if engine.fold(all_) != state:
            return None
    except Exception:  # noqa: BLE001 — a test may begin in the middle of something that no table does
        return None
    setup = root.setup
    edition = edition_of(setup.book, setup.game, setup.elections, setup.readings)
    kept = [_under(event, edition) for event in all_]
    return Recorded(source, edition, tuple(kept), engine.fold(kept))


def _under(event: Event, edition: Edition) -> Event:
    if not isinstance(event, engine.events.RoundOpened | engine.events.SetupRenewed):
        return event
    return msgspec.structs.replace(event, setup=msgspec.structs.replace(event.setup, edition=edition))


@contextmanager
def recording() -> Iterator[Dealt]:
    """Remember every step that the engine takes meanwhile."""
    dealt, apply = Dealt(), engine.apply

    def applied(
        rules: Rules, state: State, command: Command, earlier: Earlier | None = None
    ) -> tuple[State, tuple[Event, ...]]:
        after, events = apply(rules, state, command, earlier)
        dealt.add(state, after, events)
        return after, events

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "apply", applied)
        yield dealt


def from_files() -> Iterator[Recorded]:
    """The rounds of the `.round` files, in order of their names."""
    for path in sorted(FILES.rglob("*.round")):
        with recording() as dealt:
            state = notation.play(path.read_text(encoding="utf-8")).state
            assert state is not None, path
            kept = dealt.recorded(path.relative_to(FILES).with_suffix("").as_posix(), state)
        assert kept is not None, path
        yield kept


def by_hand() -> Iterator[Recorded]:
    """Rounds with events that no file has: those with which a table brings its round up to date, and winnings that are
    held."""
    yield _winnings_held()
    setup = engine.Setup("ACT96", decks=8, boxes=7)
    shoe = engine.questions.new_shoe(setup.rules, 8, "2026-11-28T20:00:00+00:00")
    setup = msgspec.structs.replace(setup, carry=engine.values.Carry(shoe=shoe))
    dearer = msgspec.structs.replace(setup, signs=(engine.values.Sign("main", 2500, 100_000, 500),))
    came = (
        engine.events.DealerCame(dealer="D-114", tap=0, clause="ACT96-7.2"),
        engine.events.SetupRenewed(setup=dearer, anew=False, tap=0, clause="ACT96-5.1"),
        engine.events.SetupRenewed(setup=setup, anew=True, tap=0, clause="ACT96-5.1"),
        engine.events.DealerCame(dealer="D-208", burns=True, tap=0, clause="ACT96-7.2"),
    )
    for number in (2, 4):
        events = [*engine.start(setup), *came[:number]]
        kept = recorded(f"by hand {number}", engine.fold(events[:1]), events[1:], engine.fold(events))
        assert kept is not None
        yield kept


def _winnings_held() -> Recorded:
    """A has 20 against 17 and wins 50, and held a prohibited device (VIC03-17.2.3)."""
    setup = engine.Setup("VIC03")
    rules, state = setup.rules, engine.fold(engine.start(setup))
    values = (("player", "A"), ("breach", "17.1"), ("case", "C-1"))
    with recording() as dealt:
        for command in (
            engine.PlaceWager(1, "A", 5000),
            engine.CallBets(),
            *(engine.DealCard(card) for card in ("Ks", "9h", "Qd")),
            engine.Decide(1, "stand"),
            engine.DealCard("8c"),
            engine.Settle(),
            engine.Irregularity("winnings_held", values, role="dealer"),
            engine.Approve("casino_supervisor"),
        ):
            state, _ = engine.apply(rules, state, command)
        kept = dealt.recorded("by hand winnings held", state)
    assert kept is not None
    return kept
