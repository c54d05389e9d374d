"""Django's PostgreSQL backend, starting the embedded server when the first connection is wanted.

Only then, so that commands which merely compute never wait for a database.
"""

from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        self.settings_dict["EMBEDDED"].ensure_running()
        params: dict[str, Any] = super().get_connection_params()
        return params
