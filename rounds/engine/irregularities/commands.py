"""Commands about irregularities."""

from rounds.engine.base import CommandBase as Base


class Irregularity(Base, frozen=True, tag="irregularity"):
    """Something went wrong: its kind, one of the book's, with the values that the kind asks for."""

    kind: str
    values: tuple[tuple[str, str], ...] = ()
    role: str = ""


class Approve(Base, frozen=True, tag="approve"):
    """A role signs what is to be done about the open irregularity."""

    role: str
    choice: str = ""
    note: str = ""


class Refuse(Base, frozen=True, tag="refuse"):
    """A role refuses to sign: the round goes on as it was."""

    role: str
    note: str = ""
