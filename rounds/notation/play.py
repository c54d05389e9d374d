"""Playing a ``.round`` text through the same state machine that the tables use."""

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
from rounds.notation import words
from rounds.notation.hints import hint
from rounds.notation.neutral import closing, done, ended, neutral_step, settling, with_settled
from rounds.notation.parse import lines, parse
from rounds.notation.parts import UnknownWord
from rounds.notation.position import LineRefused, Position, complete, opened


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line that was refused: wanted (marked ``!``) or not. ``clause`` is empty where none forbids it."""

    line: int
    clause: str
    message: str
    code: str = ""
    """Of the refusal; empty when a line was accepted that should have been refused."""


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


class EngineFailed(Exception):
    """The state machine failed on a line, which is not the text's fault."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the state machine failed on line {line}")
        self.line = line


def play(text: str) -> Played:
    """Takes a text line by line until it ends or a line goes wrong. Never raises for what the text says; raises
    EngineFailed, from what was raised, where the state machine itself fails.

    A card named in a report left the shoe at that point, and is dealt next where one is due, before the cards of a
    ``deal`` line. If that line repeats its face, it means the same card, unless a player turned it down and another has
    decided since: then it has already been dealt. ``deal held`` always names it."""
    at = Position()
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
        stands = refused.met[-1]
        if line.refused is None:
            error, left_over = _wrong(number, refused), refused.unused
            break
        if cited is None:
            error = Wrong(
                number,
                stands.clause,
                f"Refused, but under {stands.clause or 'no clause'} and not {line.refused}: {stands.message}",
                stands.code,
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


def _take(at: Position, statement: words.Statement, *, at_once: bool = False) -> Position:
    if isinstance(statement, words.SetUp):
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
    if isinstance(statement, words.Elsewhere):
        raise _elsewhere(rules, statement)
    if isinstance(statement, words.Deal):
        return _deal(at, statement.cards)
    if isinstance(statement, words.Nobody):
        return _nobody(at)
    if isinstance(statement, words.Answer):
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
            raise _elsewhere(rules, words.Elsewhere(command.wager))
        try:
            if isinstance(command, Irregularity) and statement.settled_first and not statement.settled_until:
                after = _reported(at, command)
            else:
                after = done(after, command)
        except LineRefused as refused:
            if isinstance(command, Irregularity) and after.state is not None:
                _help(refused, rules, after.state, command)
            raise
    if at.wagered or not isinstance(statement.commands[0], Seat | AllowSeveralBoxes | AllowLimit):
        return replace(after, wagered=True)
    return replace(after, early=(*at.early, *statement.commands))


def _help(refused: LineRefused, rules: Rules, state: State, command: Irregularity) -> None:
    """Says with the refusal of a report which kinds there are, or how its line is written."""
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
        at = done(at, RefuseWager(wager.box, wager.player, wager.bet))
    return at


def _reported(at: Position, command: Irregularity) -> Position:
    """What went wrong, once what is due is settled; where that comes too late for it (VIC03-9.4), as of the latest
    moment before, since nobody said that anything had been settled. Raises LineRefused with what is valid after all."""
    moments = list(settling(at, ""))
    try:
        return done(moments.pop(), command)
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
    """The offer that is open, once what is due before it is settled, is taken by nobody (else)."""
    at = with_settled(at, "")
    rules, state = at.round()
    due = engine.due(rules, state)
    close = closing(due) if due is not None else None
    if close is None:
        raise Refusal("notation.nothing_offered")
    return done(at, close)


def _answered(at: Position, answer: words.Answer) -> Position:
    """What is to be done about what went wrong is signed, or is not."""
    approve = Approve(answer.role, answer.choice)
    return done(at, approve if answer.approved else Refuse(answer.role))


def _set_up(at: Position, setup_line: words.SetUp) -> Position:
    if at.wagered:
        raise Refusal("notation.set_up_complete")
    draft = at.draft.taking(setup_line)
    return opened(at, draft, draft.setup())


def _elsewhere(rules: Rules, elsewhere: words.Elsewhere) -> Refusal:
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
    """The whole line or nothing of it: a line that goes wrong leaves the state as it was before."""
    for index, card in enumerate(cards):
        try:
            if card == words.HELD:
                at = _held_named(at)
                continue
            if not _says_held(at, card):
                at = _held_placed(at, card)
            at = done(at, DealCard(card))
        except LineRefused as refused:
            refused.unused = tuple([word for word in cards[index:] if word != words.HELD])
            raise
    return replace(at, wagered=True)


def _turned_down(at: Position) -> bool:
    """Whether a player turned down the waiting card that was drawn in error."""
    _, state = at.round()
    return bool(state.held) and any(hand.turned_down for box in state.boxes for hand in box.hands)


def _says_held(at: Position, card: Card) -> bool:
    """Whether a card repeats the waiting one that was drawn in error."""
    _, state = at.round()
    return bool(state.held) and state.held[0].card == card and not at.passed_on


def _held_placed(at: Position, card: Card) -> Position:
    """With cards drawn in error and shown placed, where they come before the one that leaves the shoe now."""
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
    """The card drawn in error is placed now, before something that a line says."""
    _, state = at.round()
    if not state.held or state.held[0].card == UNKNOWN:
        raise Refusal("notation.no_card_in_error")
    return done(at, DealCard(state.held[0].card))
