"""Whatever a text says, playing it ends in an answer: a state, and at most one line that went wrong."""

from hypothesis import given
from hypothesis import strategies as st

from rounds import notation
from rounds.engine.questions import nets
from tests.notation.stored import Round, rounds

WORDS = (
    "book VIC03 game blackjack decks 8 4 boxes 7 elect limits=player auto_shuffler=yes offer sign "
    "main 10..500 x5 chips 2.50 1 reading warned A B by seat bet unbet 3 3.2 50 0 no-more-bets allow "
    "several_boxes limit game_supervisor casino_supervisor deal Ts 10h Ac 8c 8d ?? cut-card show "
    "direct absent insure even-money hit stand double split A=25 A=split B=hand1 A=free surrender "
    "rescue ride keep prize irregularity approve refuse ! !VIC03-7.5.4(a) # = .. é ♠ \x00"
).split(" ")

lines = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
texts = st.lists(lines, max_size=12).map("\n".join)


@given(st.one_of(st.text(max_size=300), texts, texts.map(lambda text: f"book VIC03\n{text}")))
def test_any_text_has_an_answer(text: str) -> None:
    played = notation.play(text)
    notation.document("x", played)
    assert notation.table("x", played)
    assert played.ok == (played.error is None)
    if played.error:
        assert 1 <= played.error.line <= max(1, len(text.splitlines()))
        assert played.error.message


@given(rounds(), st.data())
def test_a_text_with_lines_out_of_place_has_an_answer_and_balances(
    stored: Round, data: st.DataObject
) -> None:
    written = notation.write_round(stored.setup, stored.events).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at, other = data.draw(st.integers(0, len(written) - 1)), data.draw(st.integers(0, len(written) - 1))
        written[at], written[other] = (
            written[other],
            data.draw(st.sampled_from([written[at], written[other], "! " + written[at]])),
        )
    played = notation.play("\n".join(written))
    notation.document("x", played)
    if played.state is not None:
        staked = sum(result.stake for result in played.state.results)
        net = nets(played.state)
        assert -staked <= sum(net.values())
        for result in played.state.results:
            assert result.pays >= 0
            assert result.takes <= result.stake
