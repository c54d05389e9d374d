"""Addresses of the set-up of a new house, under ``/house/``."""

from django.urls import URLPattern, path

from tables.house import views

urlpatterns: list[URLPattern] = [
    path("", views.house, name="house"),
    path("book", views.book, name="house_book"),
    path("list/<str:kind>", views.listed, name="house_list"),
    path("<str:name>", views.step, name="house_step"),
]
