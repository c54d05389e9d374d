"""The tournaments check of `verify_ledger`: a tournament's row is what its chain folds to, and the seed stored for a
draw is the one that was committed to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from casino.ledger import HOUSE, Entry
from casino.ledger.verify import Fault
from tables.tournaments import machine, service
from tables.tournaments.models import Tournament


def wrong_tournaments(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each tournament whose row differs from its entries. `since` narrows nothing: a row's last entry
    may be of any age."""
    rows = Tournament.objects.order_by("id")
    for tournament in rows.filter(code=chain) if chain is not None else rows:
        yield from _of(tournament)


def _of(tournament: Tournament) -> Iterator[Fault]:
    try:
        folded = service.fold(tournament.code)
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError) as fault:
        yield Fault(
            tournament.code, None, "row", f"tournament {tournament.code}: its events cannot be read: {fault}"
        )
        return
    if folded is None:
        yield Fault(tournament.code, None, "row", f"tournament {tournament.code} is stored and has no entry")
        return
    state, last = folded
    expected = {
        "name": state.conditions.name,
        "book": state.conditions.book,
        "series": state.conditions.series,
        "phase": state.phase,
        "version": last,
        "kept": msgspec.json.encode(state).decode(),
    }
    for column, value in expected.items():
        if getattr(tournament, column) != value:
            yield Fault(
                tournament.code,
                last,
                "row",
                f"tournament {tournament.code}: {column} is not what its entries give",
            )
    if tournament.hall != _shown_in_hall(tournament.code):
        yield Fault(
            tournament.code,
            last,
            "row",
            f"tournament {tournament.code}: whether its board is in the hall is not what its entries give",
        )
    for stage, seed in tournament.seeds.items():
        digests = {committed.digest for committed in state.commitments if str(committed.stage) == stage}
        if machine.draw.commitment_of(seed) not in digests:
            yield Fault(
                tournament.code,
                last,
                "row",
                f"tournament {tournament.code}: the seed of stage {stage} was exchanged",
            )


def _shown_in_hall(code: str) -> bool:
    """Whether the board is in the hall according to the last entry about it."""
    entries = Entry.objects.filter(chain=HOUSE, kind=service.HALL).order_by("-seq")
    bodies = (msgspec.json.decode(body) for body in entries.values_list("body", flat=True))
    return next((bool(body.get("shown")) for body in bodies if body.get("tournament") == code), False)
