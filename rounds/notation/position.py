"""The position of a file after a line, and why a line cannot be taken."""

from dataclasses import dataclass, field

from casino.cards import Card
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import Command, Setup, State
from rounds.notation.draft import Draft


class LineRefused(Exception):
    """A line cannot be taken. ``met`` are the refusals on the way, before and after neutral steps; the last
    is the one that applies."""

    def __init__(self, met: list[Refusal], unused: tuple[Card, ...] = ()) -> None:
        super().__init__(str(met[-1]))
        self.met = met
        self.unused = unused
        self.hint = ""
        """How the line is written, where the last refusal does not say it."""

    def wording(self, refusal: Refusal) -> str:
        """A refusal of these in words, the last one with the hint."""
        remedy = " ".join(filter(None, [refusal.remedy, self.hint if refusal is self.met[-1] else ""]))
        return f"{refusal.message}. {remedy}" if remedy else refusal.message

    def under(self, clause: str) -> Refusal | None:
        """The refusal that cites the clause (any if empty), the latest first."""
        for violation in reversed(self.met):
            if not clause or any(_names(clause, cited) for cited in (violation.clause, *violation.also)):
                return violation
        return None


def _names(clause: str, cited: str) -> bool:
    """Whether a clause is the one cited, or the numbered one that the cited sentence, item or table line belongs to:
    NZ-11.6 is named by a refusal under NZ-11.6(a) or NZ-11.6-S2, and not by one whose number only begins so."""
    return cited == clause or cited.startswith((f"{clause}-", f"{clause}("))


@dataclass(frozen=True, slots=True)
class Position:
    """The position of a file after a line: immutable, so that a line which goes wrong leaves nothing behind."""

    draft: Draft = field(default_factory=Draft)
    state: State | None = None
    rules: Rules | None = None
    early: tuple[Command, ...] = ()
    """Seats and allowances said before the first wager; they are taken again when a later line changes the
    set-up."""
    wagered: bool = False
    passed_on: bool = False
    """A player turned down the waiting card that was drawn in error, and another has decided since."""

    def round(self) -> tuple[Rules, State]:
        """The rules and the state. Raises Refusal before the book is known."""
        if self.rules is None or self.state is None:
            raise Refusal("notation.no_book")
        return self.rules, self.state


def opened(at: Position, draft: Draft, setup: Setup) -> Position:
    rules = setup.rules
    state = engine.fold(engine.start(setup, draft.round_no))
    for command in at.early:
        state, _ = engine.apply(rules, state, command)
    return Position(draft, state, rules, at.early)


def complete(at: Position) -> Position:
    """The round with all that the set-up says, once no line of it follows: what one line says may have had to wait
    for another. Raises Refusal for what does not fit together."""
    _, state = at.round()
    if at.wagered:
        return at
    setup = at.draft.setup(complete=True)
    return at if setup == state.setup else opened(at, at.draft, setup)
