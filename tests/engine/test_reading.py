"""Reading what another version has recorded: unknown fields are passed over, an unknown event is named, an earlier form
is brought up to date. Commands are not so patient: what comes in from outside is known or refused."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rounds import engine
from rounds.engine.base import CommandBase, EventBase
from rounds.engine.events import UnknownEvent
from rounds.engine.reading import UPCASTS, Upcasts, Values, upcast
from tests.engine.story import deal
from tests.records.corpus import bodies

LATER = {"of_a_later_version": {"type": "of_a_later_version", "cents": 1}}


def objects(values: Any) -> Iterator[dict[str, Any]]:
    """Every JSON object in a value, the outer ones first."""
    if isinstance(values, dict):
        yield values
        for value in values.values():
            yield from objects(value)
    elif isinstance(values, list):
        for value in values:
            yield from objects(value)


@pytest.mark.parametrize("tag", sorted(bodies()))
def test_fields_of_a_later_version_are_passed_over_at_any_depth(tag: str) -> None:
    for body in bodies()[tag][:3]:
        event = engine.decode_event(body)
        values = json.loads(body)
        for part in list(objects(values)):
            part.update(LATER)
        assert engine.decode_event(json.dumps(values)) == event


def test_a_command_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        engine.decode_command(b'{"type":"place_wager","box":1,"player":"A","amount":5000,"later":1}')


@pytest.mark.parametrize(
    ("body", "tag"),
    [
        ('{"type":"hand_blessed","box":1}', "hand_blessed"),
        ('{"type":"reconstructed","events":[{"type":"hand_blessed"}]}', "hand_blessed"),
        (
            '{"type":"record_corrected","said":"","was":"","correction":{"type":"correct_mood"}}',
            "correct_mood",
        ),
    ],
)
def test_an_unknown_event_is_named(body: str, tag: str) -> None:
    with pytest.raises(UnknownEvent) as unknown:
        engine.decode_event(body)
    assert unknown.value.tag == tag


@pytest.mark.parametrize(
    "body",
    ["", "[]", "{}", '{"type":7}', '{"type":"undone"}', '{"type":"undone","undone_tap":"1"}', "\x00", "{"],
)
def test_a_body_that_is_not_an_event_is_refused_as_such(body: str) -> None:
    with pytest.raises(msgspec.DecodeError) as broken:
        engine.decode_event(body)
    assert not isinstance(broken.value, UnknownEvent)


# --- an example of an earlier form: insurance was once recorded in whole dollars, as “insurance_laid”


def in_cents(values: Values) -> Values:
    """``insured`` from ``insurance_laid``, which had whole dollars."""
    kept = {name: value for name, value in values.items() if name != "dollars"}
    return kept | {"type": "insured", "amount": values["dollars"] * 100}


EARLIER: Upcasts = (("insurance_laid", in_cents),)
LAID = {"type": "insurance_laid", "box": 3, "player": "A", "dollars": 25, "tap": 4, "clause": "VIC03-7.3.1"}


def test_an_earlier_form_is_brought_up_to_date() -> None:
    event = engine.decode_event(json.dumps(LAID), upcasts=EARLIER)
    assert event == engine.events.Insured(box=3, player="A", amount=2500, tap=4, clause="VIC03-7.3.1")


def test_an_earlier_form_inside_another_event_is_brought_up_to_date() -> None:
    body = json.dumps({"type": "reconstructed", "events": [LAID]})
    event = engine.decode_event(body, upcasts=EARLIER)
    assert isinstance(event, engine.events.Reconstructed)
    assert event.events == (engine.decode_event(json.dumps(LAID), upcasts=EARLIER),)


def test_one_form_after_another() -> None:
    def renamed(values: Values) -> Values:
        return values | {"type": "insurance_laid"}

    two = (*EARLIER, ("insurance_put", renamed))
    assert upcast(LAID | {"type": "insurance_put"}, two) == in_cents(LAID)


def test_what_an_upcast_is_given_stays_as_it_was() -> None:
    body = {"type": "reconstructed", "events": [dict(LAID)]}
    upcast(body, EARLIER)
    assert body == {"type": "reconstructed", "events": [LAID]}


def test_without_its_upcast_it_is_not_guessed_at() -> None:
    with pytest.raises(UnknownEvent):
        engine.decode_event(json.dumps(LAID))


def test_no_upcast_has_the_tag_of_an_event_or_a_command_in_use() -> None:
    """An event that is still recorded is not changed on its way back."""
    tags = {str(kind.__struct_config__.tag) for kind in _kinds(EventBase) | _kinds(CommandBase)}
    assert not tags & {tag for tag, _ in UPCASTS}


def test_no_event_has_the_tag_of_a_command() -> None:
    events, commands = (
        {str(kind.__struct_config__.tag) for kind in _kinds(base)} for base in (EventBase, CommandBase)
    )
    assert not events & commands


def _kinds(base: type[msgspec.Struct]) -> set[type[msgspec.Struct]]:
    return {kind for kind in base.__subclasses__() if kind.__module__.startswith("rounds.engine")}


def test_a_round_of_a_later_version_folds_to_the_same_state() -> None:
    story = deal("VIC03").bet(3, "A", 20).call().initial("6h", "Ks 5c")
    later = [
        json.dumps(json.loads(engine.encode_event(event)) | {"of_a_later_version": 1})
        for event in story.events
    ]
    assert engine.fold(map(engine.decode_event, later)) == story.state
