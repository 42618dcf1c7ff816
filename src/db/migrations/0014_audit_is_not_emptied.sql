-- A truncation fires no trigger of rows. Who empties the log on purpose has to take this guard away first, as a restore does.
CREATE TRIGGER audit_events_not_emptied BEFORE TRUNCATE ON "audit_events" FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();
