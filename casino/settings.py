"""Django settings: safe by default, relaxed only by the demonstration switch.

Settings from the environment (everything else is fixed here):

``SECRET_KEY``       Django's signing key. Required outside the demonstration.
``SECRET_KEY_FALLBACKS``  the signing keys before it, separated by commas, until what they signed is signed again.
``LEDGER_SEAL_KEY``  key of the seals on the ledger, kept outside the database so that somebody who can rewrite rows
                     cannot forge a seal. Required outside the demonstration.
``LEDGER_SEAL_KEY_NEXT``  the key that is to follow it: see ``manage.py seal_key --rotate``.
``LEDGER_ORIGIN``    the name of the house on its seals, such as ``pit.example/1``; the first of ALLOWED_HOSTS and
                     ``/1`` without it. It stays as it is once a house has dealt.
``LEDGER_WITNESS``   a command or an http(s) address that each new seal is handed to: see `casino.ledger.witness`.
``LEDGER_SEALED_MINUTES``  how old an entry may be without a seal before `verify_ledger` says so; default 60, 0 for any
                     age.
``PIN_PEPPER``       key that is mixed into every PIN before it is hashed, kept outside the database so that nobody can
                     try PINs against the hashes or make a hash. Required outside the demonstration; another key means
                     another PIN for everybody.
``ALLOWED_HOSTS``    host names that this casino answers to, separated by commas.
``DATABASE_URL``     ``postgresql://user:password@host:port/name``; without it a private embedded server is used.
``READ_DATABASE_URL``  a standby of it, from which pages that look back read: see `casino.postgres.standby`.
``STANDBY_SECONDS``  how far it may be behind before the primary is read instead; default 10.
``REDIS_URL``        the channel layer; without it one process runs on an in-memory layer.
``BEHIND_PROXY=1``   a proxy in front ends TLS and sets X-Forwarded-Proto.
``CASINO_DEMO=1``    the demonstration: keys generated under var/, plain http on localhost only, in a database server of
                     its own: with DATABASE_URL nothing is seeded.
``CASINO_UNLIMITED=1``  statements have no time limit: ``manage.py`` sets it for every command but those that serve.
``CASINO_UNWATCHED=1``  no worker looks by itself for alerts, or whether the record is kept: set by tests, which empty
                     the tables that it would read.
``CASINO_PAPER=1``   no record at all: no keys, no database. ``manage.py`` sets it for commands that only compute.
``CASINO_VAR``       where files made at run time live; default ``var/`` beside manage.py.
``ATTACHMENTS``      where the attachments of incidents lie, which no web server may serve; default ``attachments/``
                     under CASINO_VAR. Back it up with the database.
``CASINO_TIME_ZONE`` the clock on the house's wall, such as ``Australia/Melbourne``. Required outside the demonstration,
                     which goes by UTC.
``CASINO_LANGUAGE``  the house's words: ``en-au`` (default, New Zealand too), ``en-gb``, or one of the house's own.
``CASINO_LOCALE``    a folder with the house's own words, which go before those of the project: see docs/translate.md.
``VIDEO_URL``        the address of the house's video system, with blanks for camera and time, and ``VIDEO_CAMERAS`` the
                     cameras of each table: docs/video.md.
``CASINO_CURRENCY``  the currency sign on screens, such as ``£``; default ``$``. The record always writes ``$``.
``FLOAT_POLICY``     what the house settles about its floats, as JSON: see `tables.float.policy`.
``DEALER_MINUTES``   how long a dealer may be at a table before the pit is told; default 60.
``ALERT_MINUTES``    after how many minutes a line of the pit's list that nobody has acknowledged is handed to the
                     casino supervisor; default 5, 0 for never.
``BLIND_COUNTS``     whether who counts a float sees what it should come to only after both have signed; default yes.
``TAKE_OVER_SECONDS``  how long who deals has to answer a dealer who asks at another tablet to take the table over;
                     default 60.
``TWO_SCREENS``      whether a supervisor may be signed in on two screens, such as a wall and a desk; default no.
``IDLE_LOCK_MINUTES``  after how many minutes without a touch a tablet locks itself; default 15, 0 for never.
``LEDGER_VERIFY_HOURS``  after how many hours a worker has the whole record verified again; default 24, 0 for never.
``LOG_LEVEL``        default INFO.
``LOG_FORMAT``       ``json``, a JSON object a line, or ``line``; default json, in the demonstration line.
``METRICS_TOKEN``    what who asks for ``/metrics`` has to bring; without it nobody gets them.
"""

import os
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from casino import environment
from casino.postgres import EmbeddedServer

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("CASINO_VAR") or BASE_DIR / "var").resolve()

DEMO = environment.flag("CASINO_DEMO")
PAPER = environment.flag("CASINO_PAPER")
DEBUG = False

# --- Keys -------------------------------------------------------------------------------------------------------

SECRET_KEY = environment.key("SECRET_KEY", demo=DEMO, paper=PAPER, var=VAR_DIR)
SECRET_KEY_FALLBACKS = environment.keys("SECRET_KEY_FALLBACKS")
LEDGER_SEAL_KEY = environment.key("LEDGER_SEAL_KEY", demo=DEMO, paper=PAPER, var=VAR_DIR)
LEDGER_SEAL_KEY_NEXT = environment.next_key("LEDGER_SEAL_KEY_NEXT")
PIN_PEPPER = environment.key("PIN_PEPPER", demo=DEMO, paper=PAPER, var=VAR_DIR)
if len({SECRET_KEY, LEDGER_SEAL_KEY, PIN_PEPPER}) < 3:
    raise ImproperlyConfigured(
        "SECRET_KEY, LEDGER_SEAL_KEY and PIN_PEPPER must differ: give each of the three a key of its own."
    )

# --- Hosts and transport ----------------------------------------------------------------------------------------

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = LOCAL_HOSTS if DEMO else environment.words("ALLOWED_HOSTS")
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS must name the hosts; '*' would also open the WebSocket origin check."
    )
LEDGER_ORIGIN = os.environ.get("LEDGER_ORIGIN", "").strip() or (
    "demonstration.invalid/1" if DEMO or not ALLOWED_HOSTS else f"{ALLOWED_HOSTS[0].lstrip('.')}/1"
)
if "+" in LEDGER_ORIGIN or any(mark.isspace() or not mark.isprintable() for mark in LEDGER_ORIGIN):
    raise ImproperlyConfigured("LEDGER_ORIGIN has neither blanks nor a plus sign, such as pit.example/1.")
CSRF_FAILURE_VIEW = "casino.web.error_pages.csrf_failure"
CSRF_TRUSTED_ORIGINS = (
    []
    if DEMO
    else [f"https://{host.replace('.', '*.', 1) if host.startswith('.') else host}" for host in ALLOWED_HOSTS]
)

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEMO
SESSION_ENGINE = "casino.staff.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 12 * 60 * 60  # one shift: a forgotten tablet signs itself out
SECURE_SSL_REDIRECT = not DEMO
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # health checks come from inside, over plain http
SECURE_HSTS_SECONDS = 0 if DEMO else 365 * 24 * 60 * 60
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not DEMO
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if environment.flag("BEHIND_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

_SOCKETS = (
    ["ws://localhost:*", "ws://127.0.0.1:*"]
    if DEMO
    else [f"wss://{host.lstrip('.')}" for host in ALLOWED_HOSTS]
)
# No inline script or style anywhere: a name typed by a guest can never run as a script on a dealer's tablet.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "connect-src": ["'self'", *_SOCKETS],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # pages send nothing but forms; the longest is the set-up of a table
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
# Pictures, clips and papers of incidents, under the digests of their content.
ATTACHMENTS = os.environ.get("ATTACHMENTS") or str(VAR_DIR / "attachments")

# --- Applications -----------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "casino.staff.admin_app.SetUpConfig",
    "casino.staff",  # before auth: its changepassword command is replaced by one that writes to the record
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "pgtrigger",
    "csp",
    "casino.ledger",
    "tables",
    "rounds",
    "rounds.surveillance",
]
if PAPER:
    INSTALLED_APPS = ["rounds.apps.RoundsOnPaper"]  # commands only: they start in a third of the time

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.watching.requests.Watched",  # outside everything that can refuse
    "casino.postgres.standby.RememberWriter",
    "casino.web.door.Door",  # before anything reads the request
    "casino.watching.requests.Named",
    "casino.staff.arrival.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "casino.staff.arrival.Authentication",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "casino.translated.Templates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "casino.web.screen_build",
                "casino.web.form_keys",
                "casino.house_time",
                "casino.translated",
                "casino.web.fragments",
                "casino.web.script_words",
            ],
        },
    },
    # What is drawn with every tap, in Jinja2.
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "live",
        "DIRS": [BASE_DIR / "templates" / "live"],
        "OPTIONS": {"environment": "casino.web.fragments.environment"},
    },
]

# --- The record -------------------------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {}
if not PAPER:
    DATABASES["default"] = environment.database(
        EmbeddedServer(VAR_DIR / "postgres"), limited=not environment.flag("CASINO_UNLIMITED")
    )
    DATABASES |= environment.standby("READ_DATABASE_URL", limited=not environment.flag("CASINO_UNLIMITED"))
READS_STANDBY = "standby" in DATABASES
DATABASE_ROUTERS = ["casino.postgres.standby.Router"] if READS_STANDBY else []
STANDBY_SECONDS = environment.seconds("STANDBY_SECONDS", 10)
# The demonstration's people have published PINs, so it seeds and deals only on a server that it started itself.
DEMO_DATABASE = DEMO and "EMBEDDED" in DATABASES.get("default", {})
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LEDGER_VERIFY_HOURS = environment.hours("LEDGER_VERIFY_HOURS", 24)
LEDGER_SEALED_MINUTES = environment.minutes("LEDGER_SEALED_MINUTES", 60, never=True)
COMPARE_CLOCKS = True  # a worker's clock with the database's, from its start on
# Whether a worker itself checks that the record is sealed, verified and backed up.
WATCH_KEEPING = not environment.flag("CASINO_UNWATCHED")
LEDGER_WITNESS = os.environ.get("LEDGER_WITNESS", "").strip()

# --- Watching ---------------------------------------------------------------------------------------------------

METRICS_TOKEN = environment.token("METRICS_TOKEN")

# --- Live push --------------------------------------------------------------------------------------------------

REDIS_URL = os.environ.get("REDIS_URL", "")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": (
        {"BACKEND": "casino.web.push_layer.LivePushLayer", "CONFIG": {"url": REDIS_URL, "prefix": "casino"}}
        if REDIS_URL
        else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    )
}

# --- Staff ------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "staff.Staff"
AUTHENTICATION_BACKENDS = ["casino.staff.backend.PinBackend"]  # the admin too counts wrong tries
AUTH_PASSWORD_VALIDATORS = [{"NAME": "casino.staff.models.PinValidator"}]
LOGIN_URL = "sign_in"
PASSWORD_HASHERS = [
    "casino.staff.hashers.PepperedArgon2PasswordHasher",
]

# --- Files that the browser fetches -----------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEMO
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEMO

# --- Language, time, log ----------------------------------------------------------------------------------------

# The language is the house's, never the browser's: everybody at a table reads the same words.
USE_I18N = True
LANGUAGE_CODE = environment.language("CASINO_LANGUAGE", "en-au")
LANGUAGES = [(LANGUAGE_CODE, LANGUAGE_CODE)]
LOCALE_PATHS = [*environment.folder("CASINO_LOCALE"), BASE_DIR / "casino" / "locale"]
CURRENCY = environment.currency("CASINO_CURRENCY", "$")
VIDEO_URL = environment.video_url("VIDEO_URL")
VIDEO_CAMERAS = environment.cameras("VIDEO_CAMERAS")
# People read and enter times by the house's clock; moments are stored.
TIME_ZONE = environment.time_zone("CASINO_TIME_ZONE", required=not (DEMO or PAPER))
USE_TZ = True

# What the house decides about its floats: who signs slips, how they are numbered, when a gaming day begins.
FLOAT_POLICY = environment.json_object("FLOAT_POLICY")
DEALER_MINUTES = environment.minutes("DEALER_MINUTES", 60)
ALERT_MINUTES = environment.minutes("ALERT_MINUTES", 5, never=True)
# Whether a worker itself looks for alerts, so that they come up even if nobody looks at the pit.
WATCH_ALERTS = not environment.flag("CASINO_UNWATCHED")
BLIND_COUNTS = environment.flag("BLIND_COUNTS", usual=True)
TAKE_OVER_SECONDS = environment.seconds("TAKE_OVER_SECONDS", 60)
TWO_SCREENS = environment.flag("TWO_SCREENS")
IDLE_LOCK_MINUTES = environment.minutes("IDLE_LOCK_MINUTES", 15, never=True)
# How many hours nobody may sign beside the person who added them, set their PIN or gave them their role.
STAFF_SETTLING_HOURS = environment.hours("STAFF_SETTLING_HOURS", 24)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        # Without it, a command that only computes starts in two thirds of the time.
        **({} if PAPER else {"json": {"()": "casino.watching.logs.formatter"}}),
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line"
            if PAPER
            else environment.choice("LOG_FORMAT", "line" if DEMO else "json", ("json", "line")),
        }
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL") or "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.channels.server": {"level": "WARNING"},
        "daphne.http_protocol": {"level": "WARNING"},
        "asyncio": {"level": "WARNING"},
        # A log line for each tap, for those who look after a house.
        "casino.watching.requests": {"level": "WARNING" if DEMO else "INFO"},
    },
}
