"""The socket of a table: ``/ws/table/<code>/``."""

from django.urls import URLPattern, path

from rounds.tablet.consumers import TableConsumer

websocket_urlpatterns: list[URLPattern] = [path("ws/table/<str:code>/", TableConsumer.as_asgi())]
