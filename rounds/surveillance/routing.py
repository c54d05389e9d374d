from django.urls import path

from rounds.surveillance.consumers import AlertsConsumer, AuditConsumer

websocket_urlpatterns = [
    path("ws/audit/", AuditConsumer.as_asgi()),
    path("ws/alerts/", AlertsConsumer.as_asgi()),
]
