"""What the house sets for its surveillance desk: tags of notes, types of incidents, cameras with their clocks, how
many days things are kept, and the largest attachment. A list that was never set has the values in `USUAL`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from casino import ledger
from casino.ledger import HOUSE, Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.surveillance.models import HouseList

CHANGED: Final = "desk_lists_changed"
LONGEST: Final = 60
"""The most letters of a tag or of one level of a type."""
MOST: Final = 500
"""The most lines of a list."""
LEVELS: Final = 3
CAMERA: Final = re.compile(r"[A-Z0-9][A-Z0-9-]{0,15}")
OFF: Final = re.compile(r"(\d{1,5}(?:\.\d{1,3})?) ?s? (slow|fast)")
"""How far a camera's clock is off, in seconds."""
LARGEST: Final = 2_000
"""The most megabytes that a house can allow an attachment."""

USUAL: Final[dict[str, Any]] = {
    "tags": ["payment", "card", "dispute", "player", "dealer", "watch"],
    "types": [
        ["Table games", "Cards", "Drawn in excess"],
        ["Table games", "Cards", "Exposed"],
        ["Table games", "Cards", "Out of order"],
        ["Table games", "Payments", "Not as the record"],
        ["Table games", "Payments", "Paid to another"],
        ["Table games", "Wagers", "Late or moved"],
        ["People", "Player", "Dispute"],
        ["People", "Player", "Excluded"],
        ["People", "Staff", "Procedure"],
        ["House", "Equipment", "Shoe or reader"],
        ["House", "Equipment", "Camera"],
        ["Other", "Other", "Other"],
    ],
    "cameras": {},
    "days": {"round": 2_557, "note": 1_096, "incident": 2_557, "file": 2_557},
    "largest": 50,
}


def items(name: str) -> Any:
    """A list by its name."""
    row = HouseList.objects.filter(name=name).values_list("items", flat=True).first()
    return USUAL[name] if row is None else row


def tags() -> list[str]:
    return list(items("tags"))


def types() -> list[tuple[str, str, str]]:
    """Every type of incident, in its three levels."""
    return [(first, second, third) for first, second, third in items("types")]


def cameras() -> dict[str, int]:
    """By camera, how far its clock is ahead of the house's, in milliseconds; negative if it is slow."""
    return dict(items("cameras"))


def days(kind: str) -> int:
    """For how many days the house keeps things of a kind."""
    return int(items("days")[kind])


def largest() -> int:
    """The most bytes of an attachment."""
    return int(items("largest")) * 2**20


def shown() -> dict[str, Any]:
    """Every list, as shown by a page that changes them."""
    return {name: items(name) for name in USUAL}


def change(lists: Mapping[str, Any], *, by: Staff, at: datetime) -> None:
    """Set the lists that differ from those in force, in the caller's transaction, which has locked the house chain.
    Raises Refusal for a person who may not."""
    if not by.has_role_at_least(Role.OPERATIONS_MANAGER):
        raise Refusal("lists.not_manager", number=by.number, role=by.get_role_display())
    rows = []
    for name, new_items in lists.items():
        if new_items != items(name):
            row, _ = HouseList.objects.update_or_create(name=name, defaults={"items": new_items})
            rows.append(row)
    if rows:
        draft = Draft(kind=CHANGED, detail=", ".join(row.name for row in rows), body={ROWS: rows_of(*rows)})
        ledger.append(HOUSE, [draft], actor=by.number, role=by.role, at=at)


# --- parsing and writing the lists as text


def lines(typed: str) -> list[str]:
    """The lines of a text, stripped and without empty ones. Raises Refusal for too many."""
    read = [" ".join(line.split()) for line in typed.splitlines()]
    read = list(dict.fromkeys(line for line in read if line))
    if len(read) > MOST:
        raise Refusal("lists.too_many", most=MOST)
    return read


def read_tags(typed: str) -> list[str]:
    """The tags in a text. Raises Refusal for a tag that is too long, and for none at all."""
    read = lines(typed)
    if not read:
        raise Refusal("lists.empty")
    for tag in read:
        if len(tag) > LONGEST:
            raise Refusal("lists.too_long", typed=tag, most=LONGEST)
    return read


def read_types(typed: str) -> list[list[str]]:
    """The types in a text. Raises Refusal for a line that does not have three levels."""
    read = []
    for line in lines(typed):
        levels = [level.strip() for level in line.replace("›", ">").split(">")]
        if len(levels) != LEVELS or not all(levels):
            raise Refusal("lists.levels", typed=line)
        if max(map(len, levels)) > LONGEST:
            raise Refusal("lists.too_long", typed=line, most=LONGEST)
        read.append(levels)
    if not read:
        raise Refusal("lists.empty")
    return read


def read_cameras(typed: str) -> dict[str, int]:
    """The cameras in a text. Raises Refusal for a line that is not a camera, optionally with how far its clock is
    off."""
    read = {}
    for line in lines(typed):
        code, _, off = line.partition(" ")
        how = OFF.fullmatch(off) if off else None
        if not CAMERA.fullmatch(code.upper()) or (off and how is None):
            raise Refusal("lists.camera", typed=line)
        ahead = int(Decimal(how[1]) * 1000) if how else 0
        read[code.upper()] = -ahead if how and how[2] == "slow" else ahead
    return read


def camera_line(code: str, ahead_ms: int) -> str:
    """A camera as typed in the list: ``C-0712 2.0 slow``."""
    return f"{code} {off_words(ahead_ms)}".strip()


def off_words(ahead_ms: int) -> str:
    """How far a clock is off: ``2.0 slow``; "" for one that is right."""
    if not ahead_ms:
        return ""
    seconds = f"{abs(ahead_ms) / 1000:.3f}".rstrip("0")
    seconds += "0" if seconds.endswith(".") else ""
    return f"{seconds} {'slow' if ahead_ms < 0 else 'fast'}"


def written(name: str) -> str:
    """A list as the text of the page's field."""
    value = items(name)
    if name == "types":
        return "\n".join(" > ".join(levels) for levels in value)
    if name == "cameras":
        return "\n".join(camera_line(code, ahead) for code, ahead in value.items())
    return "\n".join(value)


def choices(of: Sequence[Sequence[str]] | None = None) -> list[tuple[str, str]]:
    """The types as options: (value sent, text shown)."""
    joined = [" > ".join(levels) for levels in (of or types())]
    return [(line, line.replace(" > ", " › ")) for line in joined]
