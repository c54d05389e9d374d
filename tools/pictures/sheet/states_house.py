"""The set-up of the house, its staff, its tournaments."""

from __future__ import annotations

from collections.abc import Iterator

from tools.pictures.sheet.state import State, tap


def states() -> Iterator[State]:
    for slug, title, path in (
        ("house", "The set-up of a house", "/house/"),
        ("house-floor", "Pits and tables", "/house/floor/"),
        ("house-new", "A new table", "/house/floor/new"),
        ("house-table", "The set-up of a table", "/house/floor/BJ-08/"),
        ("house-approved", "Approved rules", "/rules/approved/"),
        ("staff", "The staff", "/staff/"),
        ("staff-person", "A person of the staff", "/staff/D-114/"),
    ):
        yield State(slug, title, path, "M-1")
    yield State(
        "layout-editor",
        "The layout editor",
        "/house/floor/BJ-08/layout/",
        "M-1",
        act=tap("[data-piece=box-3]"),
    )
    for slug, title, path in (
        ("tournaments", "Tournaments", "/tournaments/"),
        ("tournament-desk", "The desk of a tournament", "/tournaments/T-1/"),
        ("tournament-conditions", "The conditions of a tournament", "/tournaments/T-1/conditions/"),
        ("tournament-board", "The leader board", "/tournaments/T-1/board/"),
        ("tournament-report", "The report of a tournament", "/tournaments/T-1/report/"),
        ("home", "The first page", "/"),
        ("not-found", "A page that is not there", "/table/BJ-99/"),
    ):
        yield State(slug, title, path, "T-2")
