"""What a camera showed and when: its own time, how far its clock is off, and the house's time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from casino.refusals import Refusal
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.when import instant

HALF_A_DAY = timedelta(hours=12)


def sighting(camera: str, typed: str, now: datetime, near: datetime | None = None) -> dict[str, Any]:
    """The camera with the time as its clock showed it; if the day is not given, the one nearest to `near`. Empty
    without a camera. Raises Refusal."""
    if not camera and not typed:
        return {}
    code = camera.upper()
    if not lists.CAMERA.fullmatch(code):
        raise Refusal("camera.name", typed=camera)
    ahead = lists.cameras().get(code)
    if not typed:
        return {"camera": code, "ahead_ms": ahead}
    whole, dot, fraction = typed.rpartition(".")
    if not (
        dot and fraction.isascii() and fraction.isdigit() and len(fraction) <= 3 and whole.count(":") >= 2
    ):
        whole, fraction = typed, ""
    shown = instant(whole, min(now, near + HALF_A_DAY) if near else now)
    if shown is None:
        raise Refusal("camera.time", typed=typed)
    try:
        shown += timedelta(milliseconds=int(fraction.ljust(3, "0")) if fraction else 0)
        house = shown - timedelta(milliseconds=ahead or 0)
    except OverflowError:  # on the first or the last day of the calendar
        raise Refusal("camera.time", typed=typed) from None
    return {
        "camera": code,
        "ahead_ms": ahead,
        "shown": shown.isoformat(),
        "house": house.isoformat(),
    }
