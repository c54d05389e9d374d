"""Django's PostgreSQL backend, with three things of the house's own.

- The embedded server is started when the first connection is wanted: only then, so that commands which merely compute
  never wait for a database.
- A connection of the pool is asked whether it still lives only where the server has said something meanwhile. Django's
  own check asks with a query before every request.
"""

import select
from typing import Any, Final

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

from casino.postgres.apart import is_apart

_POOLS: Final[dict[bool, dict[str, ConnectionPool]]] = {False: {}, True: {}}
"""The pools by their alias: those of the requests, and those of the threads that are apart."""


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        # Where Django keeps the pools: a connection is its thread's own, and so are they.
        self._connection_pools = _POOLS[is_apart()]

    def close_pool(self) -> None:
        """Close both pools: nobody is to be connected any more."""
        for pools in _POOLS.values():
            if (pool := pools.pop(self.alias, None)) is not None:
                pool.close()

    def get_connection_params(self) -> dict[str, Any]:
        if (server := self.settings_dict.get("EMBEDDED")) is not None:
            server.ensure_running()
        params: dict[str, Any] = super().get_connection_params()
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that lives. Raises PoolTimeout if the pool has none in time."""
        while True:
            connection = super().get_new_connection(conn_params)
            if self.pool is None or _lives(connection):
                return connection
            connection.close()
            self.pool.putconn(connection)  # which makes another in its place


def _lives(connection: psycopg.Connection[Any]) -> bool:
    """Whether an idle connection can still be used. A server that has ended it has closed its socket, or said why."""
    waiting = select.poll()
    waiting.register(connection.pgconn.socket, select.POLLIN | select.POLLHUP | select.POLLERR)
    if not waiting.poll(0):
        return True
    try:
        connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True
