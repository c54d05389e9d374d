"""What can go wrong at a table, in one list: the kinds of its book, and those of its game's side bets."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.irregularities import Kind, irregularities
from rounds.engine.edition import Edition
from rounds.engine.phrases import line
from rounds.engine.setup import Setup, side_bets_of
from sidebets import SideBet, side_bets

Pairs = tuple[tuple[str, str], ...]
ACCEPT, PRESS_AGAIN = "accept", "press_again"
EQUIPMENT_REPAIRED = "equipment_repaired"


def irregularity_kinds(rules: Rules, setup: Setup) -> dict[str, Kind]:
    """The kinds of irregularity that can be reported at a table with this set-up, by name, the book's first."""
    return {**irregularities(rules), **of_bets(rules, setup)}


def irregularity_kind(rules: Rules, setup: Setup, name: str, bet: str = "") -> Kind:
    """The kind of irregularity with a name; for a side bet, the one of that ``bet``, with its clauses. Raises Refusal
    for a kind that the table does not have."""
    known = irregularity_kinds(rules, setup)
    if name not in known:
        raise Refusal("irregularity.unknown", book=rules.book_title, kind=name)
    if name in of_bets(rules, setup):
        for side_bet in side_bets_of(setup).values():
            if side_bet.key == bet:
                return next(
                    (kind for kind in irregularities_of_bet(side_bet) if kind.kind == name), known[name]
                )
    return known[name]


def of_bets(rules: Rules, setup: Setup) -> dict[str, Kind]:
    """The kinds of irregularity that the game's side bets add, by name."""
    return _beside(setup.book, setup.game, setup.readings, setup.edition)


@lru_cache(maxsize=64)
def _beside(book: str, game: str, readings: Pairs, edition: Edition | None) -> dict[str, Kind]:
    by_name: dict[str, Kind] = {}
    known = edition.side_bets if edition is not None else side_bets(book, game, readings)
    for bet in known.values():
        for kind in irregularities_of_bet(bet):
            before = by_name.get(kind.kind)
            if before is not None:
                bets = (*dict(before.values)["bet"], bet.key)
                kind = replace(before, values=(("bet", bets), *before.values[1:]))
            by_name[kind.kind] = kind
    return by_name


def irregularities_of_bet(bet: SideBet) -> Iterator[Kind]:
    """What can go wrong with a bet that may stay partly in action, or with its button."""
    named = ("bet", (bet.key,))
    if (riding := bet.riding) is not None:
        yield Kind(
            kind="decided_before_choice",
            title=line("kept.decided_before_riding"),
            clause=riding.decided_first.clause,
            also=(riding.decided_out,),
            procedure="decided_first",
            needs=("box", "player", "bet"),
            values=(named,),
        )
    if (button := bet.button) is None:
        return
    yield Kind(
        kind="void_press",
        title=line("kept.press_void"),
        clause=button.void,
        also=(button.void_unwagered,) if button.void_unwagered else (),
        procedure="void_press",
        needs=("bet",),
        may=("amount", "box", "player"),
        values=(named,),
        when="any",
    )
    if button.misfire:
        press = Kind(
            kind="misfire",
            title=line("kept.misfire_report"),
            clause=button.misfire,
            procedure="misfire",
            needs=("box", "player", "bet", "amount"),
            values=(named,),
        )
        yield press
        yield replace(
            press,
            kind="misfire_answer",
            title=line("kept.misfire_answer_report"),
            procedure="misfire_answer",
            needs=("box", "player", "bet", "choice"),
            values=(named, ("choice", (ACCEPT, PRESS_AGAIN))),
        )
    failure = Kind(
        kind="equipment_failure",
        title=line("kept.equipment_failed", bet=bet.title),
        clause=bet.failure_suspends or button.failed_role.clause,
        also=bet.fails_at.clauses,
        procedure="equipment_failed",
        role=button.failed_role.value,
        needs=("bet", "device"),
        values=(named,),
        when="any",
    )
    yield failure
    yield replace(
        failure,
        kind=EQUIPMENT_REPAIRED,
        title=line("kept.equipment_works", bet=bet.title),
        clause=button.repaired_role.clause,
        also=(),
        procedure="equipment_repaired",
        role=button.repaired_role.value,
        needs=("bet",),
        may=("note",),
    )
