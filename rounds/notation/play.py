"""Play a ``.round`` text through the same state machine that the tables use."""

from dataclasses import dataclass, replace

from casino.cards import UNKNOWN, Card
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import Command, State
from rounds.engine.commands import (
    AllowLimit,
    AllowSeveralBoxes,
    Approve,
    CallBets,
    DealCard,
    Decide,
    EvenMoney,
    Insure,
    Irregularity,
    Refuse,
    RefuseWager,
    Seat,
)
from rounds.engine.questions import irregularity_kinds, next_card_place, returned_wagers
from rounds.engine.values import MAIN
from rounds.notation import statements
from rounds.notation.hints import hint
from rounds.notation.neutral import closing, ended, neutral_step, played, settling, with_settled
from rounds.notation.parse import lines, parse
from rounds.notation.parts import UnknownWord
from rounds.notation.position import LineRefused, Position, complete, opened


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line that was refused, whether expected (marked ``!``) or not. ``clause`` is empty if no clause forbids
    it."""

    line: int
    clause: str
    message: str
    code: str = ""
    """The refusal's code; empty if a line was accepted that should have been refused."""


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of a text. ``state`` is None if the set-up was not completed; ``due`` is None if nothing is due."""

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


class EngineFailed(Exception):
    """The state machine itself failed on a line; the text is not to blame."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the state machine failed on line {line}")
        self.line = line


def play(text: str) -> Played:
    """Play a text line by line until it ends or a line goes wrong. Never raises for anything in the text; raises
    EngineFailed, with its cause, if the state machine itself fails.

    A card named in a report left the shoe at that point; it is dealt next, before the cards of a ``deal`` line. If
    that line repeats its face, it means the same card, unless a player turned it down and another player has decided
    since: then it has already been dealt. ``deal held`` always names it."""
    at = Position()
    refusals: list[Wrong] = []
    error: Wrong | None = None
    left_over: tuple[Card, ...] = ()
    number = 1
    for line in lines(text):
        number = line.number
        try:
            # A line that must be refused is judged at once; what other lines elect may be for a game that follows.
            after = _take(at, parse(line.text), at_once=line.refused is not None)
        except UnknownWord as problem:
            error = _wrong(number, LineRefused([problem]))
            break
        except Refusal as violation:
            refused = LineRefused([violation])
        except LineRefused as several:
            refused = several
        except Exception as problem:
            raise EngineFailed(number) from problem
        else:
            if line.refused is not None:
                error = Wrong(
                    number, line.refused, f"“{line.text}” was accepted and should have been refused"
                )
                break
            at = after
            continue
        cited = refused.under(line.refused or "")
        last = refused.met[-1]
        if line.refused is None:
            error, left_over = _wrong(number, refused), refused.unused
            break
        if cited is None:
            error = Wrong(
                number,
                last.clause,
                f"Refused, but under {last.clause or 'no clause'} and not {line.refused}: {last.message}",
                last.code,
            )
            break
        refusals.append(Wrong(number, line.refused or cited.clause, refused.wording(cited), cited.code))
    if error is None:
        if at.state is None:
            error = _wrong(number, LineRefused([Refusal("notation.no_round")]))
        else:
            try:
                at = ended(complete(at))
            except Refusal as violation:
                error = _wrong(number, LineRefused([violation]))
            except Exception as problem:
                raise EngineFailed(number) from problem
    try:
        due = engine.due(at.rules, at.state) if at.state and at.rules else None
    except Exception as problem:
        raise EngineFailed(number) from problem
    return Played(error, tuple(refusals), at.state, at.rules, due, left_over)


def _wrong(number: int, refused: LineRefused) -> Wrong:
    last = refused.met[-1]
    return Wrong(number, last.clause, refused.wording(last), last.code)


def _take(at: Position, statement: statements.Statement, *, at_once: bool = False) -> Position:
    if isinstance(statement, statements.SetUp):
        after = _set_up(at, statement)
        if at_once:
            complete(after)
        return after
    at = complete(at)
    rules, _ = at.round()
    for election in at.draft.missing():
        raise Refusal(
            "notation.election_missing",
            election.clause,
            book=rules.book,
            game=rules.game,
            name=election.name,
            value=election.values[0],
        )
    if isinstance(statement, statements.Elsewhere):
        raise _elsewhere(rules, statement)
    if isinstance(statement, statements.Deal):
        return _deal(at, statement.cards)
    if isinstance(statement, statements.Nobody):
        return _nobody(at)
    if isinstance(statement, statements.Answer):
        return _answered(at, statement)
    if isinstance(statement.commands[0], Decide | Irregularity):
        at = replace(at, passed_on=isinstance(statement.commands[0], Decide) and _turned_down(at))
    after = with_settled(at, statement.settled_until) if statement.settled_first else at
    if isinstance(statement.commands[0], CallBets) and not at_once:
        after = _handed_back(after)
    for command in statement.commands:
        if isinstance(command, Approve) and after.state is not None and after.state.irregular is None:
            continue  # the dealer corrected the last tap alone
        if isinstance(command, Insure | EvenMoney) and command.wager not in (
            MAIN,
            *rules.wagers_on_hand.value,
        ):
            raise _elsewhere(rules, statements.Elsewhere(command.wager))
        try:
            if isinstance(command, Irregularity) and statement.settled_first and not statement.settled_until:
                after = _reported(at, command)
            else:
                after = played(after, command)
        except LineRefused as refused:
            if isinstance(command, Irregularity) and after.state is not None:
                _help(refused, rules, after.state, command)
            raise
    if at.wagered or not isinstance(statement.commands[0], Seat | AllowSeveralBoxes | AllowLimit):
        return replace(after, wagered=True)
    return replace(after, early=(*at.early, *statement.commands))


def _help(refused: LineRefused, rules: Rules, state: State, command: Irregularity) -> None:
    """Adds a hint to the refusal of a report: which kinds there are, or how its line is written."""
    last, known = refused.met[-1], irregularity_kinds(rules, state.setup)
    if kind := known.get(command.kind):
        refused.hint = hint(kind, command)
    else:
        refused.met[-1] = Refusal(
            "notation.unknown_irregularity",
            last.clause,
            also=last.also,
            book=rules.book,
            game=rules.game,
            kind=command.kind,
            known=list(known),
        )


def _handed_back(at: Position) -> Position:
    """Hands back wagers that may not play by the book, as a dealer does before the call."""
    rules, state = at.round()
    for wager in returned_wagers(rules, state):
        at = played(at, RefuseWager(wager.box, wager.player, wager.bet))
    return at


def _reported(at: Position, command: Irregularity) -> Position:
    """Report what went wrong, after settling what is due. If that is too late for the report (VIC03-9.4), report it
    as of the latest earlier moment, since no line said that anything had been settled. Raises LineRefused with the
    refusal that applies."""
    moments = list(settling(at, ""))
    try:
        return played(moments.pop(), command)
    except LineRefused:
        for earlier in reversed(moments):
            rules, state = earlier.round()
            try:
                after, _ = engine.apply(rules, state, command)
            except Refusal:
                continue
            return replace(earlier, state=after)
        raise


def _nobody(at: Position) -> Position:
    """Nobody (else) takes the open offer, once what is due before it is settled."""
    at = with_settled(at, "")
    rules, state = at.round()
    due = engine.due(rules, state)
    close = closing(due) if due is not None else None
    if close is None:
        raise Refusal("notation.nothing_offered")
    return played(at, close)


def _answered(at: Position, answer: statements.Answer) -> Position:
    """Sign, or refuse to sign, what is to be done about an irregularity."""
    approve = Approve(answer.role, answer.choice)
    return played(at, approve if answer.approved else Refuse(answer.role))


def _set_up(at: Position, setup_line: statements.SetUp) -> Position:
    if at.wagered:
        raise Refusal("notation.set_up_complete")
    draft = at.draft.taking(setup_line)
    return opened(at, draft, draft.setup())


def _elsewhere(rules: Rules, elsewhere: statements.Elsewhere) -> Refusal:
    if elsewhere.wager:
        return Refusal(
            "notation.no_such_wager",
            rules.steps.wager,
            book=rules.book,
            game=rules.game,
            wager=elsewhere.wager,
        )
    return Refusal("notation.split_hand_surrender", rules.steps.decision, book=rules.book, game=rules.game)


def _deal(at: Position, cards: tuple[Card, ...]) -> Position:
    """Deal the whole line or nothing: a line that goes wrong leaves the state unchanged."""
    for index, card in enumerate(cards):
        try:
            if card == statements.HELD:
                at = _held_named(at)
                continue
            if not _says_held(at, card):
                at = _held_placed(at, card)
            at = played(at, DealCard(card))
        except LineRefused as refused:
            refused.unused = tuple([word for word in cards[index:] if word != statements.HELD])
            raise
    return replace(at, wagered=True)


def _turned_down(at: Position) -> bool:
    """Whether a player turned down the waiting card that was drawn in error."""
    _, state = at.round()
    return bool(state.held) and any(hand.turned_down for box in state.boxes for hand in box.hands)


def _says_held(at: Position, card: Card) -> bool:
    """Whether a card repeats the waiting card that was drawn in error."""
    _, state = at.round()
    return bool(state.held) and state.held[0].card == card and not at.passed_on


def _held_placed(at: Position, card: Card) -> Position:
    """The position after placing cards drawn in error and shown, if they come before the one that leaves the shoe
    now."""
    rules, state = at.round()
    while state.held and state.held[0].card != UNKNOWN:
        step: Command | None = DealCard(state.held[0].card)
        if next_card_place(rules, state) is None:
            step = neutral_step(rules, state, DealCard(card))
        if step is None:
            break
        state, _ = engine.apply(rules, state, step)
    return replace(at, state=state)


def _held_named(at: Position) -> Position:
    """The position after placing the card drawn in error, before whatever a line says next."""
    _, state = at.round()
    if not state.held or state.held[0].card == UNKNOWN:
        raise Refusal("notation.no_card_in_error")
    return played(at, DealCard(state.held[0].card))
