#!/usr/bin/env python3
"""Reads what is recorded at a table and prints each line, as a video recorder would overlay it on its picture.

    video_overlay.py http://casino.example BJ-07 --token-file recorder.token [--after 4334] [--answers 1]

It needs only this file and Python 3.11. The protocol is in docs/video.md.
"""

from __future__ import annotations

import argparse
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

WAIT = 20
"""How many seconds the house is asked to wait for a line."""


def answers(url: str, table: str, token: str, after: int | None) -> Iterator[tuple[list[str], int]]:
    """The lines of each answer, with the number of the last entry."""
    while True:
        query = "" if after is None else f"?after={after}&wait={WAIT}"
        address = f"{url.rstrip('/')}/video/feed/{table}{query}"
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=WAIT + 10) as answer:  # noqa: S310
                after = int(answer.headers["Feed-After"])
                yield answer.read().decode("ascii").split("\r\n")[:-1], after
        except urllib.error.HTTPError as refused:
            if refused.code in (400, 401, 403):
                sys.exit(refused.read().decode("ascii", "replace").strip())
            time.sleep(5)
        except OSError:
            time.sleep(5)  # the house is away for a moment


def main() -> None:
    """Write the lines until Ctrl-C, or after the requested number of answers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("table")
    parser.add_argument("--token-file", type=Path, required=True)
    parser.add_argument("--after", type=int)
    parser.add_argument("--answers", type=int, default=0, help="stop after so many; 0 for never")
    given = parser.parse_args()
    token = given.token_file.read_text().strip()
    for number, (lines, _after) in enumerate(answers(given.url, given.table, token, given.after), start=1):
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        if number == given.answers:
            return


if __name__ == "__main__":
    main()
