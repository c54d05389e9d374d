"""Running ``manage.py`` as people do: a process of its own, on a machine without keys, database or Redis."""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BARE = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "/"), "LANG": "C"}
"""An environment that names no settings, no secret and no server."""


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


def manage(*words: str, given: str | bytes = b"", folder: Path = ROOT) -> Ran:
    """Run a command that only computes in a copy of a process that has loaded the casino: a start costs a second."""
    with tempfile.TemporaryDirectory() as place:
        files = [Path(place, name) for name in ("in", "out", "err")]
        for file, data in zip(files, (_bytes(given), b"", b""), strict=True):
            file.write_bytes(data)
        run = {"words": words, "folder": str(folder), "files": [str(file) for file in files]}
        process = _loaded()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(run) + "\n")
        process.stdin.flush()
        status = process.stdout.readline()
        assert status, "the process that has loaded the casino has ended"
        return Ran(int(status), files[1].read_text(encoding="utf-8"), files[2].read_text(encoding="utf-8"))


def manage_from_the_start(*words: str, given: str | bytes = b"", folder: Path = ROOT) -> Ran:
    """Run any command in a process that is started for it."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *words],
        input=_bytes(given),
        capture_output=True,
        env=BARE,
        cwd=folder,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def _bytes(given: str | bytes) -> bytes:
    return given.encode() if isinstance(given, str) else given


@cache
def _loaded() -> "subprocess.Popen[str]":
    """The process that copies itself, one for all tests of this process; see tests.commands.loaded."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.commands.loaded"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=BARE,
        cwd=ROOT,
        text=True,
    )
    atexit.register(process.kill)
    return process
