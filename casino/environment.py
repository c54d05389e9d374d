"""Reads settings from environment variables; a refusal says what to do."""

import json
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

from casino.postgres import EmbeddedServer

SHORTEST_KEY = 50  # what Django's own deployment check asks for
SHORTEST_TOKEN = 24
POOL = {"min_size": 0, "max_size": 12, "timeout": 3, "reconnect_timeout": 5}
"""A request waits up to three seconds for a connection. After an outage of the database the pool retries for
five seconds at a time, so a worker is back within five seconds of the database."""
LIMITS = {"statement_timeout": 5000, "lock_timeout": 3000, "idle_in_transaction_session_timeout": 60_000}
"""Milliseconds that a request's statement may take, or wait for a lock, before the database refuses it. A tablet gives
up after five seconds and sends the same tap again; a request that kept its connection longer would leave everybody one
connection fewer."""
KEEPALIVE = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""When to give up a connection to a database whose machine has gone without a word: seconds, and milliseconds
for the last option."""


def flag(name: str, *, usual: bool = False) -> bool:
    """True for ``1``, false for ``0``, `usual` if it is not set; anything else is refused rather than
    guessed."""
    value = os.environ.get(name, "")
    if not value:
        return usual
    if value not in ("0", "1"):
        raise ImproperlyConfigured(
            f"{name}={value!r} is not understood: use {name}=1 for yes, {name}=0 for no."
        )
    return value == "1"


def words(name: str) -> list[str]:
    """The comma-separated words of a variable, stripped."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def json_object(name: str) -> dict[str, Any]:
    """The JSON object in a variable; empty if it is not set. Raises ImproperlyConfigured for anything else."""
    text = os.environ.get(name, "")
    try:
        value = json.loads(text) if text else {}
    except ValueError as fault:
        raise ImproperlyConfigured(f"{name} is no JSON: {fault}.") from fault
    if not isinstance(value, dict):
        raise ImproperlyConfigured(f'{name} must be a JSON object, such as {{"slips_by": "pit"}}.')
    return value


def key(name: str, *, demo: bool, paper: bool, var: Path) -> str:
    """A secret key: from the environment, or generated once under ``var`` for the demonstration.

    Raises ImproperlyConfigured when it is missing or too short to be safe.
    """
    value = os.environ.get(name, "")
    if value:
        if len(value) < SHORTEST_KEY:
            raise ImproperlyConfigured(
                f"{name} has {len(value)} characters; give at least {SHORTEST_KEY} random ones."
            )
        return value
    if paper:
        return secrets.token_urlsafe(48)
    if not demo:
        raise ImproperlyConfigured(
            f"{name} is not set. Outside the demonstration the casino does not start without it: set {name} to at "
            f"least {SHORTEST_KEY} random characters (python -c 'import secrets; print(secrets.token_urlsafe(48))'), "
            "or set CASINO_DEMO=1 for a demonstration on this machine alone."
        )
    return _kept_key(var / f"{name.lower()}.demo")


def token(name: str) -> str:
    """A token that a caller must present; "" if it is not set. Raises ImproperlyConfigured for one that can
    be guessed."""
    value = os.environ.get(name, "").strip()
    if value and (
        len(value) < SHORTEST_TOKEN or not value.isascii() or not value.isprintable() or " " in value
    ):
        raise ImproperlyConfigured(
            f"{name} has at least {SHORTEST_TOKEN} random letters and digits, such as openssl rand -hex 24 gives."
        )
    return value


def choice(name: str, usual: str, choices: Sequence[str]) -> str:
    """One of the choices. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip() or usual
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(choices)}, not “{value}”.")
    return value


def next_key(name: str) -> str:
    """The key that will replace another; "" if it is not set. Raises ImproperlyConfigured for one that is too
    short."""
    return key(name, demo=False, paper=False, var=Path()) if os.environ.get(name) else ""


def keys(name: str) -> list[str]:
    """Keys, separated by commas. Raises ImproperlyConfigured for one that is too short."""
    given = words(name)
    if short := [key for key in given if len(key) < SHORTEST_KEY]:
        raise ImproperlyConfigured(
            f"{name} has a key of {len(short[0])} characters: each is one that was used, of at least {SHORTEST_KEY}."
        )
    return given


def _kept_key(path: Path) -> str:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        return _create_once(path, draft)
    except OSError as fault:
        raise ImproperlyConfigured(
            f"The key in {path} cannot be read or written: {fault.strerror}. Give the file to the user who runs the "
            "casino; in its place another key would be made, and no seal could be continued."
        ) from fault


def _create_once(path: Path, draft: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written to a draft and linked into place: of two processes that start together, both read the first
    # one's key.
    if not path.exists():
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


def database(embedded: EmbeddedServer, *, limited: bool = True) -> dict[str, Any]:
    """The ``DATABASES`` entry: from ``DATABASE_URL``, or for the embedded server when that is not set. `limited`:
    statements and locks have the time limits of `LIMITS`; commands that read the whole record run without them.
    """
    if not os.environ.get("DATABASE_URL", ""):
        return _entry(limited) | {
            "NAME": "postgres",
            "USER": "postgres",
            "HOST": str(embedded.socket_dir),
            "EMBEDDED": embedded,
        }
    return _of_url("DATABASE_URL", limited)


def standby(name: str, *, limited: bool = True) -> dict[str, dict[str, Any]]:
    """The ``DATABASES`` entry of a standby under its alias, from that variable; empty if it is not set."""
    return {"standby": _of_url(name, limited)} if os.environ.get(name, "") else {}


def _entry(limited: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "ENGINE": "casino.postgres",  # which checks that a connection of the pool is alive
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": dict(POOL), "prepare_threshold": 0, **KEEPALIVE},
    }
    if limited:
        entry["OPTIONS"]["options"] = _limits()
    return entry


def _limits() -> str:
    return " ".join(f"-c {name}={value}" for name, value in LIMITS.items())


def _of_url(name: str, limited: bool) -> dict[str, Any]:
    entry, parts = _entry(limited), urlsplit(os.environ[name])
    if parts.scheme not in ("postgres", "postgresql") or len(parts.path) < 2:
        raise ImproperlyConfigured(
            f"{name} must look like postgresql://user:password@host:5432/name; PostgreSQL is the only database."
        )
    options = dict(parse_qsl(parts.query))
    if limited and "options" in options:
        options["options"] = (
            f"{_limits()} {options['options']}"  # The later option wins, so the house may set its own.
        )
    entry["OPTIONS"] |= options
    return entry | {
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
    }


def time_zone(name: str, *, required: bool = False) -> str:
    """The name of a time zone, such as ``Australia/Melbourne``; ``UTC`` if it is not set. Raises
    ImproperlyConfigured for an unknown zone, and for a missing one if it is `required`."""
    value = os.environ.get(name, "").strip()
    if required and not value:
        raise ImproperlyConfigured(
            f"{name} is not set. Outside the demonstration the casino does not start without it, since gaming days, "
            f"notices and hours go by the clock on the wall: set {name} to the house's own, such as "
            "Australia/Melbourne (or UTC, if that is what its clocks show)."
        )
    value = value or "UTC"
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ImproperlyConfigured(
            f"{name} is the name of a time zone, such as Australia/Melbourne, not “{value}”."
        ) from None
    return value


def minutes(name: str, usual: int, *, never: bool = False) -> int:
    """A number of minutes above zero, or with `never` also 0. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return usual
    fewest = 0 if never else 1
    if not (value.isascii() and value.isdigit() and fewest <= int(value) <= 24 * 60):
        raise ImproperlyConfigured(f"{name} is a number of minutes from {fewest} to 1440, not “{value}”.")
    return int(value)


def seconds(name: str, usual: int) -> int:
    """A number of seconds above zero. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return usual
    if not (value.isascii() and value.isdigit() and 1 <= int(value) <= 3600):
        raise ImproperlyConfigured(f"{name} is a number of seconds from 1 to 3600, not “{value}”.")
    return int(value)


def hours(name: str, usual: int) -> int:
    """A number of hours, 0 for never. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return usual
    if not (value.isascii() and value.isdigit() and int(value) <= 24 * 31):
        raise ImproperlyConfigured(f"{name} is a number of hours from 0 to 744, not “{value}”.")
    return int(value)


def video_url(name: str) -> str:
    """The address of a video system with its blanks; "" if it is not set. Raises ImproperlyConfigured for one
    that is not an address or has no blank for the time."""
    value = os.environ.get(name, "").strip()
    if not value:
        return ""
    if not re.match(r"[a-z][a-z0-9+.-]*://", value) or value.lower().startswith("javascript:"):
        raise ImproperlyConfigured(
            f"{name} is the address of the video system, such as https://vms.example/…"
        )
    if "{time}" not in value and "{seconds}" not in value:
        raise ImproperlyConfigured(f"{name} needs {{time}} or {{seconds}}: the moment that is looked for.")
    return value


def cameras(name: str) -> dict[str, list[str]]:
    """The cameras of each table: ``BJ-07=C-0712 C-0713, BJ-08=C-0801``. Raises ImproperlyConfigured."""
    of_tables: dict[str, list[str]] = {}
    for part in words(name):
        table, sign, named = part.partition("=")
        if not sign or not table.strip() or not named.split():
            raise ImproperlyConfigured(
                f"{name} names cameras as BJ-07=C-0712 C-0713, BJ-08=C-0801, not “{part}”."
            )
        of_tables[table.strip()] = named.split()
    return of_tables


def language(name: str, usual: str) -> str:
    """A language code, such as ``en-gb``. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip().lower().replace("_", "-") or usual
    if not re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", value):
        raise ImproperlyConfigured(f"{name} is the code of a language, such as en-gb, not “{value}”.")
    return value


def folder(name: str) -> list[Path]:
    """The folder in a variable, as a list of one; empty if it is not set. Raises ImproperlyConfigured if it
    does not exist."""
    value = os.environ.get(name, "").strip()
    if not value:
        return []
    path = Path(value).resolve()
    if not path.is_dir():
        raise ImproperlyConfigured(f"{name} must name a folder, and there is not one at “{value}”.")
    return [path]


def currency(name: str, usual: str) -> str:
    """A currency sign of one to three characters. Raises ImproperlyConfigured for digits and for characters
    that HTML would interpret."""
    value = os.environ.get(name, "").strip() or usual
    if len(value) > 3 or any(mark.isdigit() or mark.isspace() or mark in "<>&\"'" for mark in value):
        raise ImproperlyConfigured(f"{name} is a currency sign, such as £, not “{value}”.")
    return value
