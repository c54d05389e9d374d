"""The report of an irregularity: named values, read as the types that they must be."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from casino.cards import HARD_VALUE, UNKNOWN, Card, CardError, parse_card
from casino.money import Cents, MoneyError, parse_amount
from casino.refusals import Refusal
from casino.rulebooks.irregularities import Kind
from rounds.engine.cards.dealing import not_in_packs, not_in_shoe
from rounds.engine.irregularities.value_words import asks
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand
from rounds.engine.machine import Earlier, Machine
from rounds.engine.state import State


def place_in(text: str, last: int) -> int:
    """The place from 1 to `last` named by ASCII digits; 0 for any other text."""
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        return 0
    return int(text) if int(text) <= last else 0


class Report:
    """The values of one report about one state. Every reader raises Refusal for an impossible value."""

    def __init__(
        self,
        kind: Kind,
        state: State,
        values: Mapping[str, str],
        machine: Machine,
        earlier: Earlier | None = None,
    ) -> None:
        self.machine = machine
        self.kind = kind
        self.earlier = earlier
        self.state = state
        self.values = values
        known = {*kind.needs, *kind.may}
        missing = [name for name in kind.needs if not values.get(name, "").strip()]
        strange = [name for name in values if name not in known]
        if missing or strange:
            if missing:
                raise self.wrong("report.value_missing", question=asks(missing[0]))
            raise self.wrong("report.value_unknown", name=strange[0])
        for name, allowed in kind.values:
            if name in values and values[name] not in allowed:
                raise self.wrong(
                    "report.value_wrong", value=values[name], question=asks(name), allowed=allowed
                )

    def under(self, clause: str) -> None:
        """Deal with the report under another clause of its kind."""
        self.kind = replace(self.kind, clause=clause)

    def wrong(self, code: str, **values: Any) -> Refusal:
        """A refusal of the report, under the clause of its kind."""
        return Refusal(code, self.kind.clause, also=self.kind.also, **values)

    def text(self, name: str) -> str:
        """The value as words; empty if it was not given."""
        return self.values.get(name, "").replace("_", " ").strip()

    def __contains__(self, name: str) -> bool:
        return bool(self.values.get(name))

    def number(self, name: str) -> int:
        """The number of a round, up to the one in progress."""
        text = self.values[name]
        if not place_in(text, self.state.round_no):
            raise self.wrong("report.no_such_round", round=text, last=self.state.round_no)
        return int(text)

    def box(self, name: str = "box") -> Box:
        """A box that holds a wager."""
        text = self.values[name]
        number = place_in(text, len(self.state.boxes))
        if number and self.state.box(number).hands:
            return self.state.box(number)
        raise self.wrong("report.no_wager_on_box", box=text)

    def player(self, box: Box) -> str:
        """A player with a wager on the box."""
        player = self.values["player"]
        if player not in box.players and not any(side.player == player for side in box.sides):
            raise self.wrong("report.player_not_on_box", player=player, box=box.number)
        return player

    def hands(self, name: str = "hands") -> list[tuple[Box, int]]:
        """Hands given as ``3,4.2``: each a box with its hand number, the first hand if none is given."""
        hands = []
        for text in self.values[name].split(","):
            place, _, number = text.partition(".")
            number = number or "1"
            at = place_in(place, len(self.state.boxes))
            if not at or not number.isdecimal():
                raise self.wrong("report.not_a_hand", text=text)
            box = self.state.box(at)
            if not place_in(number, len(box.hands)):
                raise self.wrong("report.no_such_hand", box=place, hand=number)
            if (box, int(number)) in hands:
                raise self.wrong("report.hand_twice", text=text)
            hands.append((box, int(number)))
        return hands

    def hand(self, name: str = "hand") -> tuple[Box, int, Hand]:
        """One hand."""
        hands = self.hands(name)
        if len(hands) > 1:
            raise self.wrong("report.one_hand")
        box, number = hands[0]
        return box, number, box.hands[number - 1]

    def cents(self, name: str) -> Cents:
        """An amount of money, as ``12.50``."""
        try:
            return parse_amount(self.values[name])
        except MoneyError:
            raise self.wrong("report.not_an_amount", text=self.values[name]) from None

    def face(self, name: str = "card") -> Card:
        """A card, whether or not it has been dealt."""
        return self._face(self.values[name])

    def _face(self, text: str) -> Card:
        try:
            card = parse_card(text)
        except CardError:
            raise self.wrong("report.not_a_card", text=text) from None
        if card not in HARD_VALUE or card == UNKNOWN:
            raise self.wrong("report.not_a_card", text=text)
        if missing := not_in_packs(self.state.setup.rules, card):
            raise self.wrong(missing.code, **missing.values)
        return card

    def card(self, name: str = "card") -> Card:
        """A card that left the shoe; one that the packs can no longer hold is refused as a probable mis-tap."""
        return self.card_in(self.values[name])

    def card_in(self, text: str) -> Card:
        """Like `card`, for one of several cards."""
        card = self._face(text)
        if none := not_in_shoe(self.state.setup.rules, self.state, card):
            raise self.wrong(none.code, **none.values)
        return card
