"""No screen shows the notation of `.round` files, a raw card, or a key of the program: every kind of irregularity and
of correction of every book is opened, filled in with what can be tapped and with what cannot be, signed every way,
and all that it says is read."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from django.http import QueryDict

from casino.refusals import Refusal, UnreadableRequest
from rounds import engine
from rounds.engine.irregularities.kinds import irregularity_kinds
from rounds.read_model.irregularities import plan, presented
from rounds.read_model.irregularities.fields import Field, fields
from rounds.read_model.irregularities.payment_sheet import sheet_of
from rounds.tablet.corrections import fields as correct_fields
from rounds.tablet.corrections.requests import correction_of
from rounds.tablet.irregularities import offered
from tests.engine.story import Story, deal
from tests.examples import each_time

NOTATION = re.compile(r"\b\w+=|\b(?:10|[2-9TJQKA])[shdc]\b|\b[a-z0-9]+_[a-z0-9_]+\b|\b\d+:(?:\d|dealer)")
"""A value as a line writes it, a raw card, a key with underscores, a place such as ``3:dealer``."""

QUOTED = re.compile("“[^”]*”")
"""What somebody typed is given back to him as he typed it."""


def notation(text: str) -> bool:
    return bool(NOTATION.search(QUOTED.sub("", text)))


GARBAGE = ("", "9.9", "3:x", "xx", "nothing such")


def games() -> dict[str, Callable[[], Story]]:
    """A table of every book, and of the games that have kinds of their own."""
    return {
        "ACT96": lambda: deal("ACT96"),
        "ACT96 triple play": lambda: deal("ACT96", game="triple_play", boxes=6),
        "ACT03": lambda: deal("ACT03", offer=["super_sevens"]),
        "VIC03": lambda: deal("VIC03", offer=["perfect_pairs"]),
        "VIC03 pontoon": lambda: deal("VIC03", game="crown_pontoon", offer=["pontoon_pandemonium"]),
        "NZ": lambda: deal("NZ", offer=["madness_21"]),
        "NZ ante up": lambda: deal("NZ", game="ante_up", elect={"ante": "1"}, minimum=10),
        "UK": lambda: deal("UK", offer=["perfect_pairs"]),
        "VIC03 automatic": lambda: deal("VIC03", elect={"auto_shuffler": "yes"}),
    }


def moments(story: Story) -> Iterator[Story]:
    """The table before the call, with hands to decide on, after decisions, once all is settled, and over."""
    bets = story.rules.wagers_on_hand.value
    for box, player, amount in ((1, "A", 50), (3, "B", 50)):
        for bet in bets:
            story.bet(box, player, amount, bet)
        if story.rules.ante.value:
            story.bet(box, player, 1, "ante")
    for offer in story.state.setup.offers:
        story.bet(1, "A", 5, offer.bet)
    yield story
    story.call()
    for card in ("Kh", "9s", "6d", "4h", "2c"):
        if story.action == "card":
            story.cards(card)
    yield story
    for _ in range(60):
        due = engine.due(story.rules, story.state)
        if due is None or due.action == "decision":
            break
        step(story, due)
    yield story
    if story.action == "decision":
        story.hit(1)
        if story.action == "card":
            story.cards("2h")
    yield story
    for _ in range(60):
        due = engine.due(story.rules, story.state)
        if due is None or due.action == "collect":
            break
        step(story, due)
    yield story


def step(story: Story, due: engine.Due) -> None:
    """Something that the table waits for."""
    if due.action == "card":
        story.cards(next(card for card in ("9h", "8c", "7d", "5s") if story.state.seen().count(card) < 2))
    elif due.action == "decision":
        word = "stand" if "stand" in due.legal else "hit"
        story.do(engine.Decide(due.box, word, due.hand))  # type: ignore[arg-type]
    elif due.action == "settle":
        story.settle()
    elif due.action in ("insurance", "surrender"):
        close = {"insurance": engine.CloseInsurance(), "surrender": engine.CloseSurrender()}
        story.do(close[due.action])
    elif due.action == "ride":
        offer = due.offers[0]
        story.do(engine.Ride(offer.box, offer.player, offer.wager))
    elif due.action == "prize":
        offer = due.offers[0]
        story.do(engine.Prize(offer.box, offer.player, offer.wager, 500))
    else:
        raise AssertionError(due)


def words_of_fields(listed: list[Field]) -> Iterator[str]:
    for field in listed:
        yield field.words
        for option in (*field.options, *field.places):
            yield from (option.words, option.small, option.refused)


def words_of_events(events: tuple[Any, ...]) -> Iterator[str]:
    for event in events:
        yield engine.describe(event).detail
        yield from getattr(event, "plan", ())
        yield getattr(event, "title", "")


def words_of_due(rules: Any, state: engine.State) -> Iterator[str]:
    due = engine.due(rules, state)
    if due is not None:
        yield from (due.text, due.place, *due.plan)
        yield from (blocker.text for blocker in due.blockers)


def words_of_case(rules: Any, case: plan.Case) -> Iterator[str]:
    yield from (case.title, case.role_words, *case.astray, *case.corrects)
    for what, value in presented.answers(case.values):
        yield from (what, value)
    for option in case.plans:
        yield option.words
        yield from option.lapsed
        yield from (f"{task.words} {task.chips}" for task in option.tasks)
        if option.payment is not None:
            sheet = sheet_of(option.before, option.payment)
            yield from (sheet.due, sheet.was, *(f"{move.words} {move.open}" for move in sheet.moves))


def words_of(story: Story, command: engine.Command) -> Iterator[str]:
    """All that comes of a report or a correction, signed and not signed, with every choice."""
    rules, state = story.rules, story.state
    try:
        after, events = engine.apply(rules, state, command)
    except Refusal as refusal:
        yield from (refusal.message, refusal.remedy)
        return
    yield from words_of_events(events)
    yield from words_of_due(rules, after)
    if after.irregular is None:
        return
    case = plan.case_of_open(rules, after)
    assert case is not None
    yield from words_of_case(rules, case)
    role = after.irregular.wants
    for answer in (
        engine.Approve("dealer"),
        engine.Approve(role, "no_such_choice"),
        engine.Refuse(role),
        *(engine.Approve(role, choice) for choice in after.irregular.choices or ("",)),
    ):
        expected = engine.questions.required_role(rules, answer, after)
        yield expected[2] if expected else ""
        try:
            done, new_events = engine.apply(rules, after, answer)
        except Refusal as refusal:
            yield from (refusal.message, refusal.remedy)
        else:
            yield from words_of_events(new_events)
            yield from words_of_due(rules, done)


def reports(story: Story, kind: Any) -> Iterator[engine.Irregularity]:
    """Reports of a kind that may fit, that lack something, and that say what is not there."""
    for values in islice(offered._samples(story.rules, story.state, kind), 3):
        yield engine.Irregularity(kind.kind, values, "dealer")
        for at, (name, _) in enumerate(values):
            for garbage in GARBAGE:
                wrong = (*values[:at], (name, garbage), *values[at + 1 :])
                yield engine.Irregularity(kind.kind, wrong, "dealer")
    for name in kind.may:
        for garbage in ("99:4,3:dealers", *GARBAGE) if name in ("lies", "extra", "retract") else GARBAGE:
            yield engine.Irregularity(kind.kind, ((name, garbage),), "dealer")
    yield engine.Irregularity(kind.kind, (("no_such_value", "1"),), "dealer")


def corrections(story: Story, kind: str) -> Iterator[engine.Command | UnreadableRequest]:
    """Corrections of a kind with all that could have been, and what the form says of one that it cannot read."""
    by_name = {field.name: field for field in correct_fields.fields(story.rules, story.state, kind)}
    for option in islice(by_name["what"].options, 3):
        post = QueryDict(mutable=True)
        post["v:what"] = option.value
        cards = ("5c", "9h", "zz") if kind == "card" else ()
        for text in (*cards, "4", "C", "25", "hit", "stand", "double", "split", "yes"):
            for did in ("paid", "taken", "nothing"):
                post["v:was"], post["v:did"], post["v:sum:other"] = text, did, "25"
                post["v:open"] = "recover|left" if did == "paid" else ""
                try:
                    command: engine.Command | UnreadableRequest = correction_of(kind, post)
                except UnreadableRequest as fault:
                    command = fault
                yield command
                if kind != "payment":
                    break


@pytest.mark.parametrize("game", each_time(["VIC03"], games()))
def test_nothing_that_a_person_reads_is_notation(game: str) -> None:
    story = games()[game]()
    seen: set[str] = set()
    for now in moments(story):
        rules, state = now.rules, now.state
        seen.update(words_of_due(rules, state))
        for kind in irregularity_kinds(rules, state.setup).values():
            seen.add(kind.title)
            seen.update(words_of_fields(fields(rules, state, kind)))
            for report in reports(now, kind):
                seen.update(words_of(now, report))
        for name in ("card", "box", "player", "amount", "decision", "payment"):
            if name in ("box", "player", "amount") or state.called:
                seen.update(words_of_fields(correct_fields.fields(rules, state, name)))
                for command in corrections(now, name):
                    if isinstance(command, UnreadableRequest):
                        seen.add(f"{command.message} {command.remedy}")
                    else:
                        seen.update(words_of(now, command))
    seen.update(words_of(story, engine.Irregularity("no_such_kind")))
    assert len(seen) > 150
    assert sorted(word for word in seen if notation(word)) == []
