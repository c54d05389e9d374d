"""URLs of the readers' endpoint, under ``/reader/``."""

from django.urls import URLPattern, path

from rounds.play.readers import views

urlpatterns: list[URLPattern] = [
    path("", views.state, name="reader_state"),
    path("reports", views.reports, name="reader_reports"),
]
