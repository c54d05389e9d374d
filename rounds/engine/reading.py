"""Reading events that another version of the software has recorded (docs/events.md).

What an earlier version recorded otherwise is brought up to date before it is decoded (`UPCASTS`). Of what a later
version recorded, fields that are not known here are passed over; an event that is not known here cannot be.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

Values = dict[str, Any]
"""An event as JSON has it."""
Upcast = Callable[[Values], Values]
"""The values of an event as this version records them, from those that an earlier one did. It changes nothing that it
is given."""

TAG: Final = "type"
Upcasts = tuple[tuple[str, Upcast], ...]
"""By the tag under which the event was recorded."""
UPCASTS: Final[Upcasts] = ()
"""There is no such event yet; `tests/engine/test_reading.py` has an
example."""


class UnknownEvent(msgspec.ValidationError):
    """An event, or something in one, that only a later version of the software knows."""

    def __init__(self, tag: object) -> None:
        super().__init__(f"“{tag}” is recorded by a later version")
        self.tag = str(tag)


def concerns(data: bytes | str, upcasts: Upcasts) -> bool:
    """Whether the text of an event may hold one of those tags: a quick look, which may say yes of one that does not."""
    if not upcasts:
        return False
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    return any(f'"{tag}"' in text for tag, _ in upcasts)


def upcast(values: Any, upcasts: Upcasts) -> Any:
    """An event, and those that it holds, as this version records them."""
    return _upcast(values, dict(upcasts)) if upcasts else values


def _upcast(values: Any, upcasts: Mapping[str, Upcast]) -> Any:
    if isinstance(values, list):
        return [_upcast(item, upcasts) for item in values]
    if not isinstance(values, dict):
        return values
    values = {name: _upcast(value, upcasts) for name, value in values.items()}
    # What an upcast gives may be of a tag that was changed once more since.
    seen: set[str] = set()
    while (tag := values.get(TAG)) in upcasts and tag not in seen:
        seen.add(tag)
        values = upcasts[tag](values)
    return values


def known_part(values: Any, kind: Any) -> Any:
    """The values without the fields that ``kind`` (a type of msgspec) does not have. Raises UnknownEvent for a tag that
    it does not have."""
    return _known(values, _information(kind))


@cache
def _information(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _known(values: Any, kind: inspect.Type) -> Any:
    match kind, values:
        case inspect.UnionType(types=types), dict():
            return _known(values, struct) if (struct := _of_tag(values, types)) is not None else values
        case inspect.UnionType(types=types), list():
            arrays = [each for each in types if isinstance(each, _ARRAYS)]
            return _known(values, arrays[0]) if len(arrays) == 1 else values
        case inspect.StructType(fields=fields), dict():
            kinds = {field.encode_name: field.type for field in fields}
            return {
                name: _known(value, kinds[name]) if name in kinds else value
                for name, value in values.items()
                if name in kinds or name == kind.tag_field
            }
        case ((inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item)), list()):
            return [_known(value, item) for value in values]
        case inspect.TupleType(item_types=items), list() if len(items) == len(values):
            return [_known(value, item) for value, item in zip(values, items, strict=True)]
    return values


_ARRAYS: Final = (inspect.VarTupleType, inspect.TupleType, inspect.ListType)


def _of_tag(values: Values, kinds: Iterable[inspect.Type]) -> inspect.StructType | None:
    structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
    for struct in structs:
        if struct.tag_field is None:
            return struct
        if values.get(struct.tag_field) == struct.tag:
            return struct
    if structs and isinstance(tag := values.get(TAG), str):
        raise UnknownEvent(tag)
    return None
