"""URLs of the desk's search for rounds, under ``/find/``."""

from django.urls import URLPattern, path

from rounds.surveillance.find import views

urlpatterns: list[URLPattern] = [
    path("", views.find, name="find"),
    path("keep", views.keep, name="find_keep"),
    path("kept/<int:number>/forget", views.forget, name="find_forget"),
    path("at/<str:code>/", views.at_moment, name="round_at"),
]
