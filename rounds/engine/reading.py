"""Read events recorded by another version of the software (docs/events.md).

Events of earlier versions are brought up to date before they are decoded (`UPCASTS`). In events of later versions,
unknown fields are ignored; an unknown kind of event is refused.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

Values = dict[str, Any]
"""An event decoded from JSON."""
Upcast = Callable[[Values], Values]
"""Returns the values of an event as this version records them, from those of an earlier version. Does not change its
argument."""

TAG: Final = "type"
Upcasts = tuple[tuple[str, Upcast], ...]
"""Pairs of the tag under which an event was recorded, and its upcast."""
UPCASTS: Final[Upcasts] = ()
"""Empty so far; `tests/engine/test_reading.py` has an example."""


class UnknownEvent(msgspec.ValidationError):
    """An event, or a value in one, that only a later version of the software knows."""

    def __init__(self, tag: object) -> None:
        super().__init__(f"“{tag}” is recorded by a later version")
        self.tag = str(tag)


def concerns(data: bytes | str, upcasts: Upcasts) -> bool:
    """Whether an event's text may contain one of those tags: a quick check that can give false positives."""
    if not upcasts:
        return False
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    return any(f'"{tag}"' in text for tag, _ in upcasts)


def upcast(values: Any, upcasts: Upcasts) -> Any:
    """An event, and the events in it, as this version records them."""
    return _upcast(values, dict(upcasts)) if upcasts else values


def _upcast(values: Any, upcasts: Mapping[str, Upcast]) -> Any:
    if isinstance(values, list):
        return [_upcast(item, upcasts) for item in values]
    if not isinstance(values, dict):
        return values
    values = {name: _upcast(value, upcasts) for name, value in values.items()}
    # An upcast may return a tag that has itself been changed since.
    seen: set[str] = set()
    while (tag := values.get(TAG)) in upcasts and tag not in seen:
        seen.add(tag)
        values = upcasts[tag](values)
    return values


def known_part(values: Any, kind: Any) -> Any:
    """The values without the fields that ``kind`` (a msgspec type) does not have. Raises UnknownEvent for a tag that
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
