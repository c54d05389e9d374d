"""A Python that has loaded the casino as ``manage.py`` does for a command that only computes, and runs each command in
a process of its own: a copy of itself.

Each line of its input is such a run: the words of the command, its folder, and the files that are its standard input,
output and error output. Each line of its output is the status that a run ended with.
"""

import json
import os
import signal
import sys
import traceback
from typing import Any

import django
from django.core.management import get_commands, load_command_class

import manage

SECONDS = 600
"""After as many a run is ended."""


def load() -> None:
    """Import what every command imports."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "casino.settings"
    os.environ["CASINO_PAPER"] = "1"
    django.setup()
    for name in manage.COMPUTE_ONLY:
        load_command_class(get_commands()[name], name)


def run(words: list[str], folder: str, files: list[str]) -> int:
    """Run a command in a process of its own; its status."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 70  # of a copy that goes wrong itself
    try:
        signal.alarm(SECONDS)
        os.chdir(folder)
        for number, (file, how) in enumerate(
            zip(files, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)
        ):
            os.dup2(os.open(file, how), number)
        sys.argv = [manage.__file__, *words]
        try:
            manage.main()
            status = 0
        except SystemExit as ended:
            status = _status(ended.code)
        except BaseException:  # noqa: BLE001  # as Python does at the end of a process
            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _status(code: Any) -> int:
    """What a process ends with that raises SystemExit with this code."""
    if code is None or isinstance(code, int):
        return code or 0
    print(code, file=sys.stderr)  # noqa: T201
    return 1


if __name__ == "__main__":
    load()
    # The input and output of the copies are their own.
    answers, requests = os.fdopen(os.dup(1), "w", buffering=1), os.fdopen(os.dup(0))
    for line in requests:
        answers.write(f"{run(**json.loads(line))}\n")
