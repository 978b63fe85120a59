-- Standard names: reconciliation finds discrepancies, and an account has a status. Renaming changes the catalogue of PostgreSQL only.
ALTER TABLE finding RENAME TO discrepancy;
ALTER TABLE discrepancy RENAME CONSTRAINT finding_pkey TO discrepancy_pkey;
ALTER TABLE discrepancy RENAME CONSTRAINT finding_kind_check TO discrepancy_kind_check;
ALTER TABLE discrepancy RENAME CONSTRAINT finding_subject_check TO discrepancy_subject_check;
ALTER TABLE discrepancy RENAME CONSTRAINT finding_state_check TO discrepancy_state_check;
ALTER TABLE discrepancy RENAME CONSTRAINT finding_closed_at_check TO discrepancy_closed_at_check;
ALTER TABLE discrepancy RENAME CONSTRAINT finding_repaired_by_fkey TO discrepancy_repaired_by_fkey;
ALTER INDEX finding_open_key RENAME TO discrepancy_open_key;
ALTER INDEX finding_newest_idx RENAME TO discrepancy_newest_idx;
ALTER INDEX finding_repaired_idx RENAME TO discrepancy_repaired_idx;
ALTER TABLE desk_cursor RENAME TO reconciliation_cursor;
ALTER TABLE reconciliation_cursor RENAME CONSTRAINT desk_cursor_pkey TO reconciliation_cursor_pkey;
ALTER TABLE account RENAME COLUMN standing_reason TO status_reason;
ALTER TABLE account RENAME CONSTRAINT account_standing_reason_check TO account_status_reason_check;
