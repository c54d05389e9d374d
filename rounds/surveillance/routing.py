from django.urls import path

from rounds.surveillance.consumers import AuditConsumer

websocket_urlpatterns = [path("ws/audit/", AuditConsumer.as_asgi())]
