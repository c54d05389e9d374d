"""Addresses of the set-up of a house that deals, under ``/house/floor/``."""

from django.urls import URLPattern, path

from tables.house.set_up import views

urlpatterns: list[URLPattern] = [
    path("", views.floor, name="house_floor"),
    path("pit", views.pit, name="house_pit"),
    path("new", views.new, name="house_new_table"),
    path("new/enter", views.enter, name="house_enter_table"),
    path("<str:code>/", views.table, name="house_table"),
    path("<str:code>/change", views.change, name="house_change_table"),
]
