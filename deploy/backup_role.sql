-- The database role of the backup, casino_backup: it copies the server's files and log. The only table that it can read
-- is the one in which it reports how the backup goes.
--
-- A superuser of the server runs this before and after the first migration; running it again changes nothing but the
-- password:
--   PGOPTIONS="-c casino.backup_password=..." psql -v ON_ERROR_STOP=1 -f deploy/backup_role.sql

BEGIN;

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'casino_backup') THEN
        CREATE ROLE casino_backup;
    END IF;
    EXECUTE format(
        'ALTER ROLE casino_backup LOGIN REPLICATION NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD %L',
        current_setting('casino.backup_password')
    );
    IF to_regclass('ledger_backup') IS NOT NULL THEN
        GRANT USAGE ON SCHEMA public TO casino_backup;
        GRANT SELECT, INSERT, UPDATE ON ledger_backup TO casino_backup;
    END IF;
END $$;

COMMIT;
