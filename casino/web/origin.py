"""Lets only pages of this house open a WebSocket: host, scheme and port of the origin must be ours."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

PORTS = {"http": 80, "https": 443}
LONGEST = 300


class OwnOrigin:
    """The ASGI application `inner`, for the house's own pages; a handshake from another origin, or without one, is
    refused.

    The port is the one in the Host header of the handshake. If a proxy passes on no port, it must be the usual one,
    or the origin must be in CSRF_TRUSTED_ORIGINS.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope.get("headers", ()))
        own = _is_own(_text(headers, b"origin"), _text(headers, b"host"))
        await (self.inner if own else WebsocketDenier())(scope, receive, send)


def _text(headers: dict[bytes, bytes], name: bytes) -> str:
    value = headers.get(name, b"")
    return value.decode("latin1") if len(value) <= LONGEST else ""


def _is_own(origin: str, host: str) -> bool:
    if not origin:
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    page, host_parts = _split(origin), _split(f"//{host}")
    scheme = "https" if settings.SESSION_COOKIE_SECURE else "http"
    if page is None or host_parts is None or page.scheme != scheme:
        return False
    if page.path or page.query or page.fragment or "@" in page.netloc:
        return False
    name = f"[{page.hostname}]" if ":" in (page.hostname or "") else page.hostname
    if not name or not validate_host(name, settings.ALLOWED_HOSTS):
        return False
    usual = PORTS[scheme]
    return not host or (page.port or usual) == (host_parts.port or usual)


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts
