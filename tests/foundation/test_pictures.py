"""The pictures of README and docs are those that `make pictures` takes, and each is there."""

import re
from struct import unpack

import pytest

from rounds import notation
from tests.foundation.test_docs import PAGES, text_of
from tests.processes import PROJECT
from tools.pictures.shots import BUSY, SHOTS, Shot

_PICTURE = re.compile(r"!\[[^\]]+\]\(([^)\s]+\.png)\)")


def test_each_picture_of_a_page_is_one_that_is_taken() -> None:
    shown = {
        (page.parent / picture).resolve().relative_to(PROJECT).as_posix()
        for page in PAGES
        for picture in _PICTURE.findall(text_of(page))
    }
    assert shown == {shot.file for shot in SHOTS}


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.file)
def test_each_picture_is_there_in_its_size(shot: Shot) -> None:
    header = (PROJECT / shot.file).read_bytes()[:24]
    assert header.startswith(b"\x89PNG\r\n\x1a\n")
    assert unpack(">II", header[16:]) == shot.size


def test_the_busy_round_waits_for_a_decision_of_box_3() -> None:
    played = notation.play((PROJECT / "tools" / "pictures" / "busy.round").read_text(encoding="utf-8"))
    assert played.ok
    assert played.due is not None
    assert (BUSY, played.due.action, played.due.box, played.due.hand) == ("BJ-07", "decision", 3, 1)
