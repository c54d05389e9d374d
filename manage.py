#!/usr/bin/env python
"""Django's command line for the casino project."""

import gc
import os
import sys
from io import TextIOWrapper
from pathlib import Path

COMPUTE_ONLY = {"play", "rules", "clauses", "edge", "simulate"}
"""Commands that read no record: they run without keys and without a database."""
SERVING = {"demo", "runserver", "testserver"}
"""Commands that answer requests, whose statements have a time limit; a command that reads the whole record has none."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    if len(sys.argv) > 1 and sys.argv[1] in COMPUTE_ONLY:
        os.environ.setdefault("CASINO_PAPER", "1")
    elif not {"CASINO_DEMO", "SECRET_KEY"} & os.environ.keys() and _demo_lives_here():
        # So that `manage.py export_round 7` beside a running `make demo` means the demonstration's record. Only for
        # the command line: a server never becomes a demonstration by itself, nor does a database that is named.
        os.environ["CASINO_DEMO"] = "1"
    if len(sys.argv) > 1 and sys.argv[1] not in SERVING:
        os.environ.setdefault("CASINO_UNLIMITED", "1")

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # a terminal without suit signs shows a question mark instead

    # Nearly all of what a command loads stays: to look through it for circles all the time is a twelfth of its start.
    gc.set_threshold(50_000, 20, 20)

    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


def _demo_lives_here() -> bool:
    if os.environ.get("DATABASE_URL"):
        return False
    var = Path(os.environ.get("CASINO_VAR") or Path(__file__).resolve().parent / "var")
    return (var / "secret_key.demo").exists()


if __name__ == "__main__":
    main()
