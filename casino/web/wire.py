"""The wire of a socket: a push to many screens is framed once for WebSocket, and the same bytes are written to each.

The server's usual way queues each message of each socket, takes it out in a task, passes it through every wrapper
around the application and frames it again. For forty dashboards that is most of the cost of a push, although it is
the same for every screen.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from autobahn.websocket.protocol import PreparedMessage
from daphne.ws_protocol import WebSocketProtocol

WIRE: Final = "casino.wire"
"""The wire's key in a socket's scope."""
_FRAME: Final = "frame"
"""The frame's key in a message, set by the first socket that needs it."""


class Wire:
    """Writes pushes to one socket that Daphne serves. Use it only on the event loop."""

    def __init__(self, protocol: WebSocketProtocol) -> None:
        self._protocol = protocol

    def write(self, message: dict[str, Any]) -> None:
        """Send the text of a push. A socket that is not open gets nothing."""
        protocol = self._protocol
        if protocol.state != WebSocketProtocol.STATE_OPEN:
            return
        frame = message.get(_FRAME)
        if frame is None:
            frame = message[_FRAME] = framed(message["text"])
        protocol.transport.write(frame)


def framed(text: str) -> bytes:
    """The text as one server frame (RFC 6455, 5.2)."""
    frame: bytes = PreparedMessage(
        text.encode(), isBinary=False, applyMask=False, doNotCompress=True
    ).payloadHybi
    return frame


class Wired:
    """The ASGI application `inner` for sockets. It must be the outermost wrapper: it puts the socket's wire into the
    scope, if Daphne is the server."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # Daphne passes each socket a bound method, with the socket's protocol before the message.
        protocol = send.args[0] if isinstance(send, partial) and send.args else None
        if isinstance(protocol, WebSocketProtocol):
            scope = scope | {WIRE: Wire(protocol)}
        await self.inner(scope, receive, send)
