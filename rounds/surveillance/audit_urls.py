from django.urls import path

from rounds.surveillance import audit_views

urlpatterns = [
    path("", audit_views.audit, name="audit"),
    path("tail", audit_views.tail, name="audit_tail"),
    path("chain", audit_views.chain, name="audit_chain"),
    path("export.csv", audit_views.export, name="audit_export"),
]
