"""Lines about side bets after the call: what stays in action, what the button selected, and irregularities."""

from typing import Final

from casino.refusals import Refusal
from rounds.engine.commands import Irregularity, Prize, Ride
from rounds.notation import parts as part
from rounds.notation import statements


def ride(tokens: list[str]) -> statements.Statement:
    """Parse how much of a winning wager and its payout stays in action."""
    part.count(tokens, "ride 3 A house_money 60", 4)
    amount = part.amount(tokens[3])
    if not amount:
        raise Refusal("notation.nothing_in_action")
    return statements.Say((Ride(part.box(tokens[0]), part.player(tokens[1]), part.bet(tokens[2]), amount),))


def keep(tokens: list[str]) -> statements.Statement:
    """Parse that all of it is taken down."""
    part.count(tokens, "keep 3 A house_money", 3)
    return statements.Say((Ride(part.box(tokens[0]), part.player(tokens[1]), part.bet(tokens[2])),))


def prize(tokens: list[str]) -> statements.Statement:
    """Parse what the button selected per dollar, and who pressed it if not the entitled player: ``by C``, or
    ``by staff D-114`` for a member of staff."""
    usage = "prize 3 A madness_21 25"
    tokens, by = (tokens[:4], tokens[4:]) if len(tokens) > 4 else (tokens, [])
    part.count(tokens, usage, 4)
    staff = len(by) > 1 and by[1].lower() == "staff"
    presser = by[2:] if staff else by[1:]
    if by and (by[0].lower() != "by" or len(presser) != 1):
        raise Refusal("notation.presser_usage", usage=usage)
    return statements.Say(
        (
            Prize(
                part.box(tokens[0]),
                part.player(tokens[1]),
                part.bet(tokens[2]),
                part.amount(tokens[3]),
                part.player(presser[0]) if presser else "",
                staff,
            ),
        )
    )


# --- irregularities


_OF_BETS: Final = (
    "decided_before_choice", "void_press", "misfire", "misfire_answer", "equipment_failure", "equipment_repaired",
)  # fmt: skip
"""Kinds that side bets add: a due settlement may wait for them, so nothing is settled first."""


def joined(text: str) -> str:
    """Several words joined into one, for a value on a line."""
    return "_".join(text.split())


def irregularity(tokens: list[str]) -> statements.Statement:
    """Parse the report of an irregularity, with its values."""
    part.count(tokens, "irregularity KIND [name=value …]", 1, 50)
    name = tokens[0].lower()
    values = {key.lower(): value for key, value in part.pairs(tokens[1:], "irregularity KIND name=value")}
    before = values.pop("before", "")
    said_wrong = Irregularity(name, tuple(values.items()))
    return statements.Say((said_wrong,), settled_first=name not in _OF_BETS, settled_until=before)


def approve(tokens: list[str]) -> statements.Statement:
    """Parse a role's signature."""
    part.count(tokens, "approve ROLE [CHOICE]", 1, 2)
    choice = tokens[1].lower() if len(tokens) > 1 else ""
    return statements.Answer(part.role(tokens[0]), approved=True, choice=choice)


def refuse(tokens: list[str]) -> statements.Statement:
    """Parse a role's refusal to sign: nothing is done."""
    part.count(tokens, "refuse ROLE", 1)
    return statements.Answer(part.role(tokens[0]), approved=False)
