"""URLs of the replay, under ``/audit/round/``."""

from django.urls import URLPattern, path

from rounds.surveillance import replay
from rounds.surveillance.evidence import views

urlpatterns: list[URLPattern] = [
    path("<str:code>/<int:round_no>/", replay.replay, name="replay"),
    path("<str:code>/<int:round_no>/export.round", replay.export, name="replay_export"),
    path("<str:code>/<int:round_no>/evidence", views.evidence, name="replay_evidence"),
]
