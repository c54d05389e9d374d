"""Section 17: Style A, alone and over the versions; and that a table plays one version at most."""

import pytest

from casino.rulebooks import RuleBookError, book_of, rules_for
from tests.engine.nz.telling import nz, one_hand
from tests.refusing import code_and_clause

ELECTED = {
    "blackjack": {},
    "ante_up": {"ante": "1"},
    "blackjack_plus": {},
    "free_bet": {},
    "player_select": {"upper_min": "50"},
}


@pytest.mark.clause("NZ-17.2")
@pytest.mark.parametrize(
    ("dealer", "draws"),
    [
        ("As 6d", True),
        ("As 6d Kc", False),  # hard 17
        ("As Ac 5d", True),  # soft 17
        ("Ts 7d", False),
        ("As 7d", False),  # soft 18
        ("As 2d 5c", False),
        ("Ts 6d", True),
    ],
)
def test_the_dealer_draws_on_soft_seventeen_as_well_and_on_nothing_else(dealer: str, draws: bool) -> None:
    first, *rest = dealer.split()
    story = one_hand("Ts 9h", first, style_a="yes").stand(1).cards(" ".join(rest))
    assert (story.action == "card") is draws
    if not draws:
        clause = "NZ-17.2" if story.state.dealer[0] == "As" and len(rest) != 2 else "NZ-13.3"
        story.refuses_dealer(clause).cards("2c")


@pytest.mark.clause("NZ-17.2")
def test_no_draw_that_can_change_nothing_in_style_a_either() -> None:
    story = one_hand("Ts 6h", "As", style_a="yes").hit(1).cards("Kc").settle()
    assert story.action == "collect"


@pytest.mark.clause("NZ-17.1")
def test_it_changes_the_stopping_totals_and_nothing_else() -> None:
    plain, style = rules_for("NZ"), rules_for("NZ", "blackjack", (("style_a", "yes"),))
    changed = {name for name, rule in plain.rules().items() if rule != style.rules()[name]}
    assert changed == {"dealer_stands_soft"}
    # A 21 of three cards loses to a Blackjack still (5.1(d)).
    story = one_hand("7s 7h", "Ks", style_a="yes").hit(1).cards("7c").cards("Ac").end()
    assert (story.result(1).clause, story.net()) == ("NZ-5.1(d)", -20)


@pytest.mark.clause("NZ-17.1", "NZ-17.3", "NZ-18.1", "NZ-19.1", "NZ-20.1", "NZ-21.1")
@pytest.mark.parametrize("game", list(ELECTED))
def test_style_a_is_elected_over_every_version(game: str) -> None:
    elected = tuple(ELECTED[game].items())
    plain, style = rules_for("NZ", game, elected), rules_for("NZ", game, (*elected, ("style_a", "yes")))
    changed = {name for name, rule in plain.rules().items() if rule.value != style.rules()[name].value}
    # Free Bet draws on soft 17 by itself (20.6).
    assert changed == (set() if game == "free_bet" else {"dealer_stands_soft"})
    assert style.dealer_stands_soft.value == 18
    assert "NZ-17.3" in {clause for _, clause in style.notices} - {clause for _, clause in plain.notices}


@pytest.mark.clause("NZ-18.1", "NZ-19.1", "NZ-20.1", "NZ-21.1")
@pytest.mark.parametrize("game", ["ante_up", "blackjack_plus", "free_bet", "player_select"])
def test_one_version_at_a_table(game: str) -> None:
    """A table names one game; what belongs to another version cannot be elected with it."""
    assert set(book_of("NZ").games) == set(ELECTED)
    for other in ("ante_up", "player_select"):
        if other != game:
            elected = tuple({**ELECTED[game], **ELECTED[other]}.items())
            with pytest.raises(RuleBookError) as refused:
                rules_for("NZ", game, elected)
            assert code_and_clause(refused.value) == ("rule_book.no_election", "")


@pytest.mark.clause("NZ-18.1", "NZ-19.1", "NZ-20.1", "NZ-21.1")
@pytest.mark.parametrize(
    ("game", "differs"),
    [
        ("ante_up", {"ante_most"}),
        (
            "blackjack_plus",
            {
                "insurance_on_blackjack",
                "blackjack_paid_at_once",
                "even_money",
                "cards_most",
                "dealer_stands_off_on",
            }
            | {"paid_at_21", "five_under"},
        ),
        ("free_bet", {"double_free", "split_free", "dealer_stands_soft", "dealer_stands_off_on"}),
        ("player_select", {"upper_minimum"}),
    ],
)
def test_a_version_changes_what_its_section_says_and_no_more(game: str, differs: set[str]) -> None:
    base = rules_for("NZ").rules()
    version = rules_for("NZ", game, tuple(ELECTED[game].items())).rules()
    assert {name for name in base if base[name].value != version[name].value} - {"ante"} == differs


@pytest.mark.clause("NZ-17.2")
def test_style_a_with_a_dealers_twenty_two_in_blackjack_plus() -> None:
    """Ace and 6 draw a 9 and a 6 for twenty-two: eighteen stands off."""
    story = nz("blackjack_plus", style_a="yes").bet(1, "A", 20).call().initial("As", "Ts 8h").asked()
    story.stand(1).cards("6c 9d 6s").end()
    assert story.result(1).clause == "NZ-19.3(i)"


@pytest.mark.clause("NZ-18.2", "NZ-19.2", "NZ-20.2-S1")
@pytest.mark.parametrize(
    ("game", "notice"),
    [
        ("ante_up", ("Ante Up Blackjack", "NZ-18.2")),
        ("blackjack_plus", ("Blackjack +", "NZ-19.2")),
        ("free_bet", ("Free Bet Blackjack", "NZ-20.2-S1")),
    ],
)
def test_a_version_is_named_at_the_table(game: str, notice: tuple[str, str]) -> None:
    assert notice in rules_for("NZ", game, tuple(ELECTED[game].items())).notices
    assert notice not in rules_for("NZ").notices
