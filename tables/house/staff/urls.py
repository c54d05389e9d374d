"""Addresses of the staff of the house, under ``/staff/``."""

from django.urls import URLPattern, path

from tables.house.staff import views

urlpatterns: list[URLPattern] = [
    path("", views.staff, name="staff"),
    path("add", views.add, name="staff_add"),
    path("<str:number>/", views.person, name="staff_person"),
    path("<str:number>/act", views.act, name="staff_act"),
]
