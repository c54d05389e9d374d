"""Addresses of the set-up of a house that deals, under ``/house/floor/``."""

from django.urls import URLPattern, path

from tables.house.set_up import layout_views, views

urlpatterns: list[URLPattern] = [
    path("", views.floor, name="house_floor"),
    path("pit", views.pit, name="house_pit"),
    path("games", views.games, name="house_games"),
    path("new", views.new, name="house_new_table"),
    path("new/enter", views.enter, name="house_enter_table"),
    path("<str:code>/", views.table, name="house_table"),
    path("<str:code>/change", views.change, name="house_change_table"),
    path("<str:code>/layout/", layout_views.layout, name="house_layout"),
    path("<str:code>/layout/check", layout_views.check, name="house_layout_check"),
    path("<str:code>/layout/save", layout_views.save, name="house_layout_save"),
]
