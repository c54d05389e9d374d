"""The push of the desk's alerts to every screen that shows them."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from channels.layers import get_channel_layer

from casino.web import live
from casino.web.push_layer import LivePushLayer
from rounds.surveillance.alerts.screen import render_list

GROUP: Final = "desk.alerts"


def changed() -> None:
    """Send the list as it is now. Without a screen nothing is drawn; a Redis that is away is the layer's to log."""
    layer: Any = get_channel_layer()
    if layer is None:
        return
    if isinstance(layer, LivePushLayer):
        if layer.watched([GROUP]):
            layer.publish([(GROUP, {"type": "push", "text": _text()})])
        return
    live.on_their_loop(partial(layer.group_send, GROUP, {"type": "push", "text": _text()}))


def _text() -> str:
    """What goes to each screen as it is."""
    return json.dumps({"content": render_list()}, ensure_ascii=False, separators=(",", ":"))
