"""Addresses of the replay, under ``/audit/round/``."""

from django.urls import URLPattern, path

from rounds.surveillance import replay

urlpatterns: list[URLPattern] = [
    path("<str:code>/<int:round_no>/", replay.replay, name="replay"),
    path("<str:code>/<int:round_no>/export.round", replay.export, name="replay_export"),
]
