"""The records that are kept here, read."""

import hashlib
import json
import lzma
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rounds.engine.values import Edition, edition_from

HERE = Path(__file__).parent
PINNED = HERE / "PINNED"


@dataclass
class Kept:
    """A round that is kept: the bodies of its entries, and the digest of the state that they fold to."""

    folder: str
    name: str
    bodies: list[str] = field(default_factory=list)
    digest: str = ""


def folders() -> list[Path]:
    """The folders of records, the oldest first by name."""
    return sorted(path.parent for path in HERE.glob("*/rounds.jsonl"))


@cache
def rounds() -> list[Kept]:
    """Every round that is kept."""
    kept: list[Kept] = []
    for folder in folders():
        open_ = None
        for line in (folder / "rounds.jsonl").read_text(encoding="utf-8").splitlines():
            values = json.loads(line)
            if open_ is None or open_.name != values["round"]:
                open_ = Kept(folder.name, values["round"])
                kept.append(open_)
            if "body" in values:
                assert values["seq"] == len(open_.bodies) + 1
                open_.bodies.append(values["body"])
            else:
                open_.digest = values["digest"]
    return kept


@cache
def editions() -> dict[str, Edition]:
    """The editions of the rules that they were dealt under, by name."""
    read: dict[str, Edition] = {}
    for folder in folders():
        with lzma.open(folder / "editions.jsonl.xz", "rt", encoding="utf-8") as lines:
            for text in lines:
                edition = edition_from(text.rstrip("\n"))
                read[str(edition)] = edition
    return read


@cache
def bodies() -> dict[str, list[str]]:
    """The bodies of entries, and of the events that these hold, by the tag of the event."""
    by_tag: dict[str, list[str]] = defaultdict(list)
    for kept in rounds():
        for body in kept.bodies:
            for values in _events(json.loads(body)):
                by_tag[values["type"]].append(json.dumps(values))
    return dict(by_tag)


def _events(values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield values
    for inner in values.get("events", ()):
        yield from _events(inner)


def files() -> list[Path]:
    """Every file that must never change."""
    return sorted(
        path for folder in HERE.iterdir() if folder.is_dir() for path in folder.iterdir() if _kept(path)
    )


def _kept(path: Path) -> bool:
    return path.is_file() and path.suffix in (".jsonl", ".json", ".xz", ".txt")


def pinned() -> dict[str, str]:
    """The SHA-256 of each file, by its name from here."""
    lines = PINNED.read_text(encoding="utf-8").splitlines() if PINNED.is_file() else []
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def frozen_defaults() -> Iterator[str]:
    """The lines of every `defaults.txt`."""
    for path in sorted(HERE.glob("*/defaults.txt")):
        yield from path.read_text(encoding="utf-8").splitlines()
