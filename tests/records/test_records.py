"""What was recorded once is read for ever: every kept round decodes, folds to the state that it had, under the rules
that it was dealt under, and no file of it is changed."""

import re

import pytest

from rounds import engine
from tests.changed_books import no_books
from tests.engine.test_tags import EVENTS
from tests.processes import PROJECT
from tests.records import corpus, defaults
from tests.records.digest import FIELDS, digest_of
from tests.rounds.any_game import GAMES


@pytest.mark.parametrize(
    "kept", [pytest.param(kept, id=f"{kept.folder}-{kept.name}") for kept in corpus.rounds()]
)
def test_a_kept_round_folds_to_the_state_that_it_had(kept: corpus.Kept) -> None:
    editions = corpus.editions()
    with no_books():
        events = [engine.decode_event(body, editions.__getitem__) for body in kept.bodies]
        assert digest_of(engine.fold(events)) == kept.digest
    # What is written again of an entry means the same.
    again = [engine.decode_event(engine.encode_event(event), editions.__getitem__) for event in events]
    assert again == events


def test_every_kind_of_event_is_kept() -> None:
    assert sorted(set(EVENTS) - set(corpus.bodies())) == []


def test_every_game_is_kept() -> None:
    kept = {(edition.rules.book, edition.rules.game) for edition in corpus.editions().values()}
    assert kept >= set(GAMES)


def test_no_file_is_changed_or_gone() -> None:
    """One that fails here is put back as it was; what is new gets a folder of its own (README.md)."""
    assert {path.relative_to(corpus.HERE).as_posix(): corpus.sha256_of(path) for path in corpus.files()} == (
        corpus.pinned()
    )


def test_no_default_is_changed() -> None:
    """A field that is left out means what it meant when the event was first recorded. A line that is missing here is of
    a new field: `tools.make_records` keeps it. One too many is of a default that was changed, or of a lost field."""
    frozen = list(corpus.frozen_defaults())
    assert sorted(frozen) == sorted(defaults.defaults())


def test_the_documentation_names_the_fields_of_the_digest() -> None:
    """Whoever works out a digest without this code goes by the table of `docs/events.md`."""
    rows = re.findall(
        r"^\| `(\w+)` \| (`.*`) \|$", (PROJECT / "docs" / "events.md").read_text(), re.MULTILINE
    )
    assert {name: tuple(re.findall(r"`(\w+)`", fields)) for name, fields in rows} == FIELDS
