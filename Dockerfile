# The web image: Daphne with the application. Settings come from the environment; see casino/settings.py.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /srv/casino

COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock

COPY manage.py ./
COPY casino casino
COPY sidebets sidebets
COPY tables tables
COPY rounds rounds
COPY templates templates
COPY static static
# The names of static files get a digest of their content. The settings need keys; these are used only in this line.
RUN random() { python -c 'import secrets; print(secrets.token_urlsafe(48))'; }; \
    SECRET_KEY="$(random)" LEDGER_SEAL_KEY="$(random)" PIN_PEPPER="$(random)" CASINO_TIME_ZONE=UTC python manage.py collectstatic --noinput \
    && useradd --system --uid 999 --no-create-home casino
# The attachments of incidents are on a volume, which gets its owner from here. The number of this user is that of
# `postgres` in its image: the backup runs as `postgres` and copies the attachments, and nobody else reads them.
RUN mkdir -m 700 /attachments && chown casino /attachments
USER casino

EXPOSE 8000
# Daphne, restarted when it ends or hangs (casino/serve.py).
CMD ["python", "-m", "casino.serve", "-b", "0.0.0.0", "-p", "8000", "--proxy-headers"]
