-- Lists of cars that dealers send, from the upload to the report. Everything of them is removed after some weeks
-- (server/imports/remove-old-imports.ts); what came of them are listings.
CREATE TABLE import (
  id          uuid PRIMARY KEY,
  seller_id   uuid NOT NULL CONSTRAINT import_seller_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  state       text NOT NULL CONSTRAINT import_state_check CHECK (state IN
                ('receiving', 'ready', 'checking', 'checked', 'running', 'done', 'withdrawing', 'failed')),
  file_name   text NOT NULL CONSTRAINT import_file_name_check CHECK (length(file_name) BETWEEN 1 AND 200),
  file_bytes  integer NOT NULL CONSTRAINT import_file_bytes_check CHECK (file_bytes >= 0),
  -- of the content: the same file again is the same import while that has not run
  file_hash   text,
  -- the header and the first rows, and what each column is taken for
  head        jsonb,
  mapping     jsonb,
  -- rows that are dealt with, and rows in all; null while nobody has counted
  done_rows   integer NOT NULL CONSTRAINT import_done_rows_check CHECK (done_rows >= 0),
  total_rows  integer CONSTRAINT import_total_rows_check CHECK (total_rows >= 0),
  -- the counts and reasons of the last check or run
  result      jsonb,
  -- why it failed, for the dealer
  fault       text,
  -- cars of earlier files that the dealer let withdraw; null when he did not
  withdrawn   integer CONSTRAINT import_withdrawn_check CHECK (withdrawn >= 0),
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  finished_at timestamptz
);
-- a seller's own imports, newest first
CREATE INDEX import_seller_newest_idx ON import (seller_id, created_at DESC, id DESC);
-- one at a time writes the cars of a seller
CREATE UNIQUE INDEX import_one_busy_per_seller_key ON import (seller_id)
  WHERE state IN ('checking', 'running', 'withdrawing');

-- The bytes of a file and of its report, in parts of one size, so that every node reads them and none holds them in memory.
CREATE TABLE import_part (
  import_id uuid NOT NULL CONSTRAINT import_part_import_id_fkey REFERENCES import (id) ON DELETE CASCADE,
  kind      text NOT NULL CONSTRAINT import_part_kind_check CHECK (kind IN ('file', 'report')),
  position  integer NOT NULL CONSTRAINT import_part_position_check CHECK (position >= 0),
  bytes     bytea NOT NULL,
  CONSTRAINT import_part_pkey PRIMARY KEY (import_id, kind, position)
);
-- files are packed already, or are read once: PostgreSQL need not pack them again
ALTER TABLE import_part ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Cars of earlier files that a complete file does not name any more. No reference to the listing: it is a note, asked again when used.
CREATE TABLE import_gone (
  import_id  uuid NOT NULL CONSTRAINT import_gone_import_id_fkey REFERENCES import (id) ON DELETE CASCADE,
  listing_id uuid NOT NULL,
  CONSTRAINT import_gone_pkey PRIMARY KEY (import_id, listing_id)
);
