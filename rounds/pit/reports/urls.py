"""URLs of the figures and reports, under ``/float/``."""

from django.urls import URLPattern, path

from rounds.pit.reports import views

urlpatterns: list[URLPattern] = [
    path("figures/", views.figures, name="figures"),
    path("figures.csv", views.figures_csv, name="figures_csv"),
    path("sessions/", views.sessions, name="sessions"),
    path("session/<int:session_id>/", views.session, name="session"),
    path("session/<int:session_id>.pdf", views.session_pdf, name="session_pdf"),
    path("session/<int:session_id>.csv", views.session_csv, name="session_csv"),
]
