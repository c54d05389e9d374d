"""`/metrics`: the figures of this worker, for Prometheus.

It is served on the worker's own port, inside the house's network. The proxy does not expose it, and a request must
present `METRICS_TOKEN`, which no tablet and no member of staff has.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from casino.watching.house import REGISTRIES
from casino.watching.metrics import REGISTRY


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures, or 404 without the token."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not constant_time_compare(given, token):
        raise Http404
    text = b"".join(generate_latest(registry) for registry in (REGISTRY, *REGISTRIES))
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)
