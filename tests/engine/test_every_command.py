"""No command of any shape, at any moment of a round or of the shoe, raises anything but a refusal in words."""

from contextlib import suppress
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from casino.cards import PACK, UNKNOWN
from casino.refusals import Refusal
from casino.rulebooks import BOOKS, rules_for
from rounds import engine
from rounds.engine.commands import Command
from rounds.engine.state import State
from tests.engine.shoe.shoes import shoe
from tests.engine.story import deal
from tests.examples import examples
from tests.refusing import refused_as

WORDS = {
    change.cause for book in BOOKS for change in (*rules_for(book).shoe.changes, *rules_for(book).shoe.orders)
}
ODD = ["", "A", "B", "Zz", "Ts", UNKNOWN, "10h", "dealer", "game_supervisor", "main", "x" * 200, "é\u2028"]
SAID = st.sampled_from([*ODD, *sorted(WORDS)])
CARDS = st.sampled_from(["", "Z", "Zz", "ts", "Ts ", *PACK[:6], UNKNOWN, "💥💥"])
FIGURES = st.sampled_from([-(10**9), -1, 0, 1, 2, 3, 8, 500, 10**9])


def _value(kind: Any, name: str) -> st.SearchStrategy[Any]:
    if kind is bool:
        return st.booleans()
    if kind is int:
        return FIGURES
    if kind is str:
        return CARDS if name in ("card", "cards") else SAID
    if kind is float:
        return FIGURES
    args = get_args(kind)
    if args and getattr(kind, "__origin__", None) is tuple:
        if args[-1] is Ellipsis:
            return st.lists(_value(args[0], name), max_size=3).map(tuple)
        return st.tuples(*(_value(arg, name) for arg in args))
    if args:  # a union or a choice of words
        return (
            st.one_of(*(_value(arg, name) for arg in args))
            if isinstance(args[0], type)
            else st.sampled_from(args)
        )
    if kind is type(None):
        return st.none()
    return _shape(kind)


def _shape(kind: type) -> st.SearchStrategy[Any]:
    fields = msgspec.structs.fields(kind)
    return st.builds(kind, **{field.name: _value(field.type, field.name) for field in fields})


COMMANDS = st.tuples(*(_shape(kind) for kind in get_args(Command)))
"""One of every kind."""


@cache
def moments(book: str) -> tuple[State, ...]:
    """A round from its first wager to its end; one with an ace to insure against; a shoe as it is prepared."""
    table = deal(book).bet(1, "A", 10).bet(3, "B", 20)
    story = [table.state]
    story += [table.call().state, table.cards("8s").state, table.cards("Ts 9d 2h 9h").state]
    story += [table.hit(1).state, table.cards("2c").stand(1).stand(3).state, table.cards("9s").state]
    insured = deal(book).bet(1, "A", 10).call().cards("As Ad Kh").state
    fresh = shoe(book)
    return (*story, insured, fresh.state, fresh.seat(1, "A").ready().state)


@pytest.mark.parametrize("book", list(BOOKS))
@examples(
    30,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_every_command_is_done_or_refused_in_words(book: str, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(moments(book)))
    rules = state.setup.rules
    for command in data.draw(COMMANDS):
        with suppress(Refusal):
            engine.questions.required_role(rules, command, state)
            engine.decide(rules, state, command)


def test_no_step_without_a_card_is_taken_for_one() -> None:
    with refused_as("correction.no_such_card", "VIC03-3.2.4") as refused:
        deal("VIC03").bet(1, "A", 10).call().cards("Ts").do(engine.CorrectCard(0, "9s"))
    assert refused.value.values["card"] == 0


@pytest.mark.clause("ACT03-2.4-B01")
@pytest.mark.parametrize("cards", [("Zz",), ("",), ("??",), ("9d", "9")])
def test_an_invalid_card_is_not_asked_of_a_supervisor(cards: tuple[str, ...]) -> None:
    story = shoe("ACT03").seat(1, "A").ready()
    command = engine.ChangeCards("damaged", cards, "bent", "casino_supervisor")
    expected = engine.questions.required_role(story.rules, command, story.state)
    assert expected is not None
    with refused_as("card_change.not_a_card", "ACT03-2.4-B01"):
        engine.decide(story.rules, story.state, command)


@pytest.mark.clause("ACT03-2.4-B01")
def test_no_more_cards_of_a_kind_are_replaced_than_the_packs_hold() -> None:
    story = shoe("ACT03").seat(1, "A").ready()  # six packs
    six = ("Kh",) * 6
    story.change("damaged", "casino_supervisor", *six, reason="bent")
    with refused_as("card_change.too_many", "ACT03-2.4-B01") as refused:
        story.change("damaged", "casino_supervisor", *six, "Kh", reason="bent")
    assert refused.value.values == {"packs": 6, "card": "Kh"}
