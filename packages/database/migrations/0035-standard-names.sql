-- Standard names for what was named by words of our own. Renaming changes the catalogue of PostgreSQL only.
ALTER TABLE house_mark RENAME TO seed_marker;
ALTER TABLE brand RENAME COLUMN wire_name TO api_name;
-- What the evidence of a discrepancy calls our own record of the charge.
UPDATE finding SET evidence = (evidence - 'house') || jsonb_build_object('recorded', evidence -> 'house') WHERE evidence ? 'house';
