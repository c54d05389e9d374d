"""Making packs: what is disclosed, who made them, and that the checker finds everything in order."""

from pathlib import Path

import pytest

from tests.rounds.surveillance.evidence.packs import check, pack, plain

pytestmark = pytest.mark.django_db


def test_a_pack_holds(tmp_path: Path) -> None:
    plain()
    answer = check(pack(tmp_path / "pack.zip"))
    assert answer.status == 0, answer.told
    assert answer.told["rounds"] == ["BJ-07/1"]
