"""``python -m tools.make_records NAME``: stores what the records in `tests/records` do not have yet, in a folder
NAME.

It writes the rounds of `.round` files that no folder has, rounds from the engine's tests for each kind of event that
is still missing, the editions of the rules, and new defaults; and it adds the files to PINNED. It never overwrites a
file: records are made once.
"""

from __future__ import annotations

import json
import lzma
import os
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

import pytest  # noqa: E402 — the tests that tell rounds want Django set up

from rounds import engine  # noqa: E402
from tests.engine.test_tags import EVENTS  # noqa: E402
from tests.records import corpus, defaults, making  # noqa: E402
from tests.records.digest import digest_of  # noqa: E402

EACH = 2
"""How many rounds from the tests are kept for each kind of event that no file has."""
LONGEST = 120
"""The most events in such a round."""


class RoundCollector:
    """A pytest plugin that collects rounds from the tests, if they contain wanted events."""

    def __init__(self, expected: set[str]) -> None:
        self.wanted = expected
        self.rounds: list[making.Recorded] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item):
        with making.recording() as dealt:
            result = yield
        if not item.get_closest_marker("parametrize") or "random" not in item.nodeid:
            self._keep(item, dealt)
        return result

    def _keep(self, item: pytest.Item, dealt: making.Dealt) -> None:
        for state in dealt.ends()[:20]:
            recording = dealt.recorded(item.nodeid.split("[")[0].removeprefix("tests/"), state)
            if recording is not None and len(recording.events) <= LONGEST and recording.tags & self.wanted:
                self.rounds.append(recording)

    def chosen(self) -> list[making.Recorded]:
        """The shortest rounds that contain each of the events that many times."""
        have: Counter[str] = Counter()
        chosen: list[making.Recorded] = []
        for recording in sorted(self.rounds, key=lambda recording: (len(recording.events), recording.source)):
            if any(have[tag] < EACH for tag in recording.tags & self.wanted):
                have.update(recording.tags & self.wanted)
                chosen.append(recording)
        numbers: Counter[str] = Counter()
        named: list[making.Recorded] = []
        for recording in sorted(chosen, key=lambda recording: recording.source):
            numbers[recording.source] += 1
            named.append(replace(recording, source=f"{recording.source} {numbers[recording.source]}"))
        return named


def main(name: str) -> int:
    """Make the folder. Returns the exit code: 2 if it exists, 1 if an event is still missing."""
    folder = corpus.HERE / name
    if folder.exists():
        print(f"{folder} is there: records are made once and never changed.", file=sys.stderr)  # noqa: T201
        return 2
    known = {kept.name for kept in corpus.rounds()}
    rounds = [recorded for recorded in making.from_files() if recorded.source not in known]
    rounds += [recorded for recorded in making.by_hand() if recorded.source not in known]
    missing = set(EVENTS) - set(corpus.bodies()) - {tag for recorded in rounds for tag in recorded.tags}
    if missing:
        recording = RoundCollector(missing)
        pytest.main(["-q", "-p", "no:cacheprovider", "tests/engine"], plugins=[recording])
        rounds += recording.chosen()
        missing -= {tag for recorded in rounds for tag in recorded.tags}
    _write(folder, rounds)
    for tag in sorted(missing):
        print(f"no round has the event {tag}", file=sys.stderr)  # noqa: T201
    return 1 if missing else 0


def _write(folder: Path, rounds: list[making.Recorded]) -> None:
    known, frozen = corpus.editions(), set(corpus.frozen_defaults())
    folder.mkdir()
    with (folder / "rounds.jsonl").open("x", encoding="utf-8") as lines:
        for recorded in rounds:
            for seq, event in enumerate(recorded.events, start=1):
                _line(lines, round=recorded.source, seq=seq, body=engine.encode_event(event).decode())
            _line(lines, round=recorded.source, digest=digest_of(recorded.state))
    texts = {recorded.edition.text for recorded in rounds if recorded.edition not in known}
    with lzma.open(folder / "editions.jsonl.xz", "xt", encoding="utf-8", preset=9) as editions:
        editions.writelines(f"{text}\n" for text in sorted(texts))
    new = sorted(defaults.defaults() - frozen)
    with (folder / "defaults.txt").open("x", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in new)
    with corpus.PINNED.open("a", encoding="utf-8") as pinned:
        for path in sorted(folder.iterdir()):
            pinned.write(f"{corpus.sha256_of(path)}  {path.relative_to(corpus.HERE).as_posix()}\n")


def _line(file: object, **values: object) -> None:
    print(json.dumps(values, ensure_ascii=False, separators=(",", ":")), file=file)  # type: ignore[call-overload]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m tools.make_records NAME")
    sys.exit(main(sys.argv[1]))
