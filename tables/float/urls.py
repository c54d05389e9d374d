"""Addresses of the float, under ``/float/``."""

from django.urls import URLPattern, path

from tables.float import figure_views, views

urlpatterns: list[URLPattern] = [
    path("", views.floats, name="floats"),
    path("figures/", figure_views.figures, name="figures"),
    path("sessions/", figure_views.sessions, name="sessions"),
    path("session/<int:session_id>/", figure_views.session, name="session"),
    path("session/<int:session_id>.pdf", figure_views.session_pdf, name="session_pdf"),
    path("session/<int:session_id>.csv", figure_views.session_csv, name="session_csv"),
    path("alert/<int:alert_id>/", views.answer, name="float_alert"),
    path("table/<str:code>/", views.desk, name="float"),
    path("table/<str:code>/act", views.act, name="float_act"),
]
