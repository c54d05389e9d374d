"""Django's PostgreSQL backend, with additions.

- The embedded server is started with the first connection, so that commands which only compute never
  wait for a database.
- A pooled connection is checked only if the server has sent something meanwhile. Django's own check costs a query
  before every request.
"""

import select
from typing import Any, Final

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

from casino.postgres.apart import is_apart

_POOLS: Final[dict[bool, dict[str, ConnectionPool]]] = {False: {}, True: {}}
"""The pools by alias: those for requests, and those for separate threads."""


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        # Where Django keeps the pools. Each thread has its own connection, so these are its thread's pools.
        self._connection_pools = _POOLS[is_apart()]

    def close_pool(self) -> None:
        """Close both pools, so that nobody stays connected."""
        for pools in _POOLS.values():
            if (pool := pools.pop(self.alias, None)) is not None:
                pool.close()

    def get_connection_params(self) -> dict[str, Any]:
        if (server := self.settings_dict.get("EMBEDDED")) is not None:
            server.ensure_running()
        params: dict[str, Any] = super().get_connection_params()
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A live connection. Raises PoolTimeout if the pool has none in time."""
        while True:
            connection = super().get_new_connection(conn_params)
            if self.pool is None or _lives(connection):
                return connection
            connection.close()
            self.pool.putconn(connection)  # the pool then creates a replacement


def _lives(connection: psycopg.Connection[Any]) -> bool:
    """Whether an idle connection can still be used. A server that ended it has closed its socket or sent a reason."""
    waiting = select.poll()
    waiting.register(connection.pgconn.socket, select.POLLIN | select.POLLHUP | select.POLLERR)
    if not waiting.poll(0):
        return True
    try:
        connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True
