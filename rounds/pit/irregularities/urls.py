"""URLs of an open irregularity for the pit, under ``/pit/irregular/``."""

from django.urls import URLPattern, path

from rounds.pit.irregularities import dispute_payment, views

urlpatterns: list[URLPattern] = [
    path("<str:code>/", views.page, name="irregular"),
    path("<str:code>/<int:approval_id>/decide", views.decide, name="irregular_decide"),
    path("<str:code>/<int:approval_id>/seen", views.seen, name="irregular_seen"),
    path("<str:code>/dispute/<int:dispute_id>/payment", dispute_payment.payment, name="dispute_payment"),
]
