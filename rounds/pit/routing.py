"""The socket of the pit dashboard: ``/ws/pit/<code>/``, with ``all`` for every pit."""

from django.urls import URLPattern, path

from rounds.pit.consumers import PitConsumer

websocket_urlpatterns: list[URLPattern] = [path("ws/pit/<str:code>/", PitConsumer.as_asgi())]
