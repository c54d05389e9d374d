"""The push of the desk's alerts to every screen that shows them."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from channels.layers import get_channel_layer

from casino.web import live
from casino.web.push_layer import LivePushLayer
from rounds.surveillance.alerts.wording import render_list

GROUP: Final = "desk.alerts"


def changed() -> None:
    """Send the present list. Without a screen nothing is drawn; the channel layer logs a Redis that is away."""
    layer: Any = get_channel_layer()
    if layer is None:
        return
    if isinstance(layer, LivePushLayer):
        if layer.watched([GROUP]):
            layer.publish([(GROUP, {"type": "push", "text": _text()})])
        return
    live.on_their_loop(partial(layer.group_send, GROUP, {"type": "push", "text": _text()}))


def _text() -> str:
    """The text that goes to each screen unchanged."""
    return json.dumps({"content": render_list()}, ensure_ascii=False, separators=(",", ":"))
