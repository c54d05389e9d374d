"""What a book requires of the house before, during and after the rounds: a table's opening, its sign, its closing.

An empty clause means that the book does not require the step, so nobody is asked to do it.
"""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from casino.refusals import Refusal
from casino.rulebooks.layout import inscriptions, notices
from casino.rulebooks.rules import Rules
from casino.words import Phrase

Diagrams = tuple[tuple[int, str], ...]
"""The book's diagrams of one layout: the number of boxes in each, and its letter."""


def diagram(diagrams: Diagrams, boxes: int) -> str:
    """The letter of the diagram with that many boxes; "" if there is no such diagram."""
    return dict(diagrams).get(boxes, "")


class Mark(NamedTuple):
    """Something that the dealer confirms at the table: its name, the clause and the words."""

    item: str
    clause: str
    words: str


@dataclass(frozen=True, slots=True)
class House:
    """The clauses on the table itself in one book, or in a version of it."""

    marks: tuple[Mark, ...] = ()
    """What is placed or printed there."""
    layout_boxes: tuple[tuple[int, ...], str] = ((), "")
    """How many boxes its layouts may have, if that is fixed."""
    diagrams: Diagrams = ()
    """The book names its layouts by the letters of diagrams whose pictures are not in its text (ACT96-P-B03): the
    letter goes on record when the layout is confirmed."""
    inscribed: tuple[str, ...] = ()
    """The clauses that require the layout to say what a Blackjack pays, when the dealer stops and what insurance
    pays."""
    limits: str = ""
    """Minimum and maximum are shown on a sign."""
    sign: str = ""
    """The clause that makes the dealer check the sign; if the book names nobody, the clause on the sign itself."""
    packs_unless_shown: tuple[int, str] = (0, "")
    """The number of packs that the book assumes: any other number is displayed. 0 if it names none."""
    cards_checked: str = ""
    """The cards are checked before gaming."""
    cards_checked_how: str = "Check the cards"
    """How they are checked, in the imperative."""
    cards_checked_by: tuple[str, ...] = ("dealer",)
    """The least role for each of the checks. If there are several, each is done independently by a different person,
    who sees the earlier results only after giving their own."""
    backs_alike: str = ""
    """The backs of the cards have one colour and design."""
    cards_counted: str = ""
    """The cards are checked after gaming."""
    cards_counted_each: bool = False
    """They are checked card by card; otherwise they are counted for completeness."""
    shuffler_approval: str = ""
    """An automatic shuffling shoe must be an approved one."""
    opened: str = ""
    opened_by: str = ""
    """The clause on the role that opens a table."""
    closed: str = ""
    """The operator may close a table while players are at it."""
    closing_notice: str = ""
    """Players are told before it closes."""
    closing_minutes: int = 0
    """How many minutes the closing notice is displayed beforehand."""
    inspector_first: str = ""
    """An inspector is informed before a table closes earlier than gaming ends."""
    gaming_hours: str = ""
    """The gaming hours are set by somebody outside the house."""
    power: str = ""
    """Who may act for whom: a supervisor for the dealer, never the other way round."""
    limits_altered: str = ""
    limits_told: str = ""
    """The players are told before limits change; no period is fixed."""
    results_display: str = ""
    """A screen with the latest results may be at the table."""
    results_display_approved: str = ""
    """Such a screen must be of an approved type."""
    rules_copy: str = ""
    """Anybody may ask for a copy of the rules."""
    safer_gambling: tuple[str, ...] = ()
    """The book's notice on safer gambling, line by line, and the clause that requires it with that copy."""
    safer_gambling_clause: str = ""
    notice: str = ""
    """A higher minimum is announced by a notice that names it and the time of the change."""
    notice_minutes: int = 0
    """How many minutes that notice is displayed before the change."""


VIC03: Final = House(
    marks=(
        Mark("layout", "VIC03-2.2", "the layout is that of diagram A"),
        Mark("logo", "VIC03-2.2.2", "the layout carries the casino's name or logo"),
        # Every card comes out of the shoe (VIC03-2.3): a table has no other source of cards.
        Mark("shoe", "VIC03-7.1", "the dealing shoe stands on the table to the dealer's left"),
    ),
    limits="VIC03-6.1-FN2-66(1)(d)",
    sign="VIC03-6.1",
    cards_checked="VIC03-3.2.5",
    backs_alike="VIC03-3.1",
    cards_counted="VIC03-3.2.5",
    shuffler_approval="VIC03-4.1.1(f)",
    opened="VIC03-6.1",
    opened_by="VIC03-1.1-B06",
    closed="VIC03-17.7",
    closing_notice="VIC03-17.7",
    closing_minutes=20,
    rules_copy="VIC03-17.12",
    power="VIC03-1.2",
    limits_altered="VIC03-6.4",
    notice="VIC03-6.1-FN2-66(2)",
    notice_minutes=20,
)

ACT96: Final = House(
    marks=(
        Mark("layout", "ACT96-1-S1", "the layout is that of the book"),
        Mark("shoe", "ACT96-7.1-S1", "the dealing shoe stands on the table to the dealer's left"),
    ),
    layout_boxes=((7, 9), "ACT96-1(a)"),
    diagrams=((7, "A"), (9, "B")),
    inscribed=("ACT96-1(b)(i)", "ACT96-1(b)(ii)", "ACT96-1(b)(iii)"),
    limits="ACT96-4.1(a)",
    sign="ACT96-4.1(a)",
    cards_checked="ACT96-3.2",
    cards_checked_how="Check the cards one by one",
    backs_alike="ACT96-3.1",
    cards_counted="ACT96-3.2",
    cards_counted_each=True,
    closed="ACT96-19.2-S1",
    closing_notice="ACT96-19.2-S1",
    inspector_first="ACT96-19.2-S2",
    gaming_hours="ACT96-19.1",
    rules_copy="ACT96-20.12",
    limits_altered="ACT96-4.2",
    limits_told="ACT96-4.2",
)

ACT03: Final = House(
    marks=(
        Mark("layout", "ACT03-1.1", "the layout is the one that the Commission approved"),
        Mark("shoe", "ACT03-6.1", "the shoe stands on the table"),
        Mark("multiples", "ACT03-3.3", "the permitted multiples of wagers are displayed"),
    ),
    limits="ACT03-3.1-B01",
    sign="ACT03-3.1-B01",
    cards_checked="ACT03-2.2-B01",
    cards_checked_how="Check the cards one by one",
    cards_counted="ACT03-2.2-B02",
    cards_counted_each=True,
    closed="ACT03-15.2",
    closing_notice="ACT03-15.2",
    gaming_hours="ACT03-15.1",
    limits_altered="ACT03-3.1-B02",
    limits_told="ACT03-3.1-B02",
)

NZ: Final = House(
    marks=(
        Mark("layout", "NZ-3.2(c)", "the layout is like the one in appendix 1"),
        Mark("places", "NZ-3.2(a)", "the places for wagers are marked on it"),
        Mark("drop_box", "NZ-3.1-S2", "the drop box is on the table"),
        Mark("shoe", "NZ-3.3(c)", "the shoe holds all the cards in use"),
        Mark("rack", "NZ-3.3(d)", "the discard rack holds all the cards in use"),
    ),
    inscribed=("NZ-3.2(b)(i)", "NZ-3.2(b)(ii)", "NZ-3.2(b)(iii)"),
    results_display="NZ-3.6-S1",
    results_display_approved="NZ-3.6-S2",
    limits="NZ-14.2-S2",
    sign="NZ-14.2-S2",
    cards_checked="NZ-6.1",
    cards_checked_how="Sort and inspect the cards",
    cards_checked_by=("dealer", "game_supervisor"),
    limits_altered="NZ-14.2-S1",
)

UK: Final = House(
    limits="UK-B25",
    sign="UK-B25",
    packs_unless_shown=(8, "UK-B05"),
    safer_gambling=(
        "Know when to stop before you start.",
        "Information and advice: www.gambleaware.co.uk",
        "Help with a gambling problem: GamCare, 0845 6000 133",
    ),
    safer_gambling_clause="UK-X01",
    limits_altered="UK-B25",
)


def _with(house: House, *marks: Mark) -> House:
    """The house clauses of a version: its marks replace those with the same name, or are added."""
    own = {mark.item: mark for mark in marks}
    merged = [own.pop(mark.item, mark) for mark in house.marks]
    return replace(house, marks=(*merged, *own.values()))


HOUSES: Final = {"VIC03": VIC03, "ACT96": ACT96, "ACT03": ACT03, "NZ": NZ, "UK": UK}
"""What each book requires, whatever the game."""

_VERSIONS: Final = {
    ("VIC03", "crown_pontoon"): _with(
        VIC03,
        Mark("layout", "VIC03-10.3.1", "the layout is that of diagram C"),
        Mark("logo", "VIC03-10.3.1(b)", "the layout carries the casino's name or logo"),
    ),
    ("VIC03", "vegas_blackjack"): replace(VIC03, backs_alike="VIC03-12.3.1"),
    ("ACT96", "triple_play"): _with(
        replace(
            ACT96,
            layout_boxes=((6,), "ACT96-22.1(a)"),
            diagrams=((6, "E"),),
            inscribed=("ACT96-22.1(b)(i)", "ACT96-22.1(b)(ii)", "ACT96-22.1(b)(iii)"),
        ),
        Mark("layout", "ACT96-22.1-S2", "the layout is that of the book"),
        Mark("areas", "ACT96-22.1(c)", "each box has an area for each of the hands 1, 2 and 3"),
        Mark("hand_shown", "ACT96-22.1(d)", "the layout shows the number of the hand in play"),
    ),
    ("NZ", "ante_up"): _with(
        NZ, Mark("areas", "NZ-18.2", "the layout has areas for the wager and for the ante")
    ),
    ("NZ", "free_bet"): _with(NZ, Mark("lammers", "NZ-20.2-S2", "the lammers are at the table")),
}


def house_of(rules: Rules) -> House:
    """What the book requires of the house for that game."""
    return _VERSIONS.get((rules.book, rules.game)) or HOUSES[rules.book]


def confirmed_before_play(rules: Rules, decks: int, boxes: int) -> tuple[Mark, ...]:
    """Everything that the dealer confirms before a table with that many packs and boxes opens: what is placed there,
    the layout's inscriptions, the sign, and each notice that must be up under the elections.

    Inscriptions and notices come from the values that settle wagers (`casino.rulebooks.layout`).
    """
    house = house_of(rules)
    marks = list(house.marks)
    if letter := diagram(house.diagrams, boxes):
        of_diagram = Phrase.of("kept.layout_diagram", letter=letter).english
        marks = [mark._replace(words=of_diagram) if mark.item == "layout" else mark for mark in marks]
    lines = inscriptions(rules)
    if lines:
        words = Phrase.of("kept.layout_reads", text=[line.text for line in lines]).english
        marks.append(Mark("inscriptions", (*house.inscribed, lines[0].clause)[0], words))
    usual, clause = house.packs_unless_shown
    if usual and decks != usual:
        marks.append(Mark("packs", clause, Phrase.of("kept.packs_displayed", decks=decks).english))
    if house.sign:
        marks.append(Mark("sign", house.sign, "the sign with minimum and maximum is displayed"))
    return (*marks, *notices_up(rules))


def notices_up(rules: Rules) -> tuple[Mark, ...]:
    """The notices that must be up in every round (NZ-11.8, 12.10, 17.3, 18.2, 19.2, 20.2, 21.3, 21.6)."""
    return tuple(
        Mark(f"notice_{number}", notice.clause, Phrase.of("kept.notice_up", text=notice.text).english)
        for number, notice in enumerate(notices(rules), start=1)
    )


def sign_fault(rules: Rules, minimum: int, maximum: int) -> Refusal | None:
    """What is wrong with these limits of the main bet (cents) under the elections; None if nothing is.

    The definition of the ante makes it at most an eighth of the table minimum (NZ-1.1-B01); 18.3 has its amount on
    the sign. 21.2 requires two minima: the lower one is on the sign, so the upper one must be above it and within
    the maximum.
    """
    most, ante = rules.ante_most, rules.ante
    part, of = most.value
    if ante.value and ante.value * of > minimum * part:
        allowed = minimum * part // of
        return Refusal(
            "sign.ante",
            most.clause,
            also=(ante.clause,),
            ante=ante.value,
            part=part,
            of=of,
            minimum=minimum,
            allowed=allowed,
            least=-(-ante.value * of // part),
        )
    upper = rules.upper_minimum
    if upper.value and not minimum < upper.value <= maximum:
        return Refusal(
            "sign.upper_minimum", upper.clause, upper=upper.value, minimum=minimum, maximum=maximum
        )
    return None


def set_up_faults(rules: Rules, *, packs: int, boxes: int, places: int) -> dict[str, Refusal]:
    """What the book does not allow at a table with that many packs, boxes and places, by name; empty if it allows
    everything."""
    faults: dict[str, Refusal] = {}
    if packs not in rules.decks.value:
        faults["packs"] = Refusal(
            "setup.decks", rules.decks.clause, decks=packs, allowed=list(rules.decks.value)
        )
    fixed, clause = house_of(rules).layout_boxes
    if not 1 <= boxes <= rules.boxes_most.value:
        faults["boxes"] = Refusal(
            "setup.boxes", rules.boxes_most.clause, boxes=boxes, most=rules.boxes_most.value
        )
    elif fixed and boxes not in fixed:
        faults["boxes"] = Refusal("setup.boxes_fixed", clause, boxes=boxes, allowed=list(fixed))
    if not 1 <= places <= rules.seats_most.value:
        faults["places"] = Refusal(
            "setup.places", rules.seats_most.clause, places=places, most=rules.seats_most.value
        )
    return faults
