"""The position of a file after a line, and why a line cannot be taken."""

from dataclasses import dataclass, field

from casino.cards import Card
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import Command, Setup, State
from rounds.notation.draft import SetupDraft


class LineRefused(Exception):
    """A line cannot be taken. ``met`` are the refusals on the way, before and after neutral steps; the last one
    applies."""

    def __init__(self, met: list[Refusal], unused: tuple[Card, ...] = ()) -> None:
        super().__init__(str(met[-1]))
        self.met = met
        self.unused = unused
        self.hint = ""
        """How the line is written, if the last refusal does not say."""

    def wording(self, refusal: Refusal) -> str:
        """One of these refusals in words, the last one with the hint."""
        remedy = " ".join(filter(None, [refusal.remedy, self.hint if refusal is self.met[-1] else ""]))
        return f"{refusal.message}. {remedy}" if remedy else refusal.message

    def under(self, clause: str) -> Refusal | None:
        """The latest refusal that cites the clause, or any clause if it is empty; None if there is no such
        refusal."""
        for violation in reversed(self.met):
            if not clause or any(_names(clause, cited) for cited in (violation.clause, *violation.also)):
                return violation
        return None


def _names(clause: str, cited: str) -> bool:
    """Whether ``cited`` is the clause or a sentence, item or table line of it: NZ-11.6 covers a refusal under
    NZ-11.6(a) or NZ-11.6-S2, but not one whose number merely begins with it."""
    return cited == clause or cited.startswith((f"{clause}-", f"{clause}("))


@dataclass(frozen=True, slots=True)
class Position:
    """The position of a file after a line: immutable, so that a line which goes wrong has no effect."""

    draft: SetupDraft = field(default_factory=SetupDraft)
    state: State | None = None
    rules: Rules | None = None
    early: tuple[Command, ...] = ()
    """Seats and permits given before the first wager; they are repeated when a later line changes the set-up."""
    wagered: bool = False
    passed_on: bool = False
    """Whether a player turned down the waiting card drawn in error, and another player has decided since."""

    def round(self) -> tuple[Rules, State]:
        """The rules and the state. Raises Refusal before the book is known."""
        if self.rules is None or self.state is None:
            raise Refusal("notation.no_book")
        return self.rules, self.state


def opened(at: Position, draft: SetupDraft, setup: Setup) -> Position:
    rules = setup.rules
    state = engine.fold(engine.start(setup, draft.round_no))
    for command in at.early:
        state, _ = engine.apply(rules, state, command)
    return Position(draft, state, rules, at.early)


def complete(at: Position) -> Position:
    """The round with the complete set-up, once no set-up line follows: what one line gives may have had to wait for
    another. Raises Refusal for what does not fit together."""
    _, state = at.round()
    if at.wagered:
        return at
    setup = at.draft.setup(complete=True)
    return at if setup == state.setup else opened(at, at.draft, setup)
