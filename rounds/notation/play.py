"""Playing a ``.round`` text through the same state machine that the tables use."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from casino.cards import UNKNOWN, Card
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.cards.commands import DealCard
from rounds.engine.cards.dealing import shuffle_first, target
from rounds.engine.commands import Command
from rounds.engine.decisions.commands import CloseSurrender, PlayOn, Rescue, Surrender
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.irregularities.commands import Approve, Irregularity, Refuse
from rounds.engine.permits.commands import AllowLimit, AllowSeveralBoxes, PlaceMarker
from rounds.engine.refusal import RuleViolation
from rounds.engine.settlement.commands import Collect, Settle
from rounds.engine.setup import MAIN, Setup, rules_of
from rounds.engine.shoe.commands import Shuffle
from rounds.engine.sides.commands import Ride
from rounds.engine.state import State
from rounds.engine.wagers.calling import caller_for
from rounds.engine.wagers.commands import Arrange, CallBets, PlaceWager, Seat, WithdrawWager
from rounds.notation import words
from rounds.notation.draft import Draft
from rounds.notation.parse import UnknownWord, lines, parse


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line that was refused: wanted (marked ``!``) or not. ``clause`` is empty where none forbids it."""

    line: int
    clause: str
    message: str


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a text. ``state`` is None when no set-up was reached; ``due`` when nothing is."""

    error: Wrong | None
    refusals: tuple[Wrong, ...]
    state: State | None
    rules: Rules | None
    due: engine.Due | None
    left_over: tuple[Card, ...]

    @property
    def ok(self) -> bool:
        """Whether every line went as written."""
        return self.error is None


class _Refused(Exception):
    """A line cannot be taken. ``met`` are the refusals on the way, before and after neutral steps; the last
    is the one that stands."""

    def __init__(self, met: list[RuleViolation], unused: tuple[Card, ...] = ()) -> None:
        super().__init__(str(met[-1]))
        self.met = met
        self.unused = unused

    def under(self, clause: str) -> RuleViolation | None:
        """The refusal that cites the clause (any if empty), the latest first."""
        for violation in reversed(self.met):
            if not clause or any(_names(clause, cited) for cited in (violation.clause, *violation.also)):
                return violation
        return None


def _names(clause: str, cited: str) -> bool:
    """Whether a clause is the one cited, or the numbered one that the cited sentence or table line stands in."""
    return cited == clause or cited.startswith(f"{clause}-")


@dataclass(frozen=True, slots=True)
class _Position:
    """Where a file stands after a line: immutable, so that a line which goes wrong leaves nothing behind."""

    draft: Draft = field(default_factory=Draft)
    state: State | None = None
    rules: Rules | None = None
    early: tuple[Command, ...] = ()
    """Seats and allowances said before the first wager; they are taken again when a later line changes the
    set-up."""
    wagered: bool = False
    repeats: bool = False
    """The lines say a card drawn in error once more where it is placed, though it left the shoe before."""

    def round(self) -> tuple[Rules, State]:
        """The rules and the state. Raises RuleViolation before the book is known."""
        if self.rules is None or self.state is None:
            raise RuleViolation("", "the rule book is not known yet", "Begin the file with “book VIC03”.")
        return self.rules, self.state


def play(text: str) -> Played:
    """Takes a text line by line until it ends or a line goes wrong. Never raises for what the text says.

    ``deal`` lists cards as they leave the shoe, so that a card drawn in error, which the line of its report named, is
    placed by itself where it comes next. A text that does not go so may say it once more there."""
    played = _played(text, repeats=False)
    if played.ok or "irregularity" not in text.lower():
        return played
    repeated = _played(text, repeats=True)
    further = repeated.ok or (
        repeated.error is not None and played.error is not None and repeated.error.line > played.error.line
    )
    return repeated if further else played


def _played(text: str, *, repeats: bool) -> Played:
    at = _Position(repeats=repeats)
    refusals: list[Wrong] = []
    error: Wrong | None = None
    left_over: tuple[Card, ...] = ()
    number = 1
    for line in lines(text):
        number = line.number
        try:
            # A line that must be refused is judged at once; what a plain one elects may be for a game that follows.
            after = _take(at, parse(line.text), at_once=line.refused is not None)
        except UnknownWord as problem:
            error = Wrong(number, "", str(problem))
            break
        except RuleViolation as violation:
            refused = _Refused([violation])
        except _Refused as several:
            refused = several
        else:
            if line.refused is not None:
                error = Wrong(
                    number, line.refused, f"“{line.text}” was accepted and should have been refused"
                )
                break
            at = after
            continue
        cited = refused.under(line.refused or "")
        stands = refused.met[-1]
        if line.refused is None:
            error, left_over = _wrong(number, stands), refused.unused
            break
        if cited is None:
            error = Wrong(
                number,
                stands.clause,
                f"refused, but under {stands.clause or 'no clause'} and not {line.refused}: {stands.message}",
            )
            break
        refusals.append(Wrong(number, line.refused or cited.clause, _words(cited)))
    if error is None:
        if at.state is None:
            error = Wrong(
                number, "", "there is no round here: begin with “book VIC03”, then wagers and cards"
            )
        else:
            try:
                at = _ended(_complete(at))
            except RuleViolation as violation:
                error = _wrong(number, violation)
    due = engine.due(at.rules, at.state) if at.state and at.rules else None
    return Played(error, tuple(refusals), at.state, at.rules, due, left_over)


def _words(violation: RuleViolation) -> str:
    remedy = violation.remedy
    return f"{violation.message}. {remedy}" if remedy else violation.message


def _wrong(number: int, violation: RuleViolation) -> Wrong:
    return Wrong(number, violation.clause, _words(violation))


# --- taking a line


def _take(at: _Position, said: words.Statement, *, at_once: bool = False) -> _Position:
    if isinstance(said, words.SetUp):
        after = _set_up(at, said)
        if at_once:
            _complete(after)
        return after
    at = _complete(at)
    rules, _ = at.round()
    for election in at.draft.missing():
        raise RuleViolation(
            election.clause,
            f"{rules.book} {rules.game} needs the election {election.name}",
            f"Write “elect {election.name}={election.values[0]}” before the first wager.",
        )
    if isinstance(said, words.Elsewhere):
        raise _elsewhere(rules, said)
    if isinstance(said, words.Deal):
        return _deal(at, said.cards)
    if isinstance(said, words.Nobody):
        return _nobody(at)
    if isinstance(said, words.Answer):
        return _answered(at, said)
    after = _settled(at, said.settled_until) if said.settled_first else at
    for command in said.commands:
        if isinstance(command, Approve) and after.state is not None and after.state.irregular is None:
            continue  # the dealer corrected the last tap alone
        if isinstance(command, Insure | EvenMoney) and command.wager not in (
            MAIN,
            *rules.wagers_on_hand.value,
        ):
            raise _elsewhere(rules, words.Elsewhere("choice_for_wager", f"a choice for {command.wager}"))
        if isinstance(command, Irregularity) and said.settled_first and not said.settled_until:
            after = _reported(at, command)
        else:
            after = _do(after, command)
    if at.wagered or not isinstance(said.commands[0], Seat | AllowSeveralBoxes | AllowLimit):
        return replace(after, wagered=True)
    return replace(after, early=(*at.early, *said.commands))


def _reported(at: _Position, command: Irregularity) -> _Position:
    """What went wrong, once what is due is settled; where that comes too late for it (VIC03-9.4), as of the latest
    moment before, since nobody said that anything had been settled. Raises _Refused with what stands after it all."""
    moments = list(_settling(at, ""))
    try:
        return _do(moments.pop(), command)
    except _Refused:
        for earlier in reversed(moments):
            rules, state = earlier.round()
            try:
                after, _ = engine.apply(rules, state, command)
            except RuleViolation:
                continue
            return replace(earlier, state=after)
        raise


def _nobody(at: _Position) -> _Position:
    """The offer that is open, once what is due before it is settled, is taken by nobody (else)."""
    at = _settled(at, "")
    rules, state = at.round()
    due = engine.due(rules, state)
    close = _closing(due) if due is not None else None
    if close is None:
        raise RuleViolation("", "nothing is offered that nobody could take", "Go on with what is due.")
    return _do(at, close)


def _answered(at: _Position, said: words.Answer) -> _Position:
    """What is to be done about what went wrong is signed, or is not."""
    approve = Approve(said.role, said.choice)
    return _do(at, approve if said.approved else Refuse(said.role))


def _set_up(at: _Position, said: words.SetUp) -> _Position:
    if at.wagered:
        raise RuleViolation(
            "", "the set-up is complete once the first wager lies", "Write the line further up."
        )
    draft = at.draft.taking(said)
    return _opened(at, draft, draft.setup())


def _opened(at: _Position, draft: Draft, setup: Setup) -> _Position:
    rules = rules_of(setup)
    state = engine.fold(engine.start(setup, draft.round_no))
    for command in at.early:
        state, _ = engine.apply(rules, state, command)
    return _Position(draft, state, rules, at.early, repeats=at.repeats)


def _complete(at: _Position) -> _Position:
    """The round with all that the set-up says, once no line of it follows: what one line says may have had to wait
    for another. Raises RuleViolation for what does not fit together."""
    _, state = at.round()
    if at.wagered:
        return at
    setup = at.draft.setup(complete=True)
    return at if setup == state.setup else _opened(at, at.draft, setup)


def _elsewhere(rules: Rules, said: words.Elsewhere) -> RuleViolation:
    steps = rules.steps
    clause = {"surrender_of_hand": steps.decision, "choice_for_wager": steps.wager}.get(said.kind, "")
    return RuleViolation(
        clause,
        f"{rules.book} {rules.game} has no place for {said.what}",
        "Leave the line out, or choose another game.",
    )


def _deal(at: _Position, cards: tuple[Card, ...]) -> _Position:
    """The whole line or nothing of it: a line that goes wrong leaves the state as it was before."""
    for index, card in enumerate(cards):
        try:
            if card == words.HELD:
                at = _held_named(at)
                continue
            if not at.repeats:
                at = _held_placed(at, card)
            at = _do(at, DealCard(card))
        except _Refused as refused:
            refused.unused = tuple([one for one in cards[index:] if one != words.HELD])
            raise
    return replace(at, wagered=True)


def _held_placed(at: _Position, card: Card) -> _Position:
    """With cards drawn in error and shown placed, where they come before the one that leaves the shoe now."""
    rules, state = at.round()
    while state.held and state.held[0].card != UNKNOWN:
        step: Command | None = DealCard(state.held[0].card)
        if target(rules, state) is None:
            step = _neutral(rules, state, DealCard(card))
        if step is None:
            break
        state, _ = engine.apply(rules, state, step)
    return replace(at, state=state)


def _held_named(at: _Position) -> _Position:
    """The card drawn in error is placed now, before something that a line says."""
    _, state = at.round()
    if not state.held or state.held[0].card == UNKNOWN:
        raise RuleViolation("", "no card drawn in error lies face up", "Say which card left the shoe.")
    return _do(at, DealCard(state.held[0].card))


def _do(at: _Position, command: Command) -> _Position:
    """One command, after the neutral steps that it takes. Raises _Refused."""
    rules, state = at.round()
    met: list[RuleViolation] = []
    if isinstance(command, CallBets) and state.called and shuffle_first(state):
        command = Shuffle()  # the call said again after the shuffle: it stands already
    while True:
        try:
            after, _ = engine.apply(rules, state, command)
        except RuleViolation as violation:
            met.append(violation)
        else:
            return replace(at, state=after)
        step = _neutral(rules, state, command)
        if step is None:
            raise _Refused(met)
        try:
            state, _ = engine.apply(rules, state, step)
        except RuleViolation as violation:
            met.append(violation)
            raise _Refused(met) from None


# --- neutral steps


def _settled(at: _Position, until: str) -> _Position:
    """With what is due settled, as it is at the table before anything else is said; up to one settlement."""
    *_, settled = _settling(at, until)
    return settled


def _settling(at: _Position, until: str) -> Iterator[_Position]:
    """The same settlement by settlement: as it is, after the first, and so on."""
    yield at
    rules, state = at.round()
    while (due := engine.due(rules, state)) is not None and due.want == "settle":
        first = due.items[0].ref
        if first == until:
            break
        state, _ = engine.apply(rules, state, Settle((first,)))
        yield replace(at, state=state)


def _neutral(rules: Rules, state: State, command: Command) -> Command | None:
    """The step that anybody would take without saying so before that command can be; None if none is."""
    due = engine.due(rules, state)
    if due is None:
        return None
    if close := _closing(due):
        # Nobody (else) takes the offer: the next line tells.
        return None if isinstance(command, _TAKING[due.want]) else close
    if due.want == "settle":
        return Settle()
    if due.want == "card" and due.held not in ("", UNKNOWN):
        return DealCard(due.held)  # it was drawn already, and its line said so
    if isinstance(command, CallBets | DealCard | PlaceWager | WithdrawWager):
        return _before_the_call(rules, state, due, command)
    return None


_TAKING: Final[dict[str, tuple[type, ...]]] = {
    "insurance": (Insure, EvenMoney),
    "surrender": (Surrender,),
    "rescue": (Rescue,),
    "ride": (Ride, Insure, EvenMoney),
}
"""What may still be said while an offer is open."""


def _closing(due: engine.Due) -> Command | None:
    """The command that ends the offer that is open; None when none is."""
    if due.want == "insurance":
        return CloseInsurance()
    if due.want == "surrender":
        return CloseSurrender()
    if due.want == "rescue":
        return PlayOn(due.box, due.hand)
    if due.want == "ride":
        first = next(offer for offer in due.offers if offer.kind == "ride")
        return Ride(first.box, first.player, first.wager)  # all of it is taken down (NZ-15D.6(a))
    return None


def _before_the_call(rules: Rules, state: State, due: engine.Due, command: Command) -> Command | None:
    if shuffle_first(state):
        return Shuffle()
    if not isinstance(command, CallBets):
        return None
    for blocker in due.blockers:
        if blocker.kind == "caller":
            # Nobody was named: the book's order of preference tells.
            return Seat(blocker.box, caller_for(rules, state.box(blocker.box)))
        if blocker.kind == "arrange":
            return Arrange(blocker.box, blocker.players)
        if blocker.kind == "marker":
            return PlaceMarker(blocker.box, blocker.players[0])
    return None


def _ended(at: _Position) -> _Position:
    """No line is left: due settlements are made; where neither a card nor a decision is owed, the round is
    settled and collected. An offer stays open while the round goes on behind it."""
    rules, state = at.round()
    settled, offered = state, False
    while due := engine.due(rules, state):
        if due.want == "settle":
            state, _ = engine.apply(rules, state, Settle())
            settled = settled if offered else state
        elif close := _closing(due):
            state, _ = engine.apply(rules, state, close)
            offered = True
        elif due.want == "collect":
            state, _ = engine.apply(rules, state, Collect())
        elif due.want == "card" and due.held not in ("", UNKNOWN):
            state, _ = engine.apply(rules, state, DealCard(due.held))
            settled = settled if offered else state
        else:
            return replace(at, state=settled)
    return replace(at, state=state)
