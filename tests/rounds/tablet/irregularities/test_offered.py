"""What the tablet lists under “Something is wrong”, and what each thing to tap says."""

import pytest
from django.http import QueryDict

from casino.refusals import Refusal
from casino.rulebooks.irregularities import irregularities
from rounds import engine
from rounds.read_model.irregularities.fields import fields
from rounds.tablet.irregularities import offered, requests
from tests.engine.story import Story, deal


def listed(story: Story) -> dict[str, list[str]]:
    return {
        name: [line.kind.kind for line in lines] for name, lines in offered.kinds(story.rules, story.state)
    }


def two(book: str = "VIC03") -> Story:
    """A holds 17 and B 11 under a 6."""
    return deal(book).bet(1, "A", 50).bet(3, "B", 50).call().initial("6d", "Ts 7h", "9s 2h")


@pytest.mark.clause("VIC03-9.3(a)", "VIC03-9.8")
def test_only_what_fits_the_moment_can_be_tapped() -> None:
    story = two()
    groups = listed(story)
    later = groups.pop("Not possible now")
    assert {"decision_not_carried_out", "dealer_complete"} <= set(later)
    assert groups[offered.CARDS][:2] == ["excess_card", "misplaced"]
    story.stand(1)
    assert "decision_not_carried_out" in listed(story)[offered.CARDS]


@pytest.mark.parametrize("book", ["ACT96", "ACT03", "VIC03", "NZ", "UK"])
def test_every_kind_of_the_book_is_listed_once_and_each_that_is_listed_can_be_reported(book: str) -> None:
    story = two(book)
    rules, state = story.rules, story.state
    groups = offered.kinds(rules, state)
    names = [line.kind.kind for _, lines in groups for line in lines]
    assert sorted(names) == sorted(irregularities(rules))
    for _, lines in groups:
        for line in lines:
            refusal = offered.refusal_now(rules, state, line.kind)
            assert (refusal is None) == (not line.refused)
            assert line.does, f"{line.kind.procedure} says nothing of what comes of it"


def test_a_hand_that_cannot_be_chosen_says_why() -> None:
    story = two().stand(1)
    (hand,) = offered.open_fields(
        story.rules, story.state, irregularities(story.rules)["decision_not_carried_out"]
    )
    assert [(option.value, bool(option.refused)) for option in hand.options] == [("1", False), ("3", True)]
    assert hand.options[1].refused == Refusal("report.nothing_decided", place=(3, 1)).message


def test_box_player_and_bet_are_one_tap() -> None:
    story = two("UK")
    kind = irregularities(story.rules)["void_wager"]
    wager, reason = fields(story.rules, story.state, kind)
    assert [option.value for option in wager.options] == ["1|A|", "3|B|"]
    assert reason.typed
    post = QueryDict("v:wager=3|B|&v:reason=laid_too_late")
    assert requests.values_of(kind, post) == (("box", "3"), ("player", "B"), ("reason", "laid_too_late"))
    engine.decide(story.rules, story.state, requests.report_of(kind, post))


def test_what_is_typed_takes_the_place_of_what_was_tapped_and_an_unseen_card_has_no_name() -> None:
    rules = two().rules
    kinds = irregularities(rules)
    post = QueryDict("v:wager=1|A|&v:reason=laid_too_late&v:reason:other=moved after the call")
    assert dict(requests.values_of(kinds["void_wager"], post))["reason"] == "moved_after_the_call"
    assert requests.values_of(kinds["excess_card"], QueryDict("v:seen=no&v:card=6s")) == (("seen", "no"),)
    seen = QueryDict("v:seen=yes")
    assert requests.missing(kinds["excess_card"], requests.values_of(kinds["excess_card"], seen)) == ["card"]


@pytest.mark.clause("VIC03-9.8")
def test_a_tap_on_a_decision_says_the_hand_and_which_of_its_decisions() -> None:
    # A drew on 17 and stood on 19, B drew on 11.
    story = two().hit(1).cards("2c").stand(1).hit(3).cards("5d")
    kind = irregularities(story.rules)["decision_not_carried_out"]
    (hand,) = fields(story.rules, story.state, kind)
    assert [(option.value, option.small) for option in hand.options] == [
        ("1|1", "1. hit on 17"),
        ("1", "the last: 2. stand on 19"),
        ("3", "the last: 1. hit on 11"),
    ]
    assert requests.values_of(kind, QueryDict("v:hand=1|1")) == (("hand", "1"), ("decision", "1"))
    assert requests.values_of(kind, QueryDict("v:hand=3")) == (("hand", "3"),)
