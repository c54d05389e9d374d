"""The project's settings for tests: fixed keys, plain http, a throw-away database server unless DATABASE_URL is set.

Everything is passed on in the environment, so that processes which tests start (``manage.py``, Daphne, the workers
of pytest-xdist) see the same.
"""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("CASINO_DEMO", "1")
os.environ.setdefault("SECRET_KEY", "signing-key-of-the-tests-" * 3)
os.environ.setdefault("LEDGER_SEAL_KEY", "sealing-key-of-the-tests-" * 3)
os.environ.setdefault("PIN_PEPPER", "peppering-key-of-the-tests-" * 3)
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ.setdefault("LEDGER_SEALED_MINUTES", "0")  # nobody seals while a test runs
os.environ.setdefault(
    "LEDGER_VERIFY_HOURS", "0"
)  # a verification in the background would read what a test empties
os.environ.setdefault("CASINO_UNWATCHED", "1")  # so would the other watches: a test looks itself
os.environ.pop("REDIS_URL", None)  # tests that need Redis start their own: fixture redis_url
os.environ.setdefault(
    "CASINO_TEST_RUN", str(Path(tempfile.gettempdir()) / f"casino-test-{os.getuid()}-{os.getpid()}")
)
os.environ["CASINO_VAR"] = os.environ["CASINO_TEST_RUN"]

from casino.postgres import EmbeddedServer
from casino.settings import *  # noqa: F403
from casino.settings import DATABASES, VAR_DIR

if "EMBEDDED" in DATABASES.get("default", {}):
    # The whole folder of this run: the server's watcher removes it after the last process of the run.
    server = EmbeddedServer(VAR_DIR, throwaway=True)
    DATABASES["default"] |= {"EMBEDDED": server, "HOST": str(server.socket_dir)}

# A test is one transaction, and on a busy machine one that computes for a minute must not be cut off.
_options = DATABASES.get("default", {}).setdefault("OPTIONS", {})
_options["options"] = f"{_options.get('options', '')} -c idle_in_transaction_session_timeout=0".strip()

# For tests of the standby, which have it read: a second connection to the same database.
DATABASES["standby"] = DATABASES["default"] | {"TEST": {"MIRROR": "default"}}
DATABASES["standby"]["OPTIONS"] = {**DATABASES["default"]["OPTIONS"], "pool": False}
READS_STANDBY = False

COMPARE_CLOCKS = False  # of workers, which the tests start with the settings of the house
DEMO_DATABASE = True  # the tests' own, also where DATABASE_URL names its server
PASSWORD_HASHERS = ["tests.hashers.LightArgon2"]
