"""The wire of a socket: what many screens are shown is put into one WebSocket frame, and written to each as it is.

By the server's own way each message of each socket is queued, taken out by a task, passed through every wrapper around
the application and framed once more. For forty dashboards that is most of what a push costs, and nothing of it differs
from one screen to the next.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from autobahn.websocket.protocol import PreparedMessage
from daphne.ws_protocol import WebSocketProtocol

WIRE: Final = "casino.wire"
"""What the wire is called in the scope of a socket."""
_FRAME: Final = "frame"
"""In a message: its frame, once somebody has needed it."""


class Wire:
    """Writes pushes to one socket that Daphne serves. To be used on the event loop alone."""

    def __init__(self, protocol: WebSocketProtocol) -> None:
        self._protocol = protocol

    def write(self, message: dict[str, Any]) -> None:
        """Send the text of a push. A socket that is not open, or no longer, gets nothing."""
        protocol = self._protocol
        if protocol.state != WebSocketProtocol.STATE_OPEN:
            return
        frame = message.get(_FRAME)
        if frame is None:
            frame = message[_FRAME] = framed(message["text"])
        protocol.transport.write(frame)


def framed(text: str) -> bytes:
    """The text as one frame of a server (RFC 6455, 5.2)."""
    frame: bytes = PreparedMessage(
        text.encode(), isBinary=False, applyMask=False, doNotCompress=True
    ).payloadHybi
    return frame


class Wired:
    """The ASGI application `inner` for sockets, outside all that wraps what it sends: its scope has their wire, where
    Daphne is the server."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # Daphne gives each socket its own method with the socket's protocol before the message.
        protocol = send.args[0] if isinstance(send, partial) and send.args else None
        if isinstance(protocol, WebSocketProtocol):
            scope = scope | {WIRE: Wire(protocol)}
        await self.inner(scope, receive, send)
