"""``manage.py play``: runs ``.round`` files through the engine that the tables use, without a database."""

import json
import sys
import traceback
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rounds import notation

UNREADABLE = notation.Played(notation.Wrong(1, "", "this is not a text in UTF-8"), (), None, None, None, ())


class Command(BaseCommand):
    help = (
        "Plays .round files (or standard input as -) and shows what came of each. Exit status 0 when every line "
        "went as written, 1 when one did not, 2 for a file that is not there."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a .round file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        texts = [(name, _read(name)) for name in options["files"]]
        played = [(name, UNREADABLE if text is None else self._played(name, text)) for name, text in texts]
        if options["json"]:
            documents = [notation.document(name, each) for name, each in played]
            document = documents[0] if len(documents) == 1 else {"files": documents}
            self.stdout.write(json.dumps(document, indent=1))
        else:
            self.stdout.write("\n\n\n".join(notation.table(name, each) for name, each in played))
        if not all(each.ok for _, each in played):
            raise SystemExit(1)

    def _played(self, name: str, text: str) -> notation.Played:
        """The result of a text. A failure of the state machine is an error of this file only; its traceback goes to
        standard error."""
        try:
            return notation.play(text)
        except notation.EngineFailed as failed:
            self.stderr.write(f"{name}: {failed}\n{''.join(traceback.format_exception(failed.__cause__))}")
            message = f"{failed}, which is a fault of the program and not of the text"
            return notation.Played(notation.Wrong(failed.line, "", message), (), None, None, None, ())


def _read(name: str) -> str | None:
    """The text of a file; None if it is not text. Raises CommandError (wrong usage) when it cannot be opened."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as problem:
        raise CommandError(f"{name}: {problem.strerror or problem}", returncode=2) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
