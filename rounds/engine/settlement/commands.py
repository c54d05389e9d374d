"""Commands about the settlement."""

from rounds.engine.base import CommandBase as Base


class Settle(Base, frozen=True, tag="settle"):
    """Chips taken or paid: the named settlements, which must be the next due; all that are due if none is named."""

    refs: tuple[str, ...] = ()


class Collect(Base, frozen=True, tag="collect"):
    """The cards are picked up in an order from which the hands can be rebuilt."""
