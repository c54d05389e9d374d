"""URLs of the recorders, under ``/video/``."""

from django.urls import URLPattern, path

from rounds.surveillance.video import views

urlpatterns: list[URLPattern] = [
    path("", views.recorders, name="recorders"),
    path("issue", views.issue, name="recorder_issue"),
    path("<int:number>/revoke", views.revoke, name="recorder_revoke"),
    path("feed/<str:code>", views.lines, name="video_feed"),
]
