"""What is recorded of tournaments stays readable: no tag is lost, and only commands are read strictly."""

from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from tables.tournaments import machine
from tables.tournaments.machine import commands, events
from tables.tournaments.machine import conditions as of
from tests.tables.tournaments.house import AT, VIC03

TAGS = {
    "drafted": "code conditions previous_final",
    "amended": "version conditions",
    "approved": "version fingerprint reference approved_by",
    "director_appointed": "number",
    "deputy_named": "number",
    "deputy_dismissed": "number",
    "signed_on": "number",
    "signed_off": "number reason absent",
    "entries_opened": "",
    "seed_committed": "stage digest",
    "entered": "entry player fee buy_in kept source",
    "application_refused": "player ground reason",
    "conditions_signed": "entry version",
    "withdrawn": "entry free refund",
    "entries_closed": "field waiting stages prizes ties",
    "taken_up": "entry",
    "deferred": "entries reason",
    "cancelled": "reason",
    "draw_made": "stage seed cut field sessions",
    "table_designated": "session table",
    "session_scheduled": "session starts_at",
    "start_moved": "session starts_at told told_at minutes",
    "substitute_named": "entry substitute session",
    "substitute_approved": "entry substitute session",
    "substitute_refused": "entry substitute session reason",
    "bonus_paid": "entry player witness",
    "briefed": "session understood",
    "session_began": "session players absent",
    "arrived": "session entry",
    "chips_forfeited": "session entry chips hands",
    "chips_reported": "session stacks played",
    "bought_back": "entry chips session",
    "session_ended": "session stacks played early consents",
    "tie_break_called": "session method",
    "retired": "entry refund reason",
    "disqualified": "entry ground reason refund",
    "ruling_given": "number subject ruling reason session",
    "stage_concluded": "stage advancing eliminated last",
    "prizes_awarded": "awards",
    "prize_paid": "entry player witness receipt",
    "chips_redeemed": "entry player chips sessions witness",
    "closed": "",
}
"""Every event ever recorded of a tournament, with its fields. Fields are added at the end, with a default."""

OF_ALL = {"at", "by", "role", "clause", "moves", "request"}


def test_no_tag_is_lost_or_changed() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(events.Event)}
    fields = {
        tag: " ".join(field.name for field in msgspec.structs.fields(kind) if field.name not in OF_ALL)
        for tag, kind in kinds.items()
    }
    assert fields == TAGS


def held(kind: Any, seen: set[type] | None = None) -> set[type]:
    """Every struct that a type holds, at any depth."""
    seen = set() if seen is None else seen
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind not in seen:
            seen.add(kind)
            for field in msgspec.structs.fields(kind):
                held(field.type, seen)
    else:
        for part in get_args(kind):
            held(part, seen)
    return seen


def test_events_are_read_patiently_at_any_depth() -> None:
    assert [
        kind.__name__ for kind in held(events.Event) if kind.__struct_config__.forbid_unknown_fields
    ] == []
    event = events.Drafted(at=AT, by="M-02", code="T-1", conditions=VIC03)
    later: Any = msgspec.json.decode(machine.encode_event(event))
    later["colour"] = "blue"
    later["conditions"]["stages"][0]["colour"] = "blue"
    assert machine.decode_event(msgspec.json.encode(later)) == event


@pytest.mark.parametrize("path", [(), ("conditions",), ("conditions", "ties"), ("conditions", "stages", 0)])
def test_commands_are_read_strictly_at_any_depth(path: tuple[str | int, ...]) -> None:
    command = commands.Draft("T-1", replace(VIC03, ties=of.Ties(first="share")))
    assert machine.decode_command(machine.encode_command(command)) == command
    given: Any = msgspec.json.decode(machine.encode_command(command))
    place = given
    for step in path:
        place = place[step]
    place["colour"] = "blue"
    with pytest.raises(msgspec.ValidationError):
        machine.decode_command(msgspec.json.encode(given))


@pytest.mark.parametrize("data", [b"{}", b"[]", b'{"type":"enter"}', b'{"type":"enter","player":1}', b"\xff"])
def test_what_is_not_a_command(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        machine.decode_command(data)
