"""The watcher that stops the embedded server after its last user; started by ``casino.postgres`` itself."""

import argparse
from pathlib import Path

from casino.postgres import EmbeddedServer

arguments = argparse.ArgumentParser(prog="python -m casino.postgres", description=__doc__)
arguments.add_argument("home", type=Path)
arguments.add_argument("--throwaway", action="store_true")
given = arguments.parse_args()
EmbeddedServer(given.home, throwaway=given.throwaway).watch()
