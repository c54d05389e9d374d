#!/usr/bin/env bash
# Installs the house on a Debian server without Docker: PostgreSQL, Redis and nginx from Debian, the program in
# /opt/casino with its own user, and systemd units for two workers, seals, verification and backup.
#
#   deploy/install.sh --host pit.example --time-zone Australia/Melbourne --tls /etc/ssl/pit.example [--check]
#
#   --host NAME         the name under which tablets and desks reach the house
#   --time-zone ZONE    the time zone of the house
#   --tls DIR           a folder with fullchain.pem and privkey.pem for that name
#   --origin NAME/1     the name of the house on its seals, which never changes; if left out, the host and /1
#   --currency SIGN     the currency sign on screens; if left out, $
#   --gaming-day HH:MM  when a gaming day begins; if left out, 06:00
#   --check             changes nothing: lists what is to be done; exit 0 if nothing is
#
# Run it as root. If you run it again, it does what is missing and installs the program of this folder; keys and settings
# that exist stay as they are, so host, zone and the rest are needed only the first time. docs/install.md explains it.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
app=/opt/casino
settings=/etc/casino/house.env
backup_settings=/etc/casino/backup.env
keys_shown=/etc/casino/keys.shown
backups=/var/backups/casino
units=/etc/systemd/system
site=/etc/nginx/sites-available/casino
ports=(8001 8002)
parts=(casino sidebets tables rounds templates static deploy manage.py requirements.lock)
host='' zone='' tls='' origin='' currency="\$" gaming_day='06:00' check=''
made_keys=''

fail() { echo "install: $*" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --check) check=yes; shift; continue ;;
        --host | --time-zone | --tls | --origin | --currency | --gaming-day) [ $# -gt 1 ] || fail "$1 wants a value" ;;
        *) sed -n '5,14s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    case $1 in
        --host) host=$2 ;;
        --time-zone) zone=$2 ;;
        --tls) tls=$2 ;;
        --origin) origin=$2 ;;
        --currency) currency=$2 ;;
        --gaming-day) gaming_day=$2 ;;
    esac
    shift 2
done
[ "$(id -u)" = 0 ] || fail "run it as root"

to_do=0
step() { # step "what" is_done do_it: a step that is already done is skipped
    if "$2" >/dev/null 2>&1; then return; fi
    to_do=$((to_do + 1))
    if [ -n "$check" ]; then echo "to do: $1"; return; fi
    echo "doing: $1"
    "$3"
    "$2" >/dev/null 2>&1 || fail "$1: this did not come out as it must"
}
setting() { sed -n "s/^$1='\(.*\)'\$/\1/p" "$settings" | tail -n 1; }
as_postgres() { (cd / && runuser -u postgres -- psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 "$@"); }
manage() { # as the user casino, with the settings of the house; DATABASE_URL as given
    (
        set -a
        # shellcheck disable=SC1090  # the file is made below
        . "$settings"
        set +a
        DATABASE_URL=${OWNER_URL:-$DATABASE_URL}
        export DATABASE_URL
        cd "$app" && runuser -u casino --preserve-environment -- .venv/bin/python manage.py "$@"
    )
}

# --- what it runs on

packages=(postgresql redis-server nginx python3-venv openssl)
packages_there() { dpkg -s "${packages[@]}"; }
install_packages() { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${packages[@]}"; }

user_there() { id casino; }
make_user() { useradd --system --home-dir /var/lib/casino --create-home --shell /usr/sbin/nologin casino; }

# --- the program

program_there() {
    local part
    for part in "${parts[@]}"; do diff -rq --exclude=__pycache__ "$here/$part" "$app/$part"; done
}
copy_program() {
    local part
    mkdir -p "$app"
    for part in "${parts[@]}"; do
        rm -rf "${app:?}/$part"
        cp -a "$here/$part" "$app/$part"
    done
    chown -R root:root "$app"
    chmod -R go+rX,go-w "$app"
}
packages_of_python_there() { cmp -s "$app/requirements.lock" "$app/.venv/installed.lock"; }
install_python() {
    [ -x "$app/.venv/bin/python" ] || /usr/bin/python3 -m venv "$app/.venv"
    "$app/.venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Python 3.11 or newer is needed"
    "$app/.venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$app/requirements.lock"
    cp "$app/requirements.lock" "$app/.venv/installed.lock"
}

# --- settings: made once, then never changed

settings_there() { [ -s "$settings" ] && [ -s "$backup_settings" ]; }
make_settings() {
    [ -n "$host" ] || fail "name the house: --host"
    [ -n "$zone" ] || fail "name the clock on the house's wall: --time-zone, such as Australia/Melbourne"
    [ -e "/usr/share/zoneinfo/$zone" ] || fail "there is no time zone $zone"
    [[ $gaming_day =~ ^([01][0-9]|2[0-3]):[0-5][0-9]$ ]] || fail "--gaming-day is a time such as 06:00"
    [[ "$host$origin$currency" != *\'* ]] || fail "no apostrophes in host, origin and currency"
    local web_password backup_password
    key() { openssl rand -base64 48 | tr '+/' '-_'; }
    web_password=$(openssl rand -hex 24)
    backup_password=$(openssl rand -hex 24)
    mkdir -p /etc/casino
    chmod 750 /etc/casino
    chown root:casino /etc/casino
    (
        umask 027
        cat >"$settings.new" <<FILE
# The settings of the house (docs/operations.md). Read by the systemd units; the keys are in no backup.
SECRET_KEY='$(key)'
LEDGER_SEAL_KEY='$(key)'
PIN_PEPPER='$(key)'
ALLOWED_HOSTS='$host'
BEHIND_PROXY='1'
LEDGER_ORIGIN='${origin:-$host/1}'
CASINO_TIME_ZONE='$zone'
CASINO_CURRENCY='$currency'
FLOAT_POLICY='{"gaming_day": "$gaming_day"}'
CASINO_VAR='/var/lib/casino'
DATABASE_URL='postgresql://casino_web:$web_password@127.0.0.1:5432/casino'
REDIS_URL='redis://127.0.0.1:6379/0'
# The token with which Prometheus reads /metrics (deploy/watching)
METRICS_TOKEN='$(openssl rand -hex 24)'
# Other settings of a house; empty means the usual value:
CASINO_LANGUAGE=''
CASINO_LOCALE=''
DEALER_MINUTES=''
ALERT_MINUTES=''
TAKE_OVER_SECONDS=''
TWO_SCREENS=''
IDLE_LOCK_MINUTES=''
BLIND_COUNTS=''
VIDEO_URL=''
VIDEO_CAMERAS=''
ATTACHMENTS=''
STAFF_SETTLING_HOURS=''
LEDGER_VERIFY_HOURS=''
LEDGER_SEALED_MINUTES=''
LEDGER_SEAL_KEY_NEXT=''
SECRET_KEY_FALLBACKS=''
READ_DATABASE_URL=''
STANDBY_SECONDS=''
LEDGER_WITNESS=''
LOG_LEVEL=''
LOG_FORMAT=''
FILE
        cat >"$backup_settings.new" <<FILE
# The settings of the backup (deploy/backup). BACKUP_DIR should be on another disk or machine.
BACKUP_DIR='$backups'
BACKUP_HOURS='24'
BACKUP_KEEP='7'
BACKUP_SEALS='/var/lib/casino/seals/seals.jsonl'
BACKUP_TEST_DIR='$backups'
CASINO_MANAGE='$app/.venv/bin/python manage.py'
PGHOST='127.0.0.1'
PGPORT='5432'
PGUSER='casino_backup'
PGPASSWORD='$backup_password'
FILE
    )
    chown root:casino "$settings.new" "$backup_settings.new"
    mv "$settings.new" "$settings"
    mv "$backup_settings.new" "$backup_settings"
    install -d -o casino -g casino -m 700 "$backups"
    made_keys=yes
}

# --- the database: an owner who migrates, a role that deals, a role that copies

hba_lines="local casino casino peer
host casino casino_web 127.0.0.1/32 scram-sha-256
host replication casino_backup 127.0.0.1/32 scram-sha-256"
hba_file() { as_postgres -XAt -c 'SHOW hba_file'; }
database_there() {
    [ "$(head -n 4 "$(hba_file)" | tail -n 3)" = "$hba_lines" ] || return 1
    [ "$(as_postgres -XAt -d casino -c "SELECT count(*) FROM pg_roles WHERE rolname IN ('casino', 'casino_web', 'casino_backup')")" = 3 ]
}
make_database() {
    as_postgres -c "DO \$\$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'casino')
        THEN CREATE ROLE casino LOGIN; END IF; END \$\$"
    as_postgres -XAt -c "SELECT 1 FROM pg_database WHERE datname = 'casino'" | grep -q 1 \
        || as_postgres -c "CREATE DATABASE casino OWNER casino ENCODING 'UTF8' TEMPLATE template0"
    # Our lines about who may connect come first, because the first line that fits decides.
    local file
    file=$(hba_file)
    if ! grep -q '^# the house: ' "$file"; then
        { echo "# the house: its owner, its web and its backup (deploy/install.sh)"; echo "$hba_lines"; cat "$file"; } >"$file.new"
        chown --reference="$file" "$file.new"
        chmod --reference="$file" "$file.new"
        mv "$file.new" "$file"
    fi
    as_postgres -c "ALTER SYSTEM SET max_slot_wal_keep_size = '10GB'" -c "SELECT pg_reload_conf()" >/dev/null
    grants
}
grants() {
    local web backup
    web=$(sed -n "s|^DATABASE_URL='postgresql://casino_web:\([^@]*\)@.*|\1|p" "$settings")
    backup=$(sed -n "s/^PGPASSWORD='\(.*\)'\$/\1/p" "$backup_settings")
    # The settings are passed on standard input, so that nobody can read them in the list of processes.
    {
        echo "SET casino.web_password = '$web';"
        echo "SET casino.backup_password = '$backup';"
        cat "$app/deploy/backup_role.sql"
        if as_postgres -XAt -d casino -c "SELECT to_regclass('ledger_entry')" | grep -q ledger; then
            cat "$app/deploy/web_role.sql"
        else
            echo "DO \$\$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'casino_web') THEN CREATE ROLE casino_web; END IF; END \$\$;"
        fi
    } | as_postgres -d casino
}
migrated() { OWNER_URL=$(owner_url) manage migrate --check; }
# The owner has no password: it connects only through the socket, as the operating system's user of the same name.
owner_url() { echo "postgresql://casino@/casino?host=/var/run/postgresql"; }
migrate() {
    OWNER_URL=$(owner_url) manage migrate --noinput -v 0
    grants
}
static_there() { [ -s "$app/staticfiles/staticfiles.json" ] && [ ! "$app/.venv/installed.lock" -nt "$app/staticfiles/staticfiles.json" ] && [ -z "$(find "$app/static" -newer "$app/staticfiles/staticfiles.json" -print -quit)" ]; }
collect_static() {
    install -d -o casino -g casino "$app/staticfiles"
    # Old files stay: their names have the digest of their content, and a worker of the old version still links to them.
    manage collectstatic --noinput -v 0
    touch "$app/staticfiles/staticfiles.json"
    find "$app/static" -newer "$app/staticfiles/staticfiles.json" -exec touch -r "$app/staticfiles/staticfiles.json" {} +
}

# --- the proxy: the template of the containers, for workers on this machine

site_text() {
    local workers='' plain='' port
    for port in "${ports[@]}"; do
        workers="$workers    server 127.0.0.1:$port max_fails=1 fail_timeout=10s;\n"
        plain="$plain    server 127.0.0.1:$port max_fails=0;\n"
    done
    sed -e "s|\${CASINO_HOST}|$(setting ALLOWED_HOSTS)|g" -e "s|/etc/nginx/tls/|/etc/casino/tls/|" \
        -e '/^# The container engine/d' -e '/^resolver /d' \
        -e "s|^    server web:8000 resolve max_fails=1.*|${workers%\\n}|" -e "s|^    server web:8000 resolve max_fails=0.*|${plain%\\n}|" \
        "$app/deploy/nginx.conf.template" | if http2_is_a_directive; then cat; else
        sed -e '/^    http2 on;$/d' -e 's/^    listen 443 ssl;$/    listen 443 ssl http2;/'
    fi
}
http2_is_a_directive() { [ "$(printf '%s\n' 1.25.1 "$(nginx -v 2>&1 | sed 's|.*/\([0-9.]*\).*|\1|')" | sort -V | head -n 1)" = 1.25.1 ]; }
proxy_there() { [ -e /etc/casino/tls/fullchain.pem ] && [ -L /etc/nginx/sites-enabled/casino ] && [ "$(site_text)" = "$(cat "$site")" ]; }
make_proxy() {
    if [ ! -e /etc/casino/tls/fullchain.pem ]; then
        [ -n "$tls" ] && [ -e "$tls/fullchain.pem" ] && [ -e "$tls/privkey.pem" ] || fail "--tls names a folder with fullchain.pem and privkey.pem"
        ln -sfn "$tls" /etc/casino/tls
    fi
    site_text >"$site"
    ln -sfn "$site" /etc/nginx/sites-enabled/casino
    rm -f /etc/nginx/sites-enabled/default
    nginx -t -q
    if running; then systemctl reload-or-restart nginx; fi
}

# --- the units

running() { [ -d /run/systemd/system ]; }
units_there() {
    local unit
    for unit in "$app"/deploy/systemd/*; do cmp -s "$unit" "$units/$(basename "$unit")" || return 1; done
}
make_units() {
    cp "$app"/deploy/systemd/* "$units/"
    if running; then systemctl daemon-reload; fi
}
wanted=(casino-web@8001 casino-web@8002 casino-seal casino-backup casino-verify.timer casino-backup-test.timer)
units_run() { systemctl is-active "${wanted[@]}"; }
start_units() { systemctl enable --now nginx redis-server "${wanted[@]}"; }

step "packages of Debian: ${packages[*]}" packages_there install_packages
step "the user casino" user_there make_user
step "the program, in $app" program_there copy_program
step "its packages of Python, by their digests" packages_of_python_there install_python
step "settings and keys, in $settings" settings_there make_settings
step "the database and its roles" database_there make_database
step "the tables" migrated migrate
step "files that browsers fetch" static_there collect_static
step "the proxy" proxy_there make_proxy
step "the systemd units" units_there make_units
if running; then
    step "the units run" units_run start_units
elif [ -z "$check" ]; then
    echo "systemd does not run here: the units are in $units and are not started"
fi

if [ -n "$check" ]; then
    [ "$to_do" = 0 ] || exit 1
    echo "nothing to do"
    exit 0
fi
if [ "$to_do" -gt 0 ] && running && [ -z "$made_keys" ]; then
    echo "a new program runs once its workers are started again, one after the other:"
    echo "  systemctl restart casino-web@8001; systemctl restart casino-web@8002; systemctl restart casino-seal"
fi
# Shown by the first run that gets to its end: a run that stopped after it made the keys has not shown them.
if [ ! -e "$keys_shown" ]; then
    cat <<SHOWN

Two keys, shown this once. Write both down and keep them where no copy of the database is, such as the manager's safe:
without the first no seal can be made, without the second nobody can sign in again.

  LEDGER_SEAL_KEY  $(setting LEDGER_SEAL_KEY)
  PIN_PEPPER       $(setting PIN_PEPPER)

Next: $app/deploy/manage setup_house --file house.toml (docs/open-a-house.md)
SHOWN
    touch "$keys_shown"
fi
