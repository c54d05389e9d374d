"""The lines of a tournament hand, both ways."""

from typing import Any, Final, get_args

from casino.money import decimal
from casino.refusals import Refusal
from casino.tournament_table import Above, Below, TournamentTable
from rounds.engine.commands import PassTurn
from rounds.engine.values import Standing
from rounds.notation import parts as part
from rounds.notation import statements

_USAGE: Final = "tournament T-1 1.1 hands=20 hand=3"
_NUMBERS: Final = {
    "hands": "hands",
    "shoes": "shoes",
    "minutes": "minutes",
    "last": "last_hands",
    "secret": "secret",
    "button": "first_box",
    "tie": "tie_for",
}
"""The names used in the line, with the fields that they fill."""
_CHOICES: Final = {"order": ("open", "announced"), "below": get_args(Below)[1:], "above": get_args(Above)[1:]}


def tournament(tokens: list[str]) -> statements.Statement:
    """The session, such as ``tournament T-1 1.1 hands=20 hand=3 compulsory=50``."""
    part.count(tokens, _USAGE, 2, 20)
    code, session, *more = tokens
    for name in (code, session):
        if not part.NAME.fullmatch(name):
            raise Refusal("notation.not_a_name", text=name)
    given = {name.lower(): value for name, value in part.pairs(more, _USAGE)}
    fields: dict[str, Any] = {}
    for name, field in _NUMBERS.items():
        if name in given:
            fields[field] = part.number(given.pop(name))
    for name, choices in _CHOICES.items():
        if name in given:
            if (value := given.pop(name).lower()) not in choices:
                raise Refusal("notation.not_a_choice", name=name, text=value, choices=choices)
            fields[name] = value
    if "compulsory" in given:
        fields["compulsory"] = part.amount(given.pop("compulsory"))
    hand, shoe = part.number(given.pop("hand", "1")), part.number(given.pop("shoe", "1"))
    if given:
        known = (*_NUMBERS, *_CHOICES, "compulsory", "hand", "shoe")
        raise Refusal("notation.no_such_name", name=min(given), known=known)
    if not hand or not shoe:
        raise part.usage_of(_USAGE)
    return statements.Tournament(TournamentTable(code, session, **fields), hand, shoe)


def stack(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "stack 1 A 1000", 3)
    return statements.Stack(part.box(tokens[0]), part.player(tokens[1]), part.amount(tokens[2]))


def override(tokens: list[str]) -> statements.Statement:
    usage = "override insurance=no"
    part.count(tokens, usage, 1, 20)
    pairs = part.pairs(tokens, usage)
    return statements.Override(tuple([(name.lower(), value.lower()) for name, value in pairs]))


def pass_turn(tokens: list[str]) -> statements.Statement:
    part.count(tokens, "pass A", 1)
    return statements.Say((PassTurn(part.player(tokens[0])),))


def written(table: TournamentTable, standing: Standing) -> list[str]:
    """The lines that describe a hand beginning with that standing."""
    words = [f"{name}={value}" for name, field in _NUMBERS.items() if (value := getattr(table, field))]
    words = [f"button={standing.button}" if word.startswith("button=") else word for word in words]
    words += [f"{name}={value}" for name in _CHOICES if (value := getattr(table, name)) and value != "open"]
    if table.compulsory:
        words.append(f"compulsory={amount(table.compulsory)}")
    words += [f"hand={standing.hands + 1}"] if standing.hands else []
    words += [f"shoe={standing.shoes + 1}"] if standing.shoes else []
    lines = [" ".join(["tournament", table.code, table.session, *words])]
    lines += [f"override {name}={value}" for name, value in table.overrides]
    lines += [f"stack {box} {player} {amount(standing.stack(player))}" for box, player in table.seats]
    return lines


def amount(chips: int) -> str:
    """Tournament chips in units."""
    return decimal(chips).removesuffix(".00")
