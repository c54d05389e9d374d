"""The answer to "are you there?" for the proxy and the container engine."""

from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

ROWS_ON_DISK = 60_000
"""So many rows do not fit into the smallest working memory, so the database writes them, about a megabyte, to its disk
and removes them again. Any role may do that, and if the disk has no room for it, it has no room for a tap."""

NO_ROOM = ("53100", "53400")
"""SQLSTATE: disk full, and a limit that was set for what may be written."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers and its disk takes a megabyte, 503 when not. No sign-in, nothing about the
    house."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute("SELECT max(n) FROM generate_series(1, %s) n", [ROWS_ON_DISK])
    except DatabaseError as fault:
        full = getattr(fault.__cause__, "sqlstate", "") in NO_ROOM
        words = "no room on the disk of the database\n" if full else "database unavailable\n"
        return HttpResponse(words, status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
