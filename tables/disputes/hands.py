"""The hands of a table's last rounds, which prefill the form of a dispute."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.http import urlencode

from casino.money import Cents, decimal, dollars


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """What one player had on one box; `has` is in cents besides the stakes, None if nothing of it is settled."""

    box: int
    player: str
    has: Cents | None

    @property
    def money(self) -> str:
        """What the settlement paid, with its sign; "" if nothing is settled."""
        if self.has is None:
            return ""
        return f"+{dollars(self.has)}" if self.has > 0 else dollars(self.has)


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round with its hands."""

    round_no: int
    time: str
    """When it was opened."""
    hands: tuple[HandPlayed, ...]

    @property
    def chosen(self) -> list[tuple[HandPlayed, str]]:
        """Each hand with the query that fills in a dispute's form."""
        return [(hand, urlencode(self._of(hand))) for hand in self.hands]

    def _of(self, hand: HandPlayed) -> dict[str, str]:
        known = {"round": str(self.round_no), "box": str(hand.box), "player": hand.player}
        return known if hand.has is None else known | {"settled": decimal(hand.has).removesuffix(".00")}
