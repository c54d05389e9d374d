"""What a field means that is left out of a stored event: its default, for each event by its tag, and for each struct
that events hold by its name."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from rounds.engine.events import Event


def defaults() -> set[str]:
    """A line for each field with a default: ``card_dealt.face_down false``."""
    return {
        f"{name}.{field.encode_name} {_text(field)}"
        for name, struct in _structs().items()
        for field in struct.fields
        if not field.required
    }


def _structs() -> dict[str, inspect.StructType]:
    structs: dict[str, inspect.StructType] = {}
    for struct in _inside(inspect.type_info(Event), set()):
        structs[str(struct.tag) if struct.tag is not None else struct.cls.__name__] = struct
    return structs


def _inside(kind: inspect.Type, seen: set[type]) -> Iterator[inspect.StructType]:
    match kind:
        case inspect.StructType() if kind.cls not in seen:
            seen.add(kind.cls)
            yield kind
            for field in kind.fields:
                yield from _inside(field.type, seen)
        case inspect.UnionType():
            for each in kind.types:
                yield from _inside(each, seen)
        case inspect.VarTupleType():
            yield from _inside(kind.item_type, seen)
        case inspect.TupleType():
            for each in kind.item_types:
                yield from _inside(each, seen)


def _text(field: inspect.Field) -> str:
    value: Any = field.default
    if value is inspect.NODEFAULT:
        assert field.default_factory is not inspect.NODEFAULT
        value = field.default_factory()
    return msgspec.json.encode(value, order="sorted").decode()
