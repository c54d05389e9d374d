"""The edition of the rules: whole, the same again from its text, and another for another value."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

import msgspec
import pytest

from casino.rulebooks import BOOKS, rules_for
from casino.rulebooks.irregularities import irregularities
from casino.rulebooks.tournament_play import PLAY
from rounds import engine
from rounds.engine.edition import EditionError, edition_from, edition_of
from rounds.engine.setup import every_side_bet_of, side_bets_of
from sidebets import EVERY, side_bets, side_bets_of_book
from sidebets.judges import JUDGES, LINES_MET, judge_of, tag_of
from sidebets.read_otherwise import EveryLine

GAMES = [(book, game) for book, data in BOOKS.items() for game in data.games]


def elected(book: str, game: str) -> tuple[tuple[str, str], ...]:
    """What must be elected of a game, at some value."""
    return tuple(
        (election.name, election.stand_in) for election in BOOKS[book].elections[game] if election.required
    )


def read_otherwise(book: str, game: str) -> Iterator[tuple[str, str]]:
    """Every second reading of a game and of the side bets of its book."""
    for name, rule in rules_for(book, game, elected(book, game)).rules().items():
        for reading in rule.readings:
            if reading != rule.value:
                yield name, str(reading)
    for key, bet in side_bets_of_book(book).items():
        for name, rule in bet.rules().items():
            for reading in rule.readings:
                if reading != rule.value:
                    yield f"{key}.{name}", str(reading)


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_an_edition_gives_every_value_again(book: str, game: str) -> None:
    elections = elected(book, game)
    edition = edition_of(book, game, elections)
    read = edition_from(edition.text)
    assert read == edition
    rules = rules_for(book, game, elections)
    assert replace(read.rules, kinds=None, tournament_play=None) == rules
    assert read.rules.tournament_play == PLAY.get(book)
    assert irregularities(read.rules) == irregularities(rules)
    assert list(read.side_bets.items()) == list(side_bets(book, game).items())
    assert list(read.every_side_bet.items()) == list(side_bets_of_book(book).items())


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_reading_is_an_edition_of_its_own(book: str, game: str) -> None:
    elections = elected(book, game)
    hashes = {str(edition_of(book, game, elections))}
    for reading in dict.fromkeys(read_otherwise(book, game)):
        edition = edition_of(book, game, elections, (reading,))
        assert edition not in hashes, reading
        hashes.add(edition)
        read = edition_from(edition.text)
        assert replace(read.rules, kinds=None, tournament_play=None) == rules_for(
            book, game, elections, (reading,)
        ), reading
        assert read.every_side_bet == side_bets_of_book(book, (reading,)), reading


def test_its_name_is_the_hash_of_its_text_in_canonical_json() -> None:
    edition = edition_of("VIC03")
    assert edition == sha256(edition.text.encode()).hexdigest()
    assert json.dumps(
        json.loads(edition.text), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ) == (edition.text)


def test_odds_are_whole_numbers() -> None:
    """A Blackjack is paid 3 to 2 (VIC03-8.5.1), a coloured pair 12 to 1 (VIC03-15.6.1-T1-L02)."""
    values = json.loads(edition_of("VIC03").text)
    assert values["rules"]["blackjack_odds"]["value"] == {"win": 3, "stake": 2}
    (pairs,) = (bet for bet in values["side_bets"] if bet["key"] == "perfect_pairs")
    assert pairs["scales"][0]["lines"][1]["odds"] == {"win": 12, "stake": 1}
    assert pairs["outcome"] == "perfect_pairs"


def test_a_set_up_goes_by_its_edition() -> None:
    """One whose values are not those of today's book: Blackjack at 6 to 5."""
    values = json.loads(edition_of("VIC03").text)
    values["rules"]["blackjack_odds"]["value"] = {"win": 6, "stake": 5}
    values["side_bets"] = [bet for bet in values["side_bets"] if bet["key"] != "perfect_pairs"]
    edition = edition_from(json.dumps(values))
    setup = engine.Setup("VIC03", edition=edition)
    assert str(setup.rules.blackjack_odds.value) == "6:5"
    assert "perfect_pairs" in side_bets("VIC03")
    assert "perfect_pairs" not in side_bets_of(setup)
    assert "perfect_pairs" not in every_side_bet_of(setup)
    assert edition != edition_of("VIC03")


def test_an_event_names_the_edition_and_is_given_its_values() -> None:
    edition = edition_of("VIC03")
    (opened,) = engine.start(engine.Setup("VIC03", edition=edition))
    text = engine.encode_event(opened)
    assert json.loads(text)["setup"]["edition"] == edition
    state = engine.fold([engine.decode_event(text, {str(edition): edition}.__getitem__)])
    assert state.setup.rules is edition.rules
    assert state == engine.fold([opened])


def test_without_the_values_nothing_is_made_up() -> None:
    """A round whose edition is not at hand is not dealt under today's book instead."""
    (opened,) = engine.start(engine.Setup("VIC03", edition=edition_of("VIC03")))
    state = engine.fold([engine.decode_event(engine.encode_event(opened))])
    with pytest.raises(EditionError):
        _ = state.setup.rules
    with pytest.raises(EditionError):
        side_bets_of(state.setup)
    with pytest.raises(EditionError):
        every_side_bet_of(state.setup)


@pytest.mark.parametrize("named", [b"7", b"null,", b'{"hash":""}', b"[]"])
def test_an_event_with_an_invalid_name_of_an_edition_is_refused(named: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        engine.decode_event(
            b'{"round_no":1,"setup":{"book":"VIC03","edition":' + named + b'},"type":"round_opened"}'
        )


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"form":1}', '{"rules":null}'])
def test_a_text_that_is_not_an_edition_is_refused(text: str) -> None:
    with pytest.raises(EditionError):
        edition_from(text)


def test_code_that_is_not_known_here_is_refused() -> None:
    values = json.loads(edition_of("VIC03").text)
    values["side_bets"][0]["outcome"] = "of_a_later_version"
    with pytest.raises(EditionError):
        edition_from(json.dumps(values))


def test_a_field_of_a_later_version_is_passed_over() -> None:
    values = json.loads(edition_of("VIC03").text)
    values["rules"]["of_a_later_version"] = {"value": 1, "clause": ""}
    values["rules"]["draw_below"]["since"] = "2030"
    assert edition_from(json.dumps(values)).rules == edition_of("VIC03").rules


def test_all_code_of_the_side_bets_has_a_tag() -> None:
    tags = set()
    for bet in EVERY:
        for code in (bet.outcome, *(judge for _, judge in bet.judges)):
            tags.add(tag_of(code))
        if bet.lines_met is not None:
            tags.add(tag_of(bet.lines_met))
    assert tags == {*JUDGES, *LINES_MET}


def test_the_judge_of_every_line_is_named_by_its_parts() -> None:
    edition = edition_of("NZ", readings=(("push_22.highest_only", "no"),))
    (text,) = (bet for bet in json.loads(edition.text)["side_bets"] if bet["key"] == "push_22")
    assert text["outcome"] == {"met": "push_22.met", "otherwise": "push_22"}
    judge = judge_of(text["outcome"])
    assert isinstance(judge, EveryLine)
    assert judge == edition.side_bets["push_22"].outcome
