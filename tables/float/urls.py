"""Addresses of the float, under ``/float/``."""

from django.urls import URLPattern, path

from tables.float import views

urlpatterns: list[URLPattern] = [
    path("", views.floats, name="floats"),
    path("alert/<int:alert_id>/", views.answer, name="float_alert"),
    path("table/<str:code>/", views.desk, name="float"),
    path("table/<str:code>/slips", views.paper, name="float_paper"),
    path("table/<str:code>/act", views.act, name="float_act"),
]
