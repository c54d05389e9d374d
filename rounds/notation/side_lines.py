"""The lines of side bets after the call: what stays in action, what the button selected, what went wrong with it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rounds.engine import commands as to
from rounds.notation import parts as part
from rounds.notation import words


def ride(said: list[str]) -> words.Statement:
    """How much of a winning wager and its payout stays in action."""
    part.count(said, "ride 3 A house_money 60", 4)
    amount = part.amount(said[3])
    if not amount:
        raise part.bad("what stays in action is above zero; “keep 3 A house_money” takes all of it down")
    return words.Say((to.Ride(part.box(said[0]), part.player(said[1]), part.bet(said[2]), amount),))


def keep(said: list[str]) -> words.Statement:
    """All of it is taken down."""
    part.count(said, "keep 3 A house_money", 3)
    return words.Say((to.Ride(part.box(said[0]), part.player(said[1]), part.bet(said[2])),))


def prize(said: list[str]) -> words.Statement:
    """What the button selected for each dollar, and who pressed it if not the one entitled: ``by C``, or
    ``by staff D-114`` for one of the house."""
    usage = "prize 3 A madness_21 25"
    said, by = (said[:4], said[4:]) if len(said) > 4 else (said, [])
    part.count(said, usage, 4)
    staff = len(by) > 1 and by[1].lower() == "staff"
    presser = by[2:] if staff else by[1:]
    if by and (by[0].lower() != "by" or len(presser) != 1):
        raise part.bad(f"write it as “{usage}”, with “by C” or “by staff D-114” for who pressed")
    return words.Say(
        (
            to.Prize(
                part.box(said[0]),
                part.player(said[1]),
                part.bet(said[2]),
                part.amount(said[3]),
                part.player(presser[0]) if presser else "",
                staff,
            ),
        )
    )


# --- irregularities


@dataclass(frozen=True, slots=True)
class Kind:
    """An irregularity that a line can say: the names that it needs and those that it may have, and the choices
    of a name that has some."""

    name: str
    needs: tuple[str, ...]
    may: tuple[str, ...]
    make: Callable[[dict[str, str]], to.Command]
    choices: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """How the line is written."""
        needs = [f"{name}=…" for name in self.needs]
        return " ".join(["irregularity", self.name, *needs, *(f"[{name}=…]" for name in self.may)])


def _void_press(values: dict[str, str]) -> to.Command:
    return to.VoidPress(
        part.bet(values["bet"]),
        part.amount(values.get("amount", "0")),
        part.box(values.get("box", "0")),
        part.player(values["player"]) if "player" in values else "",
    )


def _misfire(values: dict[str, str]) -> to.Command:
    return to.Misfire(
        part.box(values["box"]),
        part.player(values["player"]),
        part.bet(values["bet"]),
        part.amount(values["amount"]),
    )


def _misfire_answer(values: dict[str, str]) -> to.Command:
    if values["choice"] not in ANSWERS:
        raise part.bad(f"the choice is {' or '.join(ANSWERS)}, not “{values['choice']}”")
    return to.AnswerMisfire(
        part.box(values["box"]),
        part.player(values["player"]),
        part.bet(values["bet"]),
        values["choice"] == ACCEPT,
    )


def _decided_before_choice(values: dict[str, str]) -> to.Command:
    return to.Ride(
        part.box(values["box"]), part.player(values["player"]), part.bet(values["bet"]), decided_first=True
    )


def _equipment_failure(values: dict[str, str]) -> to.Command:
    return to.EquipmentFailed(part.bet(values["bet"]), spaced(values["device"]), role="")


def _equipment_repaired(values: dict[str, str]) -> to.Command:
    return to.EquipmentRepaired(part.bet(values["bet"]), role="", note=spaced(values.get("note", "")))


ACCEPT: Final = "accept"
PRESS_AGAIN: Final = "press_again"
ANSWERS: Final = (ACCEPT, PRESS_AGAIN)

KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind("decided_before_choice", ("box", "player", "bet"), (), _decided_before_choice),
        Kind("void_press", ("bet",), ("amount", "box", "player"), _void_press),
        Kind("misfire", ("box", "player", "bet", "amount"), (), _misfire),
        Kind("misfire_answer", ("box", "player", "bet", "choice"), (), _misfire_answer, ANSWERS),
        Kind("equipment_failure", ("bet", "device"), (), _equipment_failure),
        Kind("equipment_repaired", ("bet",), ("note",), _equipment_repaired),
    )
}
"""What a line can say went wrong, by its name."""


def joined(text: str) -> str:
    """Several words as one, for a value on a line."""
    return "_".join(text.split())


def spaced(text: str) -> str:
    """That value as several words again."""
    return text.replace("_", " ")


def irregularity(said: list[str]) -> words.Statement:
    """Something that went wrong, with what must be known of it."""
    part.count(said, "irregularity KIND [name=value …]", 1, 50)
    name = said[0].lower()
    values = {key.lower(): value for key, value in part.pairs(said[1:], "irregularity KIND name=value")}
    kind = KINDS.get(name)
    if kind is None:
        before = values.pop("before", "")
        said_wrong = to.Irregularity(name, tuple(values.items()))
        return words.Say((said_wrong,), settled_first=True, settled_until=before)
    if not set(kind.needs) <= values.keys() <= {*kind.needs, *kind.may}:
        raise part.bad(f"write it as “{kind.usage}”")
    command = kind.make(values)
    if isinstance(command, to.EquipmentFailed | to.EquipmentRepaired):
        return words.Ask(command, name)
    return words.Say((command,))


def approve(said: list[str]) -> words.Statement:
    """A role confirms what went wrong."""
    part.count(said, "approve ROLE [CHOICE]", 1, 2)
    choice = said[1].lower() if len(said) > 1 else ""
    return words.Answer(part.role(said[0]), approved=True, choice=choice)


def refuse(said: list[str]) -> words.Statement:
    """A role does not: nothing is recorded."""
    part.count(said, "refuse ROLE", 1)
    return words.Answer(part.role(said[0]), approved=False)
