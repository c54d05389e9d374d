"""New Zealand, 10.3: even money after insurance was closed and every hand is complete."""

import pytest

from tests.engine.story import deal


@pytest.mark.clause("NZ-10.3(a)")
def test_it_is_paid_at_evens_while_the_dealers_next_card_has_not_come() -> None:
    """C asks at once, D once C has been paid: 5 and 10, and the dealer draws no card."""
    story = deal("NZ").bet(6, "D", 10).bet(6, "C", 5).seat(6, "D").call().initial("Ac", "Tc Ah")
    story.even_money(6, "C").asked().settle().even_money(6, "D")
    assert story.items == [("pay", 6, "D", 10)]
    story.end()
    assert (story.net("C"), story.net("D")) == (5, 10)
    assert story.state.dealer == ("Ac",)
