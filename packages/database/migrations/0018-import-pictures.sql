-- Pictures that rows of a running import name and that have not been taken in yet: those of one car each.
CREATE TABLE import_picture (
  import_id  uuid NOT NULL CONSTRAINT import_picture_import_id_fkey REFERENCES import (id) ON DELETE CASCADE,
  dealer_ref text NOT NULL CONSTRAINT import_picture_dealer_ref_check CHECK (length(dealer_ref) BETWEEN 1 AND 120),
  -- a list of names of files in the archive, cover first
  names      jsonb NOT NULL,
  CONSTRAINT import_picture_pkey PRIMARY KEY (import_id, dealer_ref)
);
