"""From the text of a line to what it says.

A few words go beyond the published notation, so that every stored round can be written: ``reading`` and
``warned`` and ``face-down`` in the set-up, a personal limit as ``MIN..MAX``, ``??`` and ``show`` for cards dealt
face down, and ``direct`` for a hand that a supervisor directed.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, cast

from casino.cards import UNKNOWN, Card, CardError, parse_card
from casino.money import Cents, MoneyError, parse_amount
from casino.rulebooks import ROLES
from rounds.engine import commands as to
from rounds.engine.hands import DECISIONS
from rounds.engine.refusal import RuleViolation
from rounds.engine.setup import MAIN, Sign
from rounds.engine.wagering import is_mark
from rounds.notation import words

_CLAUSE: Final = re.compile(rf"(?:{'|'.join(words.BOOKS)})-\S+", re.IGNORECASE)
_PLACE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?")
_RANGE: Final = re.compile(r"([0-9.]+?)\.\.([0-9.]+)")


class UnknownWord(Exception):
    """A line whose first word is none of the notation's: it says nothing that could be refused."""


def lines(text: str) -> Iterator[words.Line]:
    """The lines that say something, numbered from 1 as an editor numbers them."""
    for number, whole in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        said = whole.partition("#")[0].strip()
        if not said.startswith("!"):
            if said:
                yield words.Line(number, said)
            continue
        rest = said[1:].strip()
        first = rest.split(maxsplit=1)[0] if rest else ""
        clause = first if _CLAUSE.fullmatch(first) else ""
        yield words.Line(number, rest[len(clause) :].strip(), _upper_book(clause))


def _upper_book(clause: str) -> str:
    book, dash, number = clause.partition("-")
    return book.upper() + dash + number


def parse(text: str) -> words.Statement:
    """What a line says. Raises UnknownWord for a first word that the notation does not have, and
    RuleViolation, without a clause, for one whose further words cannot be read."""
    said = text.split()
    if not said:
        raise UnknownWord("there is nothing after the “!”: write the line that must be refused")
    if _PLACE.fullmatch(said[0]):
        return _decision(said)
    verb = said[0].lower().replace("_", "-")
    if verb not in _VERBS:
        raise UnknownWord(f"“{said[0]}” is not a word of the notation; a line starts with {', '.join(_VERBS)} "
                          "or with the number of a box")  # fmt: skip
    return _VERBS[verb](said[1:])


# --- parts of a line


def _bad(message: str, remedy: str = "") -> RuleViolation:
    return RuleViolation("", message, remedy)


def _count(said: list[str], usage: str, least: int, most: int | None = None) -> None:
    if not least <= len(said) <= (least if most is None else most):
        raise _bad(f"write it as “{usage}”")


def _amount(text: str) -> Cents:
    try:
        return parse_amount(text)
    except MoneyError as problem:
        raise _bad(str(problem)) from None


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise _bad(f"“{text}” is not a number of {what}")
    return int(text)


def _box(text: str) -> int:
    if "." in text and _PLACE.fullmatch(text):
        raise _bad(f"“{text}” names a hand; here a box is meant, such as {text.partition('.')[0]}")
    return _number(text, "a box")


def _player(text: str) -> str:
    if not is_mark(text):
        raise _bad(f"“{text}” is not a player: write a short word such as A or P12")
    return text


def _bet(text: str) -> str:
    bet = text.lower()
    if bet not in words.BETS:
        raise _bad(f"“{text}” is not a bet; choose from {', '.join(words.BETS)}")
    return bet


def _cards(said: list[str]) -> tuple[Card, ...]:
    try:
        return tuple(UNKNOWN if word == UNKNOWN else parse_card(word) for word in said)
    except CardError as problem:
        raise _bad(str(problem)) from None


def _hand(text: str) -> tuple[int, int]:
    place = _PLACE.fullmatch(text)
    if not place or place[2] == "0":
        raise _bad(f"“{text}” names no hand: write a box such as 3, or its second hand as 3.2")
    return int(place[1]), int(place[2] or 1)


def _role(text: str) -> str:
    role = text.lower()
    if role not in ROLES:
        raise _bad(f"“{text}” is not a role; choose from {', '.join(ROLES)}")
    return role


def _pairs(said: list[str], usage: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for word in said:
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise _bad(f"“{word}” is not a name with a value: write it as “{usage}”")
        pairs.append((name, value))
    if len({name for name, _ in pairs}) < len(pairs):
        raise _bad("a name stands twice on the line")
    return tuple(pairs)


# --- set-up


def _book(said: list[str]) -> words.Statement:
    _count(said, "book VIC03", 1)
    key = said[0].upper()
    if key not in words.BOOKS:
        raise _bad(f"there is no rule book {said[0]}; choose from {', '.join(words.BOOKS)}")
    return words.Book(key)


def _game(said: list[str]) -> words.Statement:
    _count(said, "game blackjack", 1)
    name = said[0].lower()
    if name not in words.GAMES:
        raise _bad(f"there is no game {said[0]}; choose from {', '.join(words.GAMES)}")
    return words.Game(name)


def _decks(said: list[str]) -> words.Statement:
    _count(said, "decks 8", 1)
    return words.Decks(_number(said[0], "packs"))


def _boxes(said: list[str]) -> words.Statement:
    _count(said, "boxes 7", 1)
    return words.Boxes(_number(said[0], "boxes"))


def _elect(said: list[str]) -> words.Statement:
    usage = "elect NAME=VALUE"
    _count(said, usage, 1, 50)
    return words.Elect(tuple((name.lower(), value) for name, value in _pairs(said, usage)))


def _reading(said: list[str]) -> words.Statement:
    usage = "reading NAME=VALUE"
    _count(said, usage, 1, 50)
    return words.Elect(_pairs(said, usage), reading=True)


def _offer(said: list[str]) -> words.Statement:
    _count(said, "offer BET [SCALE]", 1, 2)
    bet = _bet(said[0])
    if bet in words.WAGER_BETS:
        raise _bad(f"{bet} is not a side bet; choose from {', '.join(words.SIDE_BETS)}")
    return words.Offer(bet, said[1] if len(said) == 2 else "")


def _sign(said: list[str]) -> words.Statement:
    usage = "sign main 10..500 x5"
    _count(said, usage, 2, 3)
    limits = _RANGE.fullmatch(said[1])
    if not limits or (len(said) == 3 and said[2][:1].lower() != "x"):
        raise _bad(f"write it as “{usage}”")
    least, most = _amount(limits[1]), _amount(limits[2])
    multiple = _amount(said[2][1:]) if len(said) == 3 else 0
    if not 0 < least <= most:
        raise _bad("the minimum on a sign is above zero and not above the maximum")
    if len(said) == 3 and not multiple:
        raise _bad("a multiple of nothing is none", "Leave it out, or write it as x5.")
    return words.Limits(Sign(_bet(said[0]), least, most, multiple))


def _chips(said: list[str]) -> words.Statement:
    _count(said, "chips 0.50 1 5 25 100", 1, 30)
    chips = tuple(sorted({_amount(word) for word in said}))
    if not chips[0]:
        raise _bad("a chip is worth more than nothing")
    return words.Float(chips)


def _warned(said: list[str]) -> words.Statement:
    _count(said, "warned A", 1)
    return words.Warned(_player(said[0]))


def _face_down(said: list[str]) -> words.Statement:
    _count(said, "face-down", 0)
    return words.FaceDown()


# --- wagers


def _seat(said: list[str]) -> words.Statement:
    _count(said, "seat 3 A", 2)
    return words.Say((to.Seat(_box(said[0]), _player(said[1])),))


def _place(said: list[str]) -> words.Statement:
    _count(said, "bet 3 A main 50", 4)
    bet, amount = _bet(said[2]), _amount(said[3])
    if "." in said[0] and _PLACE.fullmatch(said[0]):
        return words.Elsewhere("bet_on_hand", f"a further {bet} bet on a split hand")
    return words.Say((to.PlaceWager(_box(said[0]), _player(said[1]), amount, bet),))


def _withdraw(said: list[str]) -> words.Statement:
    _count(said, "unbet 3 A main", 3)
    return words.Say((to.WithdrawWager(_box(said[0]), _player(said[1]), _bet(said[2])),))


def _call(said: list[str]) -> words.Statement:
    _count(said, "no-more-bets", 0)
    return words.Say((to.CallBets(),))


def _allow(said: list[str]) -> words.Statement:
    what = said[0].lower().replace("-", "_") if said else ""
    if what == "several_boxes":
        usage = "allow several_boxes A by game_supervisor"
        _count(said, usage, 4)
        player, by, role = said[1:]
        command: to.Command = to.AllowSeveralBoxes(_player(player), _role(role))
    elif what == "limit":
        usage = "allow limit 3 A 5000 by casino_supervisor"
        _count(said, usage, 6)
        box, player, amount, by, role = said[1:]
        span = _RANGE.fullmatch(amount)
        least, most = (_amount(span[1]), _amount(span[2])) if span else (0, _amount(amount))
        command = to.AllowLimit(_box(box), _player(player), most, _role(role), least)
    else:
        raise _bad(
            "what a role may allow is several_boxes or limit",
            "write “allow several_boxes A by game_supervisor” or “allow limit 3 A 5000 by casino_supervisor”",
        )
    if by.lower() != "by":
        raise _bad(f"write it as “{usage}”")
    return words.Say((command,))


# --- cards, insurance


def _deal(said: list[str]) -> words.Statement:
    _count(said, "deal Ts 7h Ac", 1, 1000)
    return words.Deal(_cards(said))


def _show(said: list[str]) -> words.Statement:
    _count(said, "show 3 As Kd", 2, 3)
    box, hand = _hand(said[0])
    return words.Say((to.ShowCards(box, hand, _cards(said[1:])),))


def _cut_card(said: list[str]) -> words.Statement:
    _count(said, "cut-card", 0)
    return words.Say((to.CutCard(),))


def _insure(said: list[str]) -> words.Statement:
    _count(said, "insure 3 A 25", 3, 4)
    box, player, amount = _box(said[0]), _player(said[1]), _amount(said[-1])
    return words.Say((to.Insure(box, player, amount, _bet(said[2]) if len(said) == 4 else MAIN),))


def _even_money(said: list[str]) -> words.Statement:
    _count(said, "even-money 3 A", 2, 3)
    return words.Say(
        (to.EvenMoney(_box(said[0]), _player(said[1]), _bet(said[2]) if len(said) == 3 else MAIN),)
    )


# --- decisions


def _direct(said: list[str]) -> words.Statement:
    """The dealer asks for a direction of a hand and the role gives it (VIC03-7.5.3)."""
    usage = "direct 3 absent by game_supervisor"
    _count(said, usage, 4)
    (box, hand), reason, role = _hand(said[0]), said[1].lower(), _role(said[3])
    if reason not in ("no_action", "absent") or said[2].lower() != "by":
        raise _bad(f"write it as “{usage}”, or with no_action for a player who is there")
    why = cast(Literal["no_action", "absent"], reason)
    return words.Say((to.AskDirection(box, hand, why), to.DirectHand(box, hand, role)))


def _decision(said: list[str]) -> words.Statement:
    box, hand = _hand(said[0])
    if len(said) == 1:
        raise _bad(f"write what box {box} decides, such as “{box} stand”")
    word, rest, by = said[1].lower(), said[2:], ""
    if len(rest) >= 2 and rest[-2].lower() == "by":
        rest, by = rest[:-2], _player(rest[-1])
    if word == "surrender":
        players = tuple(_player(player) for player in rest)
        if hand > 1:
            return words.Elsewhere("surrender_of_hand", "the surrender of a split hand")
        return words.Say((to.Surrender(box, players),))
    if word == "rescue":
        _count(rest, f"{said[0]} rescue A", 1)
        return words.Say((to.Rescue(box, _player(rest[0]), hand),))
    if word not in DECISIONS:
        raise _bad(f"“{said[1]}” is not a decision; choose from {', '.join(DECISIONS)}, surrender, rescue")
    name = cast(Literal["hit", "stand", "double", "split"], word)
    if rest and name in ("hit", "stand"):
        raise _bad(f"write it as “{said[0]} {name}”, or with “by B” to name who called it")
    usage = f"{said[0]} double A=25 B=0" if name == "double" else f"{said[0]} split A=split B=hand1"
    pairs = [(_player(player), value.lower()) for player, value in _pairs(rest, usage)]
    free = tuple(player for player, value in pairs if value == "free")
    paid = [(player, value) for player, value in pairs if value != "free"]
    if name == "double":
        adds = tuple((player, _amount(value)) for player, value in paid)
        return words.Say((to.Decide(box, name, hand, by, adds=adds, free=free),))
    for _, value in paid:
        if value not in ("split", "hand1", "hand2"):
            raise _bad(f"“{value}” is neither split nor the hand to ride on: write it as “{usage}”")
    return words.Say((to.Decide(box, name, hand, by, matches=tuple(paid), free=free),))


# --- words of some games only


def _ride(said: list[str]) -> words.Statement:
    _count(said, "ride 3 A house_money 60", 4)
    _box(said[0]), _player(said[1]), _amount(said[3])
    return words.Elsewhere("ride", f"{_bet(said[2])} that rides")


def _keep(said: list[str]) -> words.Statement:
    _count(said, "keep 3 A house_money", 3)
    _box(said[0]), _player(said[1])
    return words.Elsewhere("keep", f"a payout of {_bet(said[2])} that is kept")


def _prize(said: list[str]) -> words.Statement:
    _count(said, "prize 3 A madness_21 25", 4)
    _box(said[0]), _player(said[1]), _amount(said[3])
    return words.Elsewhere("prize", f"a prize of {_bet(said[2])}")


def _irregularity(said: list[str]) -> words.Statement:
    _count(said, "irregularity KIND [name=value …]", 1, 50)
    _pairs(said[1:], "irregularity KIND name=value")
    return words.Elsewhere("irregularity", f"the irregularity {said[0].lower()}")


def _approve(said: list[str]) -> words.Statement:
    _count(said, "approve ROLE [CHOICE]", 1, 50)
    return words.Elsewhere("approve", f"an approval by {_role(said[0])}")


def _refuse(said: list[str]) -> words.Statement:
    _count(said, "refuse ROLE", 1, 50)
    return words.Elsewhere("refuse", f"a refusal by {_role(said[0])}")


_VERBS: Final[dict[str, Callable[[list[str]], words.Statement]]] = {
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
    "face-down": _face_down,
    "seat": _seat,
    "bet": _place,
    "unbet": _withdraw,
    "allow": _allow,
    "no-more-bets": _call,
    "deal": _deal,
    "show": _show,
    "cut-card": _cut_card,
    "insure": _insure,
    "even-money": _even_money,
    "direct": _direct,
    "ride": _ride,
    "keep": _keep,
    "prize": _prize,
    "irregularity": _irregularity,
    "approve": _approve,
    "refuse": _refuse,
}
