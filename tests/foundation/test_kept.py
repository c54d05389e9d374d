"""What a worker keeps in memory has a bound: however long it deals, it does not grow for ever."""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from django.utils import timezone

from casino import translated
from rounds import push
from rounds.pit.screen import look_at, render_tile
from rounds.play import service
from rounds.simulation.autoplay import Croupier
from rounds.tablet import live_parts
from tests import floor

OURS: Final = ("casino.", "sidebets", "tables.", "rounds.")
FEW: Final = {
    # Without a bound, since what they can be asked for is fixed when the program is written.
    "casino.web.printable",
    "casino.staff.arrival",
    "casino.staff.tablets",
    "casino.web.script_words",
    "casino.web.screen_build",
    "rounds.engine.commands",
    "rounds.engine.reading",
    "tables.models",
}


def modules() -> Iterator[types.ModuleType]:
    for name, module in sorted(sys.modules.items()):
        if name.startswith(OURS) and ".simulation" not in name and module is not None:
            yield module


def caches() -> dict[str, Any]:
    """Every cache of a function or method of ours, by its name."""
    places: list[tuple[types.ModuleType, Mapping[str, Any]]] = [
        (module, vars(module)) for module in modules()
    ]
    for module, names in list(places):
        places += [(module, vars(kind)) for kind in names.values() if isinstance(kind, type)]
    of_names = {
        f"{module.__name__}.{name}": kept
        for module, names in places
        for name, kept in names.items()
        if isinstance(kept, functools._lru_cache_wrapper) and kept.__module__ == module.__name__
    }
    in_words = {f"in words {number}": clear.__self__ for number, clear in enumerate(translated._kept)}  # type: ignore[attr-defined]
    return of_names | in_words


def containers() -> dict[str, int]:
    """How much is in every dictionary, list and set that a module of ours has."""
    return {
        f"{module.__name__}.{name}": len(value)
        for module in modules()
        for name, value in vars(module).items()
        if isinstance(value, dict | list | set) and not name.startswith("__")
    }


def kept() -> dict[str, int]:
    of_functions = {
        f"{name}()": cache.cache_info().currsize
        for name, cache in caches().items()
        if cache.cache_parameters()["maxsize"] is None
    }
    return containers() | of_functions


def test_every_cache_has_a_bound() -> None:
    bounds = {name: cache.cache_parameters()["maxsize"] for name, cache in caches().items()}
    assert len(bounds) > 30  # they are seen at all
    assert {name.rpartition(".")[0] for name, most in bounds.items() if most is None} <= FEW
    assert max(most for most in bounds.values() if most is not None) <= 1 << 14


def deal(croupier: Croupier, rounds: int) -> None:
    """That many rounds, each tap drawn for the tablet and for the pit as a worker does it."""
    last = service.current(croupier.code).state.round_no + rounds
    while (live := service.current(croupier.code)).state.round_no < last:
        croupier.tap(timezone.now())
        live_parts.picture(live)
        tables, lines = look_at(None, timezone.now())
        for table in tables:
            render_tile(table, lines)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_what_is_kept_beside_the_caches_does_not_grow_with_the_rounds() -> None:
    floor.open_table("BJ-07")
    croupier = Croupier("BJ-07", floor.dealer(), seed=1, taken=(1, 2))
    croupier.take_place(timezone.now())
    deal(croupier, 3)
    before = kept()
    deal(croupier, 5)
    push.settle()
    grown = {name: (before.get(name, 0), size) for name, size in kept().items() if size > before.get(name, 0)}
    assert grown == {}
