"""What a book requires of a tournament, with the clauses that require it.

Two of the five books have tournaments. An empty clause means that the book does not have it, so nobody is asked to
do its step. The Magnificent Sevens tournament is the Victorian book's own series over its general rules.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from casino.money import Cents
from casino.rulebooks.rule import Rule, RuleBookError

Statements = tuple[tuple[str, str], ...]
"""Fields of the conditions that must be stated, each with its clause."""


@dataclass(frozen=True, slots=True)
class ScheduledStage:
    """One round of the schedule: its tables over all heats, and who advances from it."""

    tables: int
    heats: int
    advance_per_table: int = 0
    advance_others: int = 0
    """How many other top chip holders advance, counted over all tables of the stage."""


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a certain number of entrants: its stages up to the final and the prizes of the first seven places
    (cents)."""

    entrants: int
    stages: tuple[ScheduledStage, ...]
    stages_clause: str
    pool: Cents
    prizes: tuple[Cents, ...]
    pool_clause: str


@dataclass(frozen=True, slots=True)
class Series:
    """A tournament that a book itself prescribes: entries are won at the tables, stages and prizes are fixed."""

    prevails: str
    """Its own rules prevail over the general rules of tournaments."""
    side_bet: Rule[str]
    """The bet that wins entries; the tournament is dealt with it."""
    entrants: str
    """The entrants are those who won an entry, and their number decides the prize pool."""
    columns: tuple[Column, ...]
    schedule: str
    interval_days: Rule[int]
    """Heats and final are held about this often, in days, or later if there are too few entries."""
    bonus: Rule[Cents]
    """What each entrant is paid at the start, in addition to the prizes."""
    players_a_table: Rule[int]
    shoes: Rule[int]
    final_shoes: Rule[int]
    elimination: str
    equal_bank: str
    """Every heat and final begins with the same chips for all: earlier banks are not carried over."""
    ranking: str
    tie_to_progress: str
    """Further hands until the tie is broken."""
    tie_for_first: str
    """A play-off over one shoe, then as for a tie to progress."""
    tie_for_places: str
    several_entries: str
    """A player with several entries names substitutes for them."""
    substitution_terms: str
    """The conditions contain the details of substitution."""

    @property
    def least(self) -> int:
        """The smallest field."""
        return self.columns[0].entrants

    def column(self, entries: int) -> Column | None:
        """The largest field that this many entries fill; None below the smallest."""
        filled = [column for column in self.columns if column.entrants <= entries]
        return filled[-1] if filled else None


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """What one book requires of a tournament. The clauses are in the order of the steps."""

    book: str
    held: str
    """Tournaments may be held; with ``equal_chance`` the clause also requires an equal chance for everybody."""
    authority: str
    """Who approves the conditions."""
    approval: str
    """Conditions are approved before anything else is done under them."""
    conditions_prevail: Rule[bool]
    """Conditions prevail over the rules of the game while the tournament is played; otherwise the rules prevail."""
    statements: Statements
    """What the conditions must state."""
    fee: str
    fee_kept_most: Rule[Fraction] | None = None
    """The largest fraction of an entrant's fee that the operator may keep, even if the entrant withdraws. None: no
    limit."""
    fees_are_prizes: str = ""
    """Whatever is not kept of the fees is prize money, to the cent."""
    equal_chance: str = ""
    director: str = ""
    """A person qualified as a game supervisor is responsible for the tournament."""
    deputies: str = ""
    """Equally qualified deputies act in that person's absence."""
    free_withdrawal: str = ""
    """A period in which a withdrawal costs nothing."""
    briefing: str = ""
    signed_copies: str = ""
    presence: str = ""
    designation: str = ""
    exclusive: str = ""
    substitutes: str = ""
    start_moved: str = ""
    early_end: str = ""
    early_end_for_cash: str = ""
    series: Series | None = None

    def clause_of(self, field: str) -> str:
        """The clause that requires the field; the approval's for a field that no clause names."""
        return dict(self.statements).get(field, self.approval)


ACT96: Final = TournamentRules(
    book="ACT96",
    held="ACT96-24.1",
    authority="Casino Surveillance Authority",
    approval="ACT96-24.2",
    conditions_prevail=Rule(True, "ACT96-24.3"),
    statements=(
        ("entry_fee", "ACT96-24.4-S1"),
        ("fee_kept", "ACT96-24.4-S2"),
        ("prizes", "ACT96-24.4-S3"),
        ("starting_chips", "ACT96-24.2"),
        ("stages", "ACT96-24.2"),
        ("ties", "ACT96-24.2"),
        ("players", "ACT96-24.2"),
    ),
    fee="ACT96-24.4-S1",
    fee_kept_most=Rule(Fraction(1, 10), "ACT96-24.4-S2"),
    fees_are_prizes="ACT96-24.4-S3",
)
"""The book leaves to the conditions what the Victorian one prescribes; what the play itself needs must be in them.
"""

VIC03: Final = TournamentRules(
    book="VIC03",
    held="VIC03-16.1.1",
    equal_chance="VIC03-16.1.1",
    director="VIC03-16.1.2(a)",
    deputies="VIC03-16.1.2(b)",
    authority="Director of Casino Surveillance",
    approval="VIC03-16.1.3",
    conditions_prevail=Rule(False, "VIC03-16.2.1(k)"),
    statements=(
        ("entry_fee", "VIC03-16.2.1(a)"),
        ("starting_chips", "VIC03-16.2.1(b)"),
        ("wager", "VIC03-16.2.1(c)"),
        ("stages", "VIC03-16.2.1(d)"),
        ("repechage", "VIC03-16.2.1(d)"),
        ("catch_up", "VIC03-16.2.1(d)"),
        ("secondary", "VIC03-16.2.1(d)"),
        ("ties", "VIC03-16.2.1(d)"),
        ("buy_back", "VIC03-16.2.1(e)"),
        ("eligibility", "VIC03-16.2.1(f)(i)"),
        ("right_to_deny", "VIC03-16.2.1(f)(ii)"),
        ("criteria_used", "VIC03-16.2.1(f)(iii)"),
        ("entry_terms", "VIC03-16.2.1(g)"),
        ("free_withdrawal_until", "VIC03-16.2.1(g)"),
        ("application_form", "VIC03-16.2.1(g)"),
        ("players", "VIC03-16.2.1(g)"),
        ("disqualification_grounds", "VIC03-16.2.1(h)"),
        ("retirement_terms", "VIC03-16.2.1(h)"),
        ("refunds", "VIC03-16.2.1(h)"),
        ("late", "VIC03-16.2.1(i)"),
        ("prizes", "VIC03-16.2.1(j)"),
        ("precedence", "VIC03-16.2.1(k)"),
    ),
    fee="VIC03-16.2.1(a)",
    free_withdrawal="VIC03-16.2.1(g)",
    briefing="VIC03-16.2.2",
    signed_copies="VIC03-16.2.3",
    presence="VIC03-16.2.4",
    designation="VIC03-16.3.1",
    exclusive="VIC03-16.3.2",
    substitutes="VIC03-16.3.3",
    start_moved="VIC03-16.3.4",
    early_end="VIC03-16.3.5(a)",
    early_end_for_cash="VIC03-16.3.5(b)",
)

_FINAL: Final = ScheduledStage(1, 1)
_OF_49: Final = (ScheduledStage(7, 1, 1), _FINAL)
_OF_98: Final = (ScheduledStage(14, 2, 3, 7), *_OF_49)
_OF_147: Final = (ScheduledStage(21, 3, 4, 14), *_OF_98)
_OF_196: Final = (ScheduledStage(28, 4, 5, 7), *_OF_147)

_PRIZES: Final = (250_000_00, 50_000_00, 25_000_00, 15_000_00, 10_000_00, 10_000_00, 10_000_00)
"""The prizes of the smallest field, in cents; those of the others are two, three and four times as large."""


def _column(
    entrants: int, stages: tuple[ScheduledStage, ...], times: int, clauses: tuple[str, str]
) -> Column:
    prizes = tuple([times * prize for prize in _PRIZES])
    return Column(entrants, stages, clauses[0], times * 370_000_00, prizes, clauses[1])


_OF_THE_HOUSE: Final = tuple(
    [statement for statement in VIC03.statements if statement[0] not in ("stages", "prizes", "ties")]
)
"""What a house states even for the series, which itself fixes stages, prizes and what a tie leads to."""

MAGNIFICENT_SEVENS: Final = replace(
    VIC03,
    statements=(*_OF_THE_HOUSE, ("substitution", "VIC03-13.9.7(b)")),
    series=Series(
        prevails="VIC03-13.9.1",
        side_bet=Rule("magnificent_sevens", "VIC03-13.9.2"),
        entrants="VIC03-13.9.3",
        columns=(
            _column(49, _OF_49, 1, ("VIC03-13.9.6-T3-S49", "VIC03-13.9.6-T3-P49")),
            _column(98, _OF_98, 2, ("VIC03-13.9.6-T3-S98", "VIC03-13.9.6-T3-P98")),
            _column(147, _OF_147, 3, ("VIC03-13.9.6-T3-S147", "VIC03-13.9.6-T3-P147")),
            _column(196, _OF_196, 4, ("VIC03-13.9.6-T3-S196", "VIC03-13.9.6-T3-P196")),
        ),
        schedule="VIC03-13.9.6",
        interval_days=Rule(100, "VIC03-13.9.4"),
        bonus=Rule(770_00, "VIC03-13.9.5(a)"),
        players_a_table=Rule(7, "VIC03-13.9.5(g)"),
        shoes=Rule(3, "VIC03-13.9.5(g)"),
        final_shoes=Rule(3, "VIC03-13.9.5(c)"),
        elimination="VIC03-13.9.5",
        equal_bank="VIC03-13.9.5(b)",
        ranking="VIC03-13.9.5(c)",
        tie_to_progress="VIC03-13.9.5(d)",
        tie_for_first="VIC03-13.9.5(e)",
        tie_for_places="VIC03-13.9.5(f)",
        several_entries="VIC03-13.9.7(a)",
        substitution_terms="VIC03-13.9.7(b)",
    ),
)

TOURNAMENTS: Final[dict[str, dict[str, TournamentRules]]] = {
    "ACT96": {"": ACT96},
    "VIC03": {"": VIC03, "magnificent_sevens": MAGNIFICENT_SEVENS},
}
"""By book and series; the series "" is a tournament of the house's own."""


def tournament_rules(book: str, series: str = "") -> TournamentRules:
    """What the book requires of a tournament. Raises RuleBookError for a book without tournaments, or an unknown
    series; it names the known ones."""
    if book not in TOURNAMENTS:
        raise RuleBookError("tournament.not_in_book", book=book, known=list(TOURNAMENTS))
    if series not in TOURNAMENTS[book]:
        raise RuleBookError("tournament.no_series", book=book, series=series)
    return TOURNAMENTS[book][series]
