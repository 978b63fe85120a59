-- Accounts with the published password. A production server does not start beside them, and they are told by this mark:
-- an address alone may be registered by anybody.
ALTER TABLE account ADD COLUMN is_demo boolean NOT NULL DEFAULT false;

-- Accounts that were seeded before this column. On a database without the mark of the seed only the admin can be told,
-- because nobody can register as an admin.
UPDATE account SET is_demo = true
FROM (VALUES
  ('admin@carhouse.example', 'admin'),
  ('buyer@carhouse.example', 'Buyer'),
  ('buyer2@carhouse.example', 'Buyer'),
  ('seller@carhouse.example', 'Seller'),
  ('seller2@carhouse.example', 'Seller'),
  ('seller3@carhouse.example', 'Seller'),
  ('seller4@carhouse.example', 'Seller'),
  ('seller5@carhouse.example', 'Seller'),
  ('seller6@carhouse.example', 'Seller'),
  ('seller7@carhouse.example', 'Seller')
) AS seeded (email, role)
WHERE account.email = seeded.email AND account.role = seeded.role
  AND (seeded.role = 'admin' OR EXISTS (SELECT FROM house_mark WHERE name = 'demo-story'));
