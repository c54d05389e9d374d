"""What somebody found in the packs of a table, beside what should be there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from casino.cards import PACK, CardError, Composition, composition, difference, parse_card
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.house import House
from tables.models import Table

JOKERS = ("joker", "jk", "jkr")
"""What is typed for a joker, or is in its code."""


@dataclass(frozen=True, slots=True)
class DeckCount:
    """The cards of the packs, set by set; ``""`` names the only set of a table without several (NZ-3.4)."""

    sets: Mapping[str, Composition] = field(default_factory=dict)
    jokers: int = 0
    backs_alike: bool = True

    @property
    def cards(self) -> int:
        """How many there are, jokers too."""
        return sum(sum(one.values()) for one in self.sets.values()) + self.jokers

    @property
    def told(self) -> dict[str, Any]:
        """All of it as JSON."""
        sets = {name: dict(cards) for name, cards in self.sets.items()}
        return {"sets": sets, "jokers": self.jokers, "backs_alike": self.backs_alike}


class Fault(NamedTuple):
    """One thing that is wrong with the packs, and what to do about it."""

    clause: str
    words: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found, judged: how many cards, how many there should be, and what is wrong with them."""

    cards: int
    expected: int
    faults: tuple[Fault, ...]
    body: dict[str, Any]
    """What the record keeps of it: with the number of packs and the missing ranks it gives every card."""

    @property
    def right(self) -> bool:
        return not self.faults


def sets_of(rules: Rules) -> tuple[str, ...]:
    """The sets of cards that come to the table, by their colours; one without a name where it needs no two."""
    return rules.shoe.sets if rules.shoe.two_sets else ("",)


def right(table: Table) -> DeckCount:
    """The packs of the table as they should be."""
    rules = table.rules
    one = composition(table.decks, rules.missing_ranks.value)
    return DeckCount(dict.fromkeys(sets_of(rules), one))


def typed(text: str, name: str = "") -> tuple[dict[str, int], int]:
    """Cards that were typed or scanned one after another, counted, and the jokers among them. Raises Refusal for
    a word that names no card, with its place."""
    counted, jokers = dict.fromkeys(PACK, 0), 0
    for place, word in enumerate(text.replace(",", " ").split(), start=1):
        if word.lower() in JOKERS:
            jokers += 1
            continue
        try:
            counted[parse_card(word)] += 1
        except CardError as wrong:
            raise Refusal("cards.word", place=place, fault=wrong.fault) from wrong
    return counted, jokers


def judge(table: Table, asked: House, rules: Rules, found: DeckCount) -> Judged:
    """The packs beside those of the book and of the table's set-up. Raises Refusal for sets that are not those
    of the table."""
    wanted = composition(table.decks, rules.missing_ranks.value)
    names = sets_of(rules)
    if set(found.sets) != set(names):
        raise Refusal("cards.sets", rules.shoe.two_sets, sets=list(names))
    faults: list[Fault] = []
    sets: dict[str, Any] = {}
    pack = rules.shoe_cards(1)
    for name in names:
        wrong = difference(found.sets[name], wanted)
        sets[name] = {"missing": wrong.missing, "excess": wrong.excess}
        foreign = any(card[0] in rules.missing_ranks.value for card in wrong.excess)
        clause = rules.missing_ranks.clause if foreign and rules.missing_ranks.clause else rules.decks.clause
        of = f"{name} set: " if name else ""
        faults += [Fault(clause, of + words, _remedy(words)) for words in wrong.words(pack)]
    if found.jokers:
        words = f"{found.jokers} joker{'s are' if found.jokers > 1 else ' is'} among the cards"
        faults.append(Fault(rules.decks.clause, words, "Take jokers out, and check again."))
    if not found.backs_alike and asked.backs_alike:
        words = "the backs differ in colour or design"
        faults.append(Fault(asked.backs_alike, words, "Replace the packs that differ."))
    expected = table.decks * pack * len(names)
    body = {"decks": table.decks, "cards": found.cards, "expected": expected, "jokers": found.jokers,
            "backs_alike": found.backs_alike, **(sets[""] if names == ("",) else {"sets": sets})}  # fmt: skip
    return Judged(found.cards, expected, tuple(faults), body)


def _remedy(words: str) -> str:
    if words.endswith("short"):
        return "Bring the packs that are wanting."
    if "missing" in words:
        return "Find the cards, or replace the pack they are missing from."
    return "Replace the pack that they came with."
