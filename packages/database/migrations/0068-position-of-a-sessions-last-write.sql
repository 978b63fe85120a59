-- Where the write-ahead log was after the last write of a session: a replica that has replayed it shows that write. A new session
-- begins with the current position, because its sign-in may follow a write. The column is added without a default first, so that no
-- row is rewritten.
ALTER TABLE session ADD COLUMN written_position pg_lsn;
ALTER TABLE session ALTER COLUMN written_position SET DEFAULT pg_current_wal_insert_lsn();
