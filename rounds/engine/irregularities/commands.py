"""Commands: what is said of what went wrong at the table."""

from rounds.engine.base import CommandBase as Base


class Irregularity(Base, frozen=True, tag="irregularity"):
    """Something went wrong: its kind, of those that the book knows, with what must be known of it."""

    kind: str
    values: tuple[tuple[str, str], ...] = ()
    role: str = ""


class Approve(Base, frozen=True, tag="approve"):
    """A role signs what is to be done about the irregularity that is open."""

    role: str
    choice: str = ""
    note: str = ""


class Refuse(Base, frozen=True, tag="refuse"):
    """A role does not sign it: the round goes on as it was."""

    role: str
    note: str = ""
