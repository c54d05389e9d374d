"""The form of the log: a JSON object a line, with what the request binds (`casino.watching.requests`).

No line shows a secret. Fields of that name are blotted out; the objects that Django gives with a message (a request, a
server) are left out, and a traceback has its lines alone, never the values of variables.
"""

from __future__ import annotations

import logging
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor

SECRET: Final = (
    "pin", "password", "token", "secret", "cookie", "session", "csrf", "pepper", "authorization", "seal_key",
)  # fmt: skip
"""What no field of a line may be called, in any part of its name."""
BLOT: Final = "***"


def blotted(logger: object, method: str, line: EventDict) -> EventDict:
    """Fields that may hold a secret, without it."""
    for name in line:
        if any(word in name.lower() for word in SECRET):
            line[name] = BLOT
    return line


def plain(logger: object, method: str, line: EventDict) -> EventDict:
    """Texts, numbers and yes or no; whatever else a message brings along is left out."""
    own = {"_record", "_from_structlog"}
    return {
        name: value
        for name, value in line.items()
        if name in own or value is None or isinstance(value, str | int | float)
    }


BEFORE: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    structlog.stdlib.ExtraAdder(),
    structlog.processors.format_exc_info,
    plain,
    blotted,
]


def formatter(**_: Any) -> logging.Formatter:
    """For `LOGGING`: every message of whatever logger as one line of JSON."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=BEFORE,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
