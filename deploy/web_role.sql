-- The database role of the web, casino_web: it deals and owns nothing. The owner of a table can switch off its triggers,
-- so the application must not own tables; the owner only migrates.
--
-- The owner runs this after every migration (docker-compose.yml: grants); running it again changes nothing:
--   PGOPTIONS="-c casino.web_password=..." psql -v ON_ERROR_STOP=1 -f deploy/web_role.sql

BEGIN;

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'casino_web') THEN
        CREATE ROLE casino_web;
    END IF;
    EXECUTE format(
        'ALTER ROLE casino_web LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L',
        current_setting('casino.web_password')
    );
    -- A trigger on a temporary table of its own would be a way to move the head of a chain.
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, casino_web', current_database());
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC, casino_web;
GRANT USAGE ON SCHEMA public TO casino_web;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO casino_web;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO casino_web;

-- Whatever the record names is never deleted. Rows may be deleted only if they are a cache that is written again (the
-- hands and wagers of a round, the boxes of a layout), a sign-in or a worker that has ended, or equipment whose removal
-- is recorded.
REVOKE DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public FROM casino_web;
GRANT DELETE ON django_session, rounds_hand, rounds_wager, tables_box, tables_fitting, ledger_worker TO casino_web;

-- The record may be added to, never changed. A trigger moves the head of a chain, with the rights of the role that adds.
REVOKE UPDATE ON ledger_entry, ledger_seal, rounds_rulesedition FROM casino_web;
-- Only the owner may write which months are archived: archive_ledger and restore_archive run as the owner.
REVOKE INSERT, UPDATE ON ledger_archivedmonth FROM casino_web;
REVOKE INSERT, UPDATE ON django_migrations FROM casino_web;
-- The months of the record are in a schema where this role has no rights; only this function makes the next, as owner.
REVOKE EXECUTE ON FUNCTION ledger_prepare_month(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_prepare_month(timestamptz) TO casino_web;

COMMIT;
