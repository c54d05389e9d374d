"""The lines that correct the record, both ways: ``correct card 3 9h``, ``correct box 3 A main 4 by game_supervisor``.

``by`` names the role that signed; without it ``approve ROLE`` or ``refuse ROLE`` follows if a signature is needed.
``then stand`` gives decisions that were taken at the table but are missing from the record. ``correct payment`` is
for what the dealer paid or took instead of what was due (``docs/round-notation.md``).
"""

from collections.abc import Callable
from typing import Final, Literal, cast

from casino.money import decimal
from casino.refusals import Refusal
from rounds.engine import Command
from rounds.engine.commands import (
    Approve,
    CorrectAnswer,
    CorrectCard,
    CorrectDecision,
    CorrectDouble,
    CorrectInsurance,
    Correction,
    CorrectPayment,
    CorrectWager,
)
from rounds.engine.questions import ALL_BETS, DECISIONS, WHY_OPEN
from rounds.engine.values import INSURANCE, MAIN
from rounds.notation import parts as part
from rounds.notation import statements

DOUBLE: Final = "double"
_OPEN: Final = ("unrecovered", "unpaid")
"""Names for the part of a difference that stays open: with an amount, or all of it without one."""
_PAYMENT: Final = ("paid", "took", "to", *_OPEN, "why", "due", "dispute", "round")
Then = tuple[Literal["hit", "stand"], ...]
_USAGE: Final = {
    "card": "correct card 3 9h",
    "box": "correct box 3 A main 4",
    "player": "correct player 3 A main B",
    "amount": "correct amount 3 A main 50",
    "decision": "correct decision 3 1 hit stand",
    "payment": "correct payment 3 A main paid=25",
}


def correct(tokens: list[str]) -> statements.Statement:
    """Parse a correction: what the record has wrongly, and what is right."""
    if not tokens or tokens[0].lower() not in _USAGE:
        raise part.UnknownWord("notation.not_a_correction", kinds=tuple(_USAGE), usage=_USAGE["card"])
    kind, rest = tokens[0].lower(), tokens[1:]
    before = ""
    if rest and rest[-1].lower().startswith("before="):
        before = rest.pop().partition("=")[2]
    role = ""
    if len(rest) > 2 and rest[-2].lower() == "by":
        rest, role = rest[:-2], part.role(rest[-1])
    then: Then = ()
    if "then" in [word.lower() for word in rest]:
        at = [word.lower() for word in rest].index("then")
        rest, then = rest[:at], _then(rest[at + 1 :], kind)
    command = _KINDS[kind](rest, then)
    commands: tuple[Command, ...] = (command, Approve(role)) if role else (command,)
    return statements.Say(commands, settled_first=True, settled_until=before)


def _then(tokens: list[str], kind: str) -> Then:
    values = tuple([word.lower() for word in tokens])
    if not values or set(values) - {"hit", "stand"}:
        raise Refusal("notation.not_decided_after", usage=f"{_USAGE[kind]} then stand")
    return cast(Then, values)


def _bet(text: str) -> str:
    return ALL_BETS if text.lower() == ALL_BETS else part.bet(text)


def _card(tokens: list[str], then: Then) -> Command:
    part.count(tokens, _USAGE["card"], 2)
    (card,) = part.cards(tokens[1:])
    return CorrectCard(part.number(tokens[0]), card, then)


def _box(tokens: list[str], then: Then) -> Command:
    part.count(tokens, _USAGE["box"], 4)
    box, player, bet, other = tokens
    return CorrectWager(part.box(box), part.player(player), _bet(bet), to_box=part.box(other), then=then)


def _player(tokens: list[str], then: Then) -> Command:
    part.count(tokens, _USAGE["player"], 4)
    box, player, bet, other = tokens
    return CorrectWager(
        part.box(box), part.player(player), _bet(bet), to_player=part.player(other), then=then
    )


def _amount(tokens: list[str], then: Then) -> Command:
    part.count(tokens, _USAGE["amount"], 4, 5)
    place, who, bet, cents = tokens[0], part.player(tokens[1]), tokens[2].lower(), part.amount(tokens[-1])
    if bet == DOUBLE and len(tokens) == 4:
        box, hand = part.hand(place)
        return CorrectDouble(box, who, cents, hand)
    if bet == INSURANCE:
        wager = part.bet(tokens[3]) if len(tokens) == 5 else MAIN
        return CorrectInsurance(part.box(place), who, cents, wager)
    part.count(tokens, _USAGE["amount"], 4)
    if not cents:
        raise Refusal("notation.no_wager_left")
    return CorrectWager(part.box(place), who, part.bet(bet), amount=cents, then=then)


def _decision(tokens: list[str], then: Then) -> Command:
    usage = _USAGE["decision"]
    part.count(tokens, usage, 3, 40)
    box, hand = part.hand(tokens[0])
    if (offer := tokens[2].lower()) in ("surrender", "rescue"):
        return _answer(tokens, then, box, hand, cast(Literal["surrender", "rescue"], offer))
    decided = [*(word.lower() for word in tokens[2:] if "=" not in word), *then]
    pairs = [
        (part.player(who), value.lower())
        for who, value in part.pairs([w for w in tokens[2:] if "=" in w], usage)
    ]
    if not decided or set(decided) - set(DECISIONS):
        raise Refusal("notation.decisions_usage", usage=usage, decisions=tuple(DECISIONS))
    splits = ("split", "hand1", "hand2")
    return CorrectDecision(
        box,
        part.number(tokens[1]),
        cast(tuple[Literal["hit", "stand", "double", "split"], ...], tuple(decided)),
        hand,
        adds=tuple([(who, part.amount(value)) for who, value in pairs if value not in (*splits, "free")]),
        matches=tuple([pair for pair in pairs if pair[1] in splits]),
        free=tuple([who for who, value in pairs if value == "free"]),
    )


def _answer(
    tokens: list[str], then: Then, box: int, hand: int, offer: Literal["surrender", "rescue"]
) -> Command:
    """``3 A rescue no``: A did not take the double back."""
    usage = f"correct decision 3 A {offer} no"
    part.count(tokens, usage, 4)
    if tokens[3].lower() not in ("yes", "no"):
        raise Refusal("notation.yes_or_no", usage=usage)
    return CorrectAnswer(box, part.player(tokens[1]), offer, tokens[3].lower() == "yes", hand, then)


def _payment(tokens: list[str], then: Then) -> Command:
    """``3.1 A main paid=25 took=0 to=B unrecovered=10 unpaid why=left due=50 dispute=4 round=12``."""
    usage = _USAGE["payment"]
    named = [word for word in tokens if "=" not in word and word.lower() not in _OPEN]
    part.count(named, usage, 3, 4)
    if then:
        raise Refusal("notation.decided_after_payment", usage=usage)
    box, hand = part.hand(named[0])
    values: dict[str, str] = {}
    for word in tokens:
        name, equals, value = word.partition("=")
        name = name.lower()
        if not equals and name not in _OPEN:
            continue
        if name not in _PAYMENT or (equals and not value) or name in values:
            raise Refusal("notation.not_of_payment", text=word, parts=_PAYMENT)
        values[name] = value
    cents: dict[str, int] = {name: part.amount(values[name]) for name in ("paid", "took") if name in values}
    if "due" in values:
        below = values["due"].startswith("-")
        due = part.amount(values["due"].removeprefix("-"))
        cents["due"] = -due if below else due
    open_ = {name: part.amount(values[name]) if values[name] else None for name in _OPEN if name in values}
    why = values.get("why", "").lower()
    if why not in WHY_OPEN:
        raise Refusal("notation.not_a_reason", text=why, reasons=tuple(filter(None, WHY_OPEN)))
    return CorrectPayment(
        box,
        part.player(named[1]),
        named[2].lower(),
        hand,
        named[3].lower() if len(named) == 4 else MAIN,
        paid=cents.get("paid"),
        took=cents.get("took"),
        to=part.player(values["to"]) if "to" in values else "",
        unrecovered=open_.get("unrecovered", 0),
        unpaid=open_.get("unpaid", 0),
        why=cast(Literal["", "left", "refuses", "other"], why),
        due=cents.get("due"),
        dispute=part.number(values["dispute"]) if "dispute" in values else 0,
        round_no=_round(values["round"]) if "round" in values else 0,
    )


def _round(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal("notation.not_a_round", text=text)
    return int(text)


_KINDS: Final[dict[str, Callable[[list[str], Then], Command]]] = {
    "card": _card,
    "box": _box,
    "player": _player,
    "amount": _amount,
    "decision": _decision,
    "payment": _payment,
}


# --- as text


def correction_line(command: Correction, role: str = "", before: str = "") -> str:
    """The line of a correction, with ``by`` the role that signed it, if any, and ``before`` the settlement that was
    still due, if one was."""
    then = getattr(command, "then", ())
    parts = [*_words(command), *(["then", *then] if then else [])]
    parts += ["by", role] if role else []
    parts += [f"before={before}"] if before else []
    return " ".join(["correct", *parts])


def _words(command: Correction) -> list[str]:
    match command:
        case CorrectCard(number=number, card=card):
            return ["card", str(number), card]
        case CorrectWager(box=box, player=player, bet=bet):
            if command.to_box:
                return ["box", str(box), player, bet, str(command.to_box)]
            if command.to_player:
                return ["player", str(box), player, bet, command.to_player]
            return ["amount", str(box), player, bet, _money(command.amount)]
        case CorrectDouble(box=box, player=player, amount=cents, hand=hand):
            return ["amount", _place(box, hand), player, DOUBLE, _money(cents)]
        case CorrectInsurance(box=box, player=player, amount=cents, wager=wager):
            named = [wager] if wager != MAIN else []
            return ["amount", str(box), player, INSURANCE, *named, _money(cents)]
        case CorrectAnswer(box=box, player=player, offer=offer, hand=hand):
            return ["decision", _place(box, hand), player, offer, "yes" if command.taken else "no"]
        case CorrectDecision(box=box, number=number, hand=hand):
            line_words = [*command.decisions, *(f"{who}={_money(cents)}" for who, cents in command.adds)]
            line_words += [f"{who}={what}" for who, what in command.matches]
            line_words += [f"{who}=free" for who in command.free]
            return ["decision", _place(box, hand), str(number), *line_words]
        case CorrectPayment():
            return _payment_words(command)


def _payment_words(command: CorrectPayment) -> list[str]:
    tokens = ["payment", _place(command.box, command.hand), command.player, command.bet]
    tokens += [command.wager] if command.wager != MAIN else []
    for name, cents in (("paid", command.paid), ("took", command.took)):
        tokens += [f"{name}={_money(cents)}"] if cents is not None else []
    tokens += [f"to={command.to}"] if command.to else []
    for name, left in (("unrecovered", command.unrecovered), ("unpaid", command.unpaid)):
        tokens += [name] if left is None else [f"{name}={_money(left)}"] if left else []
    tokens += [f"why={command.why}"] if command.why else []
    tokens += [f"due={_money(command.due)}"] if command.due is not None else []
    tokens += [f"dispute={command.dispute}"] if command.dispute else []
    return tokens + ([f"round={command.round_no}"] if command.round_no else [])


def _place(box: int, hand: int) -> str:
    return f"{box}.{hand}" if hand > 1 else str(box)


def _money(cents: int) -> str:
    return decimal(cents).removesuffix(".00")
