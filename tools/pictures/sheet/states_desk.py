"""The surveillance desk: the log, the replay, a search, an incident, comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from casino.staff.models import Staff
from rounds.surveillance.daily_log import service as daily_log
from rounds.surveillance.facts import indexing
from rounds.surveillance.incidents import service as incidents
from rounds.surveillance.notes import notes
from tables.disputes import disputes
from tests import floor
from tools.pictures.sheet.state import State

DESK: Final = "V-3"


def _casework() -> None:
    """A note, an incident with its pages, a dispute, and the daily log of a shift."""
    indexing.catch_up(600)
    by, at = Staff.objects.get(number=DESK), floor.AT
    log = daily_log.begin(by=by, at=at)
    daily_log.add(
        log, "212 of 214 cameras good; C-0713 and C-0714 are reported to the technicians", "", by=by, at=at
    )
    notes.add("BJ-07", 1, notes.Written(words="The cut was low"), by=by, at=at)
    cover = {
        "title": "Card in excess", "type": "Table games > Cards > Drawn in excess", "occurred": "", "reported": "",
        "place": "Main floor", "table": "BJ-07", "loss": 0, "saving": 57_500, "recovered": 5_000,
    }  # fmt: skip
    incident = incidents.open_incident(cover, by=by, at=at)
    for sort, facts in (
        (
            "narrative",
            incidents.narrative("The dealer drew a card too many; the supervisor was called at once."),
        ),
        ("person", incidents.person("D-114", "dealer", "dealt the round")),
        ("task", incidents.task("Copy of C-0713", "V-5", at + timedelta(hours=2))),
    ):
        incidents.add(incident, sort, facts, by=by, at=at)
    disputes.raise_dispute(
        "BJ-07",
        disputes.Complaint("A", "Pays 3 to 2?", round_no=1, box=1),
        by=floor.person("game_supervisor"),
        at=at,
    )


def states() -> Iterator[State]:
    yield State("find", "A search", "/find/", DESK, prepare=_casework)
    for slug, title, path in (
        ("find-results", "What it finds", "/find/?q=doubled"),
        ("audit", "The log", "/audit/"),
        ("replay", "The replay of a round", "/audit/round/BJ-07/1/?step=30"),
        ("incidents", "Incidents", "/desk/incidents/"),
        ("incident", "An incident", "/desk/incidents/INC-2026-0001/"),
        ("incident-new", "A new incident", "/desk/incidents/new?table=BJ-07&round=1"),
        ("compare", "Dealers, supervisors and players compared", "/compare/"),
        ("daily-log", "The daily log", "/desk/log/"),
        ("notes", "Notes", "/desk/notes/"),
        ("alerts", "The alerts of the desk", "/alerts/"),
        ("keeping", "How long it is kept", "/desk/keeping/"),
        ("lists", "The lists of the house", "/desk/lists/"),
        ("video", "Camera links", "/video/"),
    ):
        yield State(slug, title, path, "M-1" if slug == "lists" else DESK)
