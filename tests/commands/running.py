"""Running ``manage.py`` as people do: a process of its own, on a machine without keys, database or Redis."""

import os
import subprocess
import sys
from dataclasses import dataclass
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
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *words],
        input=data,
        capture_output=True,
        env=BARE,
        cwd=folder,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
