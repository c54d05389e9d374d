"""Parse a line of text into a statement.

A few words go beyond the published notation, so that every stored round can be written: ``reading``, ``warned``,
``round`` and ``face-down`` in the set-up, ``line 3 A B`` for wagers laid again in line, ``max=`` with an ``offer``, a
personal limit as ``MIN..MAX``, ``??`` and ``show`` for cards dealt face down, ``direct`` for a hand that a supervisor
directed, ``by`` with a ``prize``, the lines of a tournament's hand (`tournament_lines`), and ``correct`` for what was
recorded wrongly (`correct_lines`).
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, cast

from casino.refusals import Refusal
from casino.rulebooks import book_of
from rounds.engine import Command
from rounds.engine.commands import (
    AllowLimit,
    AllowSeveralBoxes,
    Arrange,
    AskDirection,
    CallBets,
    CutCard,
    Decide,
    DirectHand,
    EvenMoney,
    Insure,
    PlaceWager,
    Rescue,
    Seat,
    ShowCards,
    Surrender,
    WithdrawWager,
)
from rounds.engine.questions import DECISIONS
from rounds.engine.values import MAIN, Sign
from rounds.notation import correct_lines, side_lines, statements, tournament_lines
from rounds.notation import parts as part

_CLAUSE: Final = re.compile(rf"(?:{'|'.join(statements.BOOKS)})-\S+", re.IGNORECASE)
_RANGE: Final = re.compile(r"([0-9]*(?:\.[0-9]+)?)\.\.([0-9.]+)")


def lines(text: str) -> Iterator[statements.Line]:
    """The lines with content, numbered from 1 as in an editor."""
    for number, line_text in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        text_before_comment = line_text.partition("#")[0].strip()
        if not text_before_comment.startswith("!"):
            if text_before_comment:
                yield statements.Line(number, text_before_comment)
            continue
        rest = text_before_comment[1:].strip()
        first = rest.split(maxsplit=1)[0] if rest else ""
        clause = first if _CLAUSE.fullmatch(first) else ""
        yield statements.Line(number, rest[len(clause) :].strip(), _upper_book(clause))


def _upper_book(clause: str) -> str:
    book, dash, number = clause.partition("-")
    return book.upper() + dash + number


def parse(text: str) -> statements.Statement:
    """The statement of a line. Raises UnknownWord for a first word that the notation does not have, and Refusal,
    without a clause, if the rest cannot be read."""
    tokens = text.split()
    if not tokens:
        raise part.UnknownWord("notation.nothing_to_refuse")
    if part.PLACE.fullmatch(tokens[0]):
        return _decision(tokens)
    verb = tokens[0].lower().replace("_", "-")
    if verb not in _VERBS:
        raise part.UnknownWord("notation.unknown_word", text=tokens[0], words=tuple(_VERBS))
    return _VERBS[verb](tokens[1:])


# --- set-up


def _book(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "book VIC03", 1)
    return statements.Book(book_of(tokens[0].upper()).key)


def _game(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "game blackjack", 1)
    name = tokens[0].lower()
    if name not in statements.GAMES:
        raise Refusal("notation.not_a_game", text=tokens[0], games=statements.GAMES)
    return statements.Game(name)


def _decks(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "decks 8", 1)
    return statements.Decks(part.number(tokens[0]))


def _boxes(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "boxes 7", 1)
    return statements.Boxes(part.number(tokens[0]))


def _elect(tokens: list[str]) -> statements.Statement:
    usage = "elect NAME=VALUE"
    part.count(tokens, usage, 1, 50)
    return statements.Elect(tuple((name.lower(), value) for name, value in part.pairs(tokens, usage)))


def _reading(tokens: list[str]) -> statements.Statement:
    usage = "reading NAME=VALUE"
    part.count(tokens, usage, 1, 50)
    return statements.Elect(part.pairs(tokens, usage), reading=True)


def _offer(tokens: list[str]) -> statements.Statement:
    usage = "offer BET [SCALE] [max=2500]"
    limit = tokens.pop() if tokens and "=" in tokens[-1] else ""
    part.count(tokens, usage, 1, 2)
    bet = part.bet(tokens[0])
    if bet in statements.WAGER_BETS:
        raise Refusal("notation.not_a_side_bet", text=bet, bets=statements.SIDE_BETS)
    most = dict(part.pairs([limit] if limit else [], usage))
    if most.keys() - {"max"}:
        raise part.usage_of(usage)
    most_paid = part.amount(most["max"]) if most else 0
    if most and not most_paid:
        raise Refusal("notation.no_payout_limit")
    return statements.Offer(bet, tokens[1] if len(tokens) == 2 else "", most_paid)


def _sign(tokens: list[str]) -> statements.Statement:
    usage = "sign main 10..500 x5"
    part.count(tokens, usage, 2, 3)
    limits = _RANGE.fullmatch(tokens[1])
    if not limits or (len(tokens) == 3 and tokens[2][:1].lower() != "x"):
        raise part.usage_of(usage)
    least, most = part.amount(limits[1]), part.amount(limits[2])
    multiple = part.amount(tokens[2][1:]) if len(tokens) == 3 else 0
    if not 0 < least <= most:
        raise Refusal("notation.sign_range")
    if len(tokens) == 3 and not multiple:
        raise Refusal("notation.no_multiple")
    return statements.Limits(Sign(part.bet(tokens[0]), least, most, multiple))


def _chips(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "chips 0.50 1 5 25 100", 1, 30)
    chips = tuple(sorted({part.amount(word) for word in tokens}))
    if not chips[0]:
        raise Refusal("notation.worthless_chip")
    return statements.Float(chips)


def _warned(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "warned A", 1)
    return statements.Warned(part.player(tokens[0]))


def _round(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "round 7", 1)
    text = tokens[0]
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text)):
        raise Refusal("notation.not_a_round", text=text)
    return statements.RoundNumber(int(text))


def _face_down(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "face-down", 0)
    return statements.FaceDown()


# --- wagers


def _seat(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "seat 3 A", 2)
    return statements.Say((Seat(part.box(tokens[0]), part.player(tokens[1])),))


def _line(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "line 3 A B", 3, 8)
    players = tuple([part.player(token) for token in tokens[1:]])
    return statements.Say((Arrange(part.box(tokens[0]), players),))


def _place(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "bet 3 A main 50", 4)
    bet, amount = part.bet(tokens[2]), part.amount(tokens[3])
    if "." in tokens[0] and part.PLACE.fullmatch(tokens[0]):
        box, hand = part.hand(tokens[0])
        return statements.Say((PlaceWager(box, part.player(tokens[1]), amount, bet, hand=hand),))
    return statements.Say((PlaceWager(part.box(tokens[0]), part.player(tokens[1]), amount, bet),))


def _withdraw(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "unbet 3 A main", 3)
    return statements.Say((WithdrawWager(part.box(tokens[0]), part.player(tokens[1]), part.bet(tokens[2])),))


def _call(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "no-more-bets", 0)
    return statements.Say((CallBets(),))


def _allow(tokens: list[str]) -> statements.Statement:
    what = tokens[0].lower().replace("-", "_") if tokens else ""
    if what == "several_boxes":
        usage = "allow several_boxes A by game_supervisor"
        part.count(tokens, usage, 4)
        player, by, role = tokens[1:]
        command: Command = AllowSeveralBoxes(part.player(player), part.role(role))
    elif what == "limit":
        usage = "allow limit 3 A 5000 by casino_supervisor"
        part.count(tokens, usage, 6)
        box, player, amount, by, role = tokens[1:]
        span = _RANGE.fullmatch(amount)
        least, most = (part.amount(span[1]), part.amount(span[2])) if span else (0, part.amount(amount))
        command = AllowLimit(part.box(box), part.player(player), most, part.role(role), least)
    else:
        raise Refusal("notation.not_a_permit")
    if by.lower() != "by":
        raise part.usage_of(usage)
    return statements.Say((command,))


# --- cards, insurance


def _deal(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "deal Ts 7h Ac", 1, 1000)
    cards = iter(part.cards([word for word in tokens if word.lower() != statements.HELD]))
    return statements.Deal(
        tuple([statements.HELD if word.lower() == statements.HELD else next(cards) for word in tokens])
    )


def _show(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "show 3 As Kd", 2, 3)
    box, hand = part.hand(tokens[0])
    return statements.Say((ShowCards(box, hand, part.cards(tokens[1:])),))


def _cut_card(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "cut-card", 0)
    return statements.Say((CutCard(),))


def _insure(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "insure 3 A 25", 3, 4)
    box, player, amount = part.box(tokens[0]), part.player(tokens[1]), part.amount(tokens[-1])
    return statements.Say((Insure(box, player, amount, part.bet(tokens[2]) if len(tokens) == 4 else MAIN),))


def _even_money(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "even-money 3 A", 2, 3)
    return statements.Say(
        (
            EvenMoney(
                part.box(tokens[0]), part.player(tokens[1]), part.bet(tokens[2]) if len(tokens) == 3 else MAIN
            ),
        )
    )


# --- decisions


def _direct(tokens: list[str]) -> statements.Statement:
    """The dealer asks for a hand to be directed and the role directs it (VIC03-7.5.3); without a role the dealer
    completes it alone, if the book allows that (ACT96-18(g), ACT03-14.7)."""
    usage = "direct 3 absent by game_supervisor"
    part.count(tokens, usage, 2, 4)
    (box, hand), reason = part.hand(tokens[0]), tokens[1].lower()
    role = part.role(tokens[3]) if len(tokens) == 4 else "dealer"
    if (
        reason not in ("no_action", "absent")
        or len(tokens) == 3
        or (len(tokens) == 4 and tokens[2].lower() != "by")
    ):
        raise Refusal("notation.direction_usage", usage=usage)
    why = cast(Literal["no_action", "absent"], reason)
    return statements.Say((AskDirection(box, hand, why), DirectHand(box, hand, role)))


def _absent(tokens: list[str]) -> statements.Statement:
    """The player who decides for a hand is absent: the next player on the box decides, where the book says so."""
    part.count(tokens, "absent 3.1", 1)
    box, hand = part.hand(tokens[0])
    return statements.Say((AskDirection(box, hand, "absent"),))


def _nobody(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "nobody", 0)
    return statements.Nobody()


def _decision(tokens: list[str]) -> statements.Statement:
    box, hand = part.hand(tokens[0])
    if len(tokens) == 1:
        raise Refusal("notation.no_decision", box=box)
    word, rest, by = tokens[1].lower(), tokens[2:], ""
    if len(rest) >= 2 and rest[-2].lower() == "by":
        rest, by = rest[:-2], part.player(rest[-1])
    if word == "surrender":
        players = tuple(part.player(player) for player in rest)
        if hand > 1:
            return statements.Elsewhere()
        return statements.Say((Surrender(box, players),))
    if word == "rescue":
        part.count(rest, f"{tokens[0]} rescue A", 1)
        return statements.Say((Rescue(box, part.player(rest[0]), hand),))
    if word not in DECISIONS:
        raise part.UnknownWord(
            "notation.not_a_decision", text=tokens[1], decisions=(*DECISIONS, "surrender", "rescue")
        )
    name = cast(Literal["hit", "stand", "double", "split"], word)
    if rest and name in ("hit", "stand"):
        raise Refusal("notation.caller_usage", usage=f"{tokens[0]} {name}")
    usage = f"{tokens[0]} double A=25 B=0" if name == "double" else f"{tokens[0]} split A=split B=hand1"
    pairs = [(part.player(player), value.lower()) for player, value in part.pairs(rest, usage)]
    free = tuple(player for player, value in pairs if value == "free")
    paid = [(player, value) for player, value in pairs if value != "free"]
    if name == "double":
        adds = tuple((player, part.amount(value)) for player, value in paid)
        return statements.Say((Decide(box, name, hand, by, adds=adds, free=free),))
    for _, value in paid:
        if value not in ("split", "hand1", "hand2"):
            raise Refusal("notation.not_a_match", text=value, usage=usage)
    return statements.Say((Decide(box, name, hand, by, matches=tuple(paid), free=free),))


# --- verbs

_VERBS: Final[dict[str, Callable[[list[str]], statements.Statement]]] = {
    "book": _book,
    "game": _game,
    "decks": _decks,
    "boxes": _boxes,
    "elect": _elect,
    "reading": _reading,
    "offer": _offer,
    "sign": _sign,
    "chips": _chips,
    "warned": _warned,
    "round": _round,
    "face-down": _face_down,
    "tournament": tournament_lines.tournament,
    "stack": tournament_lines.stack,
    "override": tournament_lines.override,
    "pass": tournament_lines.pass_turn,
    "seat": _seat,
    "bet": _place,
    "line": _line,
    "unbet": _withdraw,
    "allow": _allow,
    "no-more-bets": _call,
    "deal": _deal,
    "show": _show,
    "cut-card": _cut_card,
    "insure": _insure,
    "even-money": _even_money,
    "direct": _direct,
    "absent": _absent,
    "nobody": _nobody,
    "ride": side_lines.ride,
    "keep": side_lines.keep,
    "prize": side_lines.prize,
    "correct": correct_lines.correct,
    "irregularity": side_lines.irregularity,
    "approve": side_lines.approve,
    "refuse": side_lines.refuse,
}
