"""What the bench says of the state machine alone."""

import pytest

from rounds.simulation.benchmark import machine


@pytest.mark.long
def test_figures_of_the_engine_alone() -> None:
    figures = machine.measured(rounds=20)
    assert 20 * 5 < figures["actions"] < 20 * 15  # four cards, a settlement, and some decisions
    assert all(figures[name] > 0 for name in figures)
    assert figures["action_over_a_copy"] > 1
    assert machine.line(figures).startswith("Engine alone: ")
