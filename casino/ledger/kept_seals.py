"""Reads seals that were kept outside the database, to compare them with the record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from casino.ledger.verify import KeptSeal

_NUMBERED = re.compile(r".*-(\d+)\.txt")


class BadSealFile(ValueError):
    """A file whose seals cannot be read."""


def seals_in(path: Path) -> Iterator[KeptSeal]:
    """The seals in a file: notes one after another, or the output of `seal_ledger --json`, one document a
    line.

    Raises BadSealFile, naming the file and the line.
    """
    try:
        text = path.read_bytes().decode()
    except (OSError, UnicodeError) as fault:
        raise BadSealFile(f"{path}: {fault}") from fault
    if text.lstrip()[:1] == "{":
        yield from _printed(path, text)
        return
    numbered = _NUMBERED.fullmatch(path.name)
    notes = list(_notes(path, text))
    for line, note in notes:
        no = int(numbered[1]) if numbered and len(notes) == 1 else None
        yield KeptSeal(note, f"{path.name} line {line}", no)


def _printed(path: Path, text: str) -> Iterator[KeptSeal]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            seals: list[Any] = msgspec.json.decode(line)["seals"]
            for seal in seals:
                yield KeptSeal(str(seal["note"]), f"{path.name} line {number}", int(seal["no"]))
        except (msgspec.DecodeError, LookupError, TypeError, ValueError) as fault:
            raise BadSealFile(f"{path} line {number}: this is not what seal_ledger --json prints.") from fault


def _notes(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """Each note with the number of its first line."""
    lines = text.split("\n")
    begins, signed = 0, False
    for number, line in enumerate([*lines, ""]):
        is_signature = line.startswith("— ")
        if signed and not is_signature:
            yield begins + 1, "\n".join(lines[begins:number]) + "\n"
            begins, signed = number, False
        if not signed and begins == number and not line:
            begins = number + 1  # blank lines between notes
        signed = is_signature
    if begins < len(lines) and any(lines[begins:]):
        raise BadSealFile(f"{path} line {begins + 1}: a seal ends without its signature.")
