from django.urls import path

from casino.ledger.consumers import AuditConsumer

websocket_urlpatterns = [path("ws/audit/", AuditConsumer.as_asgi())]
