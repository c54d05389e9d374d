"""The format of the log: one JSON object a line, with what the request binds (`casino.watching.requests`).

No line shows a secret. Fields with such names are blanked; the objects that Django attaches to a message (a request,
a server) are left out, and a traceback has only its lines, never the values of variables.
"""

from __future__ import annotations

import logging
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor

SECRET: Final = (
    "pin", "password", "token", "secret", "cookie", "session", "csrf", "pepper", "authorization", "seal_key",
)  # fmt: skip
"""Parts of field names whose values are blanked."""
BLOT: Final = "***"


def blotted(logger: object, method: str, line: EventDict) -> EventDict:
    """The line with the values of secret fields blanked."""
    for name in line:
        if any(word in name.lower() for word in SECRET):
            line[name] = BLOT
    return line


def plain(logger: object, method: str, line: EventDict) -> EventDict:
    """The line's texts, numbers and booleans; everything else that a message has is left out."""
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
    """For `LOGGING`: writes the messages of every logger as lines of JSON."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=BEFORE,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
