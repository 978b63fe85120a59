-- When somebody last took the export of his data: one a day (RELIABILITY §3.2).
CREATE TABLE personal_export (
  account_id uuid PRIMARY KEY CONSTRAINT personal_export_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  at         timestamptz NOT NULL
);
