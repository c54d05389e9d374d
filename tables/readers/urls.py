"""Addresses of the readers' page, under ``/readers/``."""

from django.urls import URLPattern, path

from tables.readers import views

urlpatterns: list[URLPattern] = [
    path("", views.readers, name="readers"),
    path("issue", views.issue, name="reader_issue"),
    path("<int:number>/revoke", views.revoke, name="reader_revoke"),
]
