"""The cards that somebody counted in a table's packs, compared with what should be there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from casino.cards import (
    PACK,
    CardError,
    Composition,
    Difference,
    composition,
    difference,
    listed,
    parse_card,
)
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.house import House
from casino.words import Phrase
from tables.models import Table

JOKERS = ("joker", "jk", "jkr")
"""What is typed for a joker, or what a joker's code contains."""


@dataclass(frozen=True, slots=True)
class DeckCount:
    """The cards of the packs, set by set; ``""`` names the only set of a table that does not have two (NZ-3.4)."""

    sets: Mapping[str, Composition] = field(default_factory=dict)
    jokers: int = 0
    backs_alike: bool = True

    @property
    def cards(self) -> int:
        """The number of cards, jokers included."""
        return sum(sum(cards.values()) for cards in self.sets.values()) + self.jokers

    @property
    def as_json(self) -> dict[str, Any]:
        """The whole count, for the record."""
        sets = {name: dict(cards) for name, cards in self.sets.items()}
        return {"sets": sets, "jokers": self.jokers, "backs_alike": self.backs_alike}


class Fault(NamedTuple):
    """Something that is wrong with the packs, and what to do about it."""

    clause: str
    words: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A count and its judgement: how many cards there are, how many there should be, and what is wrong."""

    cards: int
    expected: int
    faults: tuple[Fault, ...]
    body: dict[str, Any]
    """What the record keeps of it: with the number of packs and the missing ranks, it gives every card."""

    @property
    def right(self) -> bool:
        return not self.faults


def sets_of(rules: Rules) -> tuple[str, ...]:
    """The sets of cards at the table, by colour; a single one without a name if it does not need two."""
    return rules.shoe.sets if rules.shoe.two_sets else ("",)


def right(table: Table) -> DeckCount:
    """The packs of the table as they should be."""
    rules = table.rules
    cards = composition(table.decks, rules.missing_ranks.value)
    return DeckCount(dict.fromkeys(sets_of(rules), cards))


def typed(text: str, name: str = "") -> tuple[dict[str, int], int]:
    """The cards that were typed or scanned one after another, counted, and the number of jokers. Raises Refusal for
    a word that is not a card, with its place."""
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


def judge(table: Table, asked: House, rules: Rules, counted: DeckCount) -> Judged:
    """Compare the packs with those of the book and of the table's set-up. Raises Refusal for sets that are not the
    table's."""
    right_set = composition(table.decks, rules.missing_ranks.value)
    names = sets_of(rules)
    if set(counted.sets) != set(names):
        raise Refusal("cards.sets", rules.shoe.two_sets, sets=list(names))
    faults: list[Fault] = []
    sets: dict[str, Any] = {}
    pack = rules.shoe_cards(1)
    for name in names:
        wrong = difference(counted.sets[name], right_set)
        sets[name] = {"missing": wrong.missing, "excess": wrong.excess}
        foreign = any(card[0] in rules.missing_ranks.value for card in wrong.excess)
        clause = rules.missing_ranks.clause if foreign and rules.missing_ranks.clause else rules.decks.clause
        faults += [
            Fault(clause, _of_set(name, words).english, Phrase.of(remedy).english)
            for words, remedy in what_differs(wrong, pack)
        ]
    if counted.jokers:
        words = Phrase.of("kept.jokers", jokers=counted.jokers).english
        faults.append(Fault(rules.decks.clause, words, Phrase.of("kept.cards_jokers").english))
    if not counted.backs_alike and asked.backs_alike:
        words = Phrase.of("kept.backs_differ").english
        faults.append(Fault(asked.backs_alike, words, Phrase.of("kept.cards_backs").english))
    expected = table.decks * pack * len(names)
    body = {"decks": table.decks, "cards": counted.cards, "expected": expected, "jokers": counted.jokers,
            "backs_alike": counted.backs_alike, **(sets[""] if names == ("",) else {"sets": sets})}  # fmt: skip
    return Judged(counted.cards, expected, tuple(faults), body)


def _of_set(name: str, words: Phrase) -> Phrase:
    return Phrase.of("kept.of_set", set=name, what=words) if name else words


def what_differs(wrong: Difference, pack: int = 52) -> list[tuple[Phrase, str]]:
    """What is wrong, one text for each kind of difference, with the code of what to do. ``pack`` is the number of
    cards in a pack: whole packs are not listed card by card."""
    (packs_short, missing), (packs_over, excess) = wrong.in_packs(pack)
    lines = []
    if packs_short:
        lines.append((Phrase.of("kept.packs_short", packs=packs_short), "kept.packs_bring"))
    if missing:
        words = Phrase.of("kept.cards_missing", count=sum(missing.values()), listed=listed(missing))
        lines.append((words, "kept.cards_find"))
    if packs_over:
        lines.append((Phrase.of("kept.packs_over", packs=packs_over), "kept.cards_replace"))
    if excess:
        words = Phrase.of("kept.cards_over", count=sum(excess.values()), listed=listed(excess))
        lines.append((words, "kept.cards_replace"))
    return lines
