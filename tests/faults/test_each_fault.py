"""Each fault that the list names has its test."""

import re
from pathlib import Path

from tests.processes import PROJECT

LIST = Path(__file__).with_name("README.md")


def test_every_test_that_the_list_of_faults_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", LIST.read_text(encoding="utf-8"))
    assert len(named) > 25
    rows = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert all("`tests/" in row for row in rows[2:])
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (PROJECT / path).is_file()
        or (name and not re.search(rf"^(?:async )?def {name}\(", (PROJECT / path).read_text(), re.MULTILINE))
    ]
    assert missing == []
