"""Addresses of an open irregularity for the pit, under ``/pit/irregular/``."""

from django.urls import URLPattern, path

from rounds.corrections import dispute_views
from rounds.irregular import pit_views

urlpatterns: list[URLPattern] = [
    path("<str:code>/", pit_views.page, name="irregular"),
    path("<str:code>/<int:approval_id>/decide", pit_views.decide, name="irregular_decide"),
    path("<str:code>/<int:approval_id>/seen", pit_views.seen, name="irregular_seen"),
    path("<str:code>/dispute/<int:dispute_id>/payment", dispute_views.payment, name="dispute_payment"),
]
