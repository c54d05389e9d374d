"""“nobody”: an offer that nobody took, where what went wrong would else be said while it is open."""

import pytest

from rounds import engine, notation
from tests.engine.story import deal


def written(story: object) -> list[str]:
    return notation.write_round(story.state.setup, story.events).splitlines()  # type: ignore[attr-defined]


def test_nobody_is_written_before_something_that_went_wrong() -> None:
    story = (
        deal("VIC03", game="crown_pontoon")
        .bet(1, "A", 10)
        .bet(2, "B", 10)
        .call()
        .initial("9d", "6s 5h", "Jc 2c")
    )
    story.double(1).cards("3c").play_on(1).wrong("burn_forgotten")
    assert written(story)[-3:] == ["deal 3c", "nobody", "irregularity burn_forgotten"]
    again = notation.play("\n".join(written(story)))
    assert again.state is not None
    assert engine.due(story.rules, again.state) == story.due
    # Reported while it is open it is not.
    other = deal("VIC03", game="crown_pontoon").bet(1, "A", 10).bet(2, "B", 10).call()
    other.initial("9d", "6s 5h", "Jc 2c").double(1).cards("3c").wrong("burn_forgotten")
    assert "nobody" not in written(other)


@pytest.mark.parametrize("line", ["nobody", "nobody 3"])
def test_nobody_is_refused_where_nothing_is_offered(line: str) -> None:
    played = notation.play(f"book VIC03\nbet 1 A main 10\nno-more-bets\ndeal Ts 6d 8h\n{line}\n")
    assert played.error is not None
    assert played.error.line == 5


def test_nobody_took_insurance() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().initial("Ad", "Ts 8h").asked().wrong("burn_forgotten")
    assert "nobody" in written(story)
    again = notation.play("\n".join(written(story)))
    assert again.ok
    assert again.due is not None
    assert again.due.action == "decision"
