-- The foundation: brands, people, listings, bookings and money.
-- Features of PostgreSQL 15 only. Ids are UUIDv7 made by the server. Money is bigint cents. Times are timestamptz.

CREATE TABLE brand (
  wire_name  text PRIMARY KEY CONSTRAINT brand_wire_name_check CHECK (wire_name ~ '^[^\s]{1,60}$'),
  name       text NOT NULL CONSTRAINT brand_name_check CHECK (length(name) BETWEEN 1 AND 60),
  page_path  text CONSTRAINT brand_page_path_key UNIQUE,
  listable   boolean NOT NULL DEFAULT true,
  -- place in menus; brands without one stand after the others by name
  position   integer,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- 'Mercedes Benz', 'mercedes-benz' and 'Mercedes_Benz' are one brand
CREATE UNIQUE INDEX brand_spelling_key ON brand (lower(regexp_replace(wire_name, '[\s_-]+', '', 'g')));

INSERT INTO brand (wire_name, name, page_path, listable, position) VALUES
  ('Mercedes_Benz', 'Mercedes-Benz', '/mercedes', true, 1),
  ('Rolls_Royce',   'Rolls-Royce',   '/rolls',    true, 2),
  ('Tesla',         'Tesla',         '/tesla',    true, 3),
  ('Ferrari',       'Ferrari',       '/ferrari',  true, 4),
  ('Audi',          'Audi',          '/audi',     true, 5),
  ('BMW',           'BMW',           NULL,        true, 6),
  ('Lamborghini',   'Lamborghini',   NULL,        true, 7);

-- One row a person. The sign-in library reads and writes name, email, email_verified, photo_url and the two times;
-- every other column is ours alone.
CREATE TABLE account (
  id             uuid PRIMARY KEY,
  name           text NOT NULL CONSTRAINT account_name_check CHECK (length(name) BETWEEN 1 AND 200),
  email          text NOT NULL CONSTRAINT account_email_key UNIQUE
                 CONSTRAINT account_email_check CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  email_verified boolean NOT NULL DEFAULT false,
  photo_url      text CONSTRAINT account_photo_url_check CHECK (length(photo_url) <= 2048),
  -- null between the two calls of sign-up
  role           text CONSTRAINT account_role_check CHECK (role IN ('Buyer', 'Seller', 'admin')),
  number         text CONSTRAINT account_number_check CHECK (length(number) <= 30),
  verified_at    timestamptz,
  status         text NOT NULL DEFAULT 'active'
                 CONSTRAINT account_status_check CHECK (status IN ('active', 'suspended', 'deleted')),
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_verified_seller_check CHECK (verified_at IS NULL OR role = 'Seller')
);
-- lists of sellers and of buyers, newest first
CREATE INDEX account_role_idx ON account (role, created_at DESC);

CREATE TABLE session (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL CONSTRAINT session_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  token      text NOT NULL CONSTRAINT session_token_key UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- ending all sessions of a person
CREATE INDEX session_account_id_idx ON session (account_id);

-- How a person proves who he is: a password hash, or the subject of an identity provider.
CREATE TABLE credential (
  id                       uuid PRIMARY KEY,
  account_id               uuid NOT NULL CONSTRAINT credential_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  provider_id              text NOT NULL,
  subject                  text NOT NULL,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credential_provider_subject_key UNIQUE (provider_id, subject)
);
CREATE INDEX credential_account_id_idx ON credential (account_id);

CREATE TABLE verification (
  id         uuid PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verification_identifier_idx ON verification (identifier);

-- A stored picture, named by the hash of its content.
CREATE TABLE image (
  key        text PRIMARY KEY CONSTRAINT image_key_check CHECK (key ~ '^[a-z0-9]{16,64}$'),
  width      integer NOT NULL CONSTRAINT image_width_check CHECK (width > 0),
  height     integer NOT NULL CONSTRAINT image_height_check CHECK (height > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE listing (
  id                   uuid PRIMARY KEY,
  seller_id            uuid NOT NULL CONSTRAINT listing_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  brand                text NOT NULL CONSTRAINT listing_brand_fkey REFERENCES brand (wire_name) ON UPDATE CASCADE ON DELETE RESTRICT,
  title                text NOT NULL CONSTRAINT listing_title_check CHECK (length(title) BETWEEN 1 AND 120),
  location             text NOT NULL CONSTRAINT listing_location_check CHECK (length(location) BETWEEN 1 AND 120),
  original_price_cents bigint CONSTRAINT listing_original_price_check CHECK (original_price_cents BETWEEN 1 AND 10000000000),
  resale_price_cents   bigint NOT NULL CONSTRAINT listing_resale_price_check CHECK (resale_price_cents BETWEEN 1 AND 10000000000),
  years_of_use         smallint NOT NULL CONSTRAINT listing_years_of_use_check CHECK (years_of_use BETWEEN 0 AND 150),
  year_of_purchase     smallint NOT NULL CONSTRAINT listing_year_of_purchase_check CHECK (year_of_purchase BETWEEN 1886 AND 2200),
  description          text NOT NULL CONSTRAINT listing_description_check CHECK (length(description) <= 5000),
  status               text NOT NULL CONSTRAINT listing_status_check CHECK (status IN ('draft', 'available', 'sold', 'withdrawn')),
  posted_at            timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  -- facts of the car; each may be unknown
  variant              text CONSTRAINT listing_variant_check CHECK (length(variant) <= 120),
  body                 text CONSTRAINT listing_body_check CHECK (length(body) <= 40),
  colour               text CONSTRAINT listing_colour_check CHECK (length(colour) <= 40),
  doors                smallint CONSTRAINT listing_doors_check CHECK (doors BETWEEN 0 AND 20),
  seats                smallint CONSTRAINT listing_seats_check CHECK (seats BETWEEN 1 AND 100),
  transmission         text CONSTRAINT listing_transmission_check CHECK (transmission IN ('automatic', 'manual')),
  fuel                 text CONSTRAINT listing_fuel_check CHECK (fuel IN ('petrol', 'diesel', 'hybrid', 'plug-in hybrid', 'electric')),
  engine_cc            integer CONSTRAINT listing_engine_cc_check CHECK (engine_cc BETWEEN 1 AND 100000),
  power_kw             integer CONSTRAINT listing_power_kw_check CHECK (power_kw BETWEEN 1 AND 5000),
  curb_weight_kg       integer CONSTRAINT listing_curb_weight_check CHECK (curb_weight_kg BETWEEN 1 AND 200000),
  manufactured_year    smallint CONSTRAINT listing_manufactured_year_check CHECK (manufactured_year BETWEEN 1886 AND 2200),
  registered_on        date,
  coe_category         text CONSTRAINT listing_coe_category_check CHECK (coe_category IN ('A', 'B', 'C', 'D', 'E')),
  coe_premium_cents    bigint CONSTRAINT listing_coe_premium_check CHECK (coe_premium_cents >= 0),
  coe_expires_on       date,
  coe_renewed          boolean,
  omv_cents            bigint CONSTRAINT listing_omv_check CHECK (omv_cents >= 0),
  arf_paid_cents       bigint CONSTRAINT listing_arf_paid_check CHECK (arf_paid_cents >= 0),
  owners               smallint CONSTRAINT listing_owners_check CHECK (owners BETWEEN 0 AND 100),
  mileage_km           integer CONSTRAINT listing_mileage_check CHECK (mileage_km BETWEEN 0 AND 9999999),
  -- the dealer's own reference and a hash of his row, so that importing a file again changes nothing
  dealer_ref           text CONSTRAINT listing_dealer_ref_check CHECK (length(dealer_ref) BETWEEN 1 AND 120),
  dealer_row_hash      text,
  CONSTRAINT listing_seller_dealer_ref_key UNIQUE (seller_id, dealer_ref)
);
-- brand pages: newest available cars of a brand, paged by key
CREATE INDEX listing_brand_newest_idx ON listing (brand, posted_at DESC, id DESC) WHERE status = 'available';
-- a seller's own cars, newest first
CREATE INDEX listing_seller_newest_idx ON listing (seller_id, posted_at DESC, id DESC);

CREATE TABLE listing_image (
  listing_id uuid NOT NULL CONSTRAINT listing_image_listing_id_fkey REFERENCES listing (id) ON DELETE CASCADE,
  -- 0 is the cover
  position   smallint NOT NULL CONSTRAINT listing_image_position_check CHECK (position BETWEEN 0 AND 50),
  image_key  text NOT NULL CONSTRAINT listing_image_image_key_fkey REFERENCES image (key) ON DELETE RESTRICT,
  CONSTRAINT listing_image_pkey PRIMARY KEY (listing_id, position)
);
CREATE INDEX listing_image_key_idx ON listing_image (image_key);

CREATE TABLE advertisement (
  listing_id uuid PRIMARY KEY CONSTRAINT advertisement_listing_id_fkey REFERENCES listing (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);

-- An order of one car. The snapshot is what the buyer saw; the price is what he will be charged.
CREATE TABLE booking (
  id             uuid PRIMARY KEY,
  listing_id     uuid NOT NULL CONSTRAINT booking_listing_id_fkey REFERENCES listing (id) ON DELETE RESTRICT,
  buyer_id       uuid NOT NULL CONSTRAINT booking_buyer_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  seller_id      uuid NOT NULL CONSTRAINT booking_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  status         text NOT NULL CONSTRAINT booking_status_check CHECK (status IN ('unpaid', 'paid', 'cancelled', 'refunded')),
  price_cents    bigint NOT NULL CONSTRAINT booking_price_check CHECK (price_cents BETWEEN 1 AND 10000000000),
  image_url      text,
  brand          text NOT NULL,
  title          text NOT NULL,
  seller_name    text NOT NULL,
  seller_email   text NOT NULL,
  location       text NOT NULL,
  buyer_name     text NOT NULL,
  buyer_email    text NOT NULL,
  buyer_number   text NOT NULL CONSTRAINT booking_buyer_number_check CHECK (length(buyer_number) <= 30),
  meeting_date   text NOT NULL CONSTRAINT booking_meeting_date_check CHECK (length(meeting_date) <= 100),
  created_at     timestamptz NOT NULL,
  paid_at        timestamptz,
  closed_at      timestamptz,
  close_reason   text,
  CONSTRAINT booking_not_own_car_check CHECK (buyer_id <> seller_id),
  CONSTRAINT booking_paid_at_check CHECK ((paid_at IS NOT NULL) = (status IN ('paid', 'refunded')))
);
-- I1: a car is sold once
CREATE UNIQUE INDEX booking_one_paid_per_listing_key ON booking (listing_id) WHERE status = 'paid';
-- booking twice is the same booking
CREATE UNIQUE INDEX booking_one_open_per_buyer_key ON booking (buyer_id, listing_id) WHERE status = 'unpaid';
-- My Orders, newest first
CREATE INDEX booking_buyer_newest_idx ON booking (buyer_id, created_at DESC, id DESC);
-- My Buyers
CREATE INDEX booking_seller_newest_idx ON booking (seller_id, created_at DESC, id DESC);
-- the other bookings of a car that is sold
CREATE INDEX booking_listing_open_idx ON booking (listing_id) WHERE status = 'unpaid';

-- One try to pay. While open it is the hold on the car.
CREATE TABLE payment_attempt (
  id           uuid PRIMARY KEY,
  booking_id   uuid NOT NULL CONSTRAINT payment_attempt_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  listing_id   uuid NOT NULL CONSTRAINT payment_attempt_listing_id_fkey REFERENCES listing (id) ON DELETE RESTRICT,
  buyer_id     uuid NOT NULL CONSTRAINT payment_attempt_buyer_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  amount_cents bigint NOT NULL CONSTRAINT payment_attempt_amount_check CHECK (amount_cents BETWEEN 50 AND 99999999),
  currency     text NOT NULL CONSTRAINT payment_attempt_currency_check CHECK (currency ~ '^[a-z]{3}$'),
  state        text NOT NULL CONSTRAINT payment_attempt_state_check
               CHECK (state IN ('open', 'succeeded', 'cancelled', 'refund_due', 'refunded')),
  intent_id    text CONSTRAINT payment_attempt_intent_id_key UNIQUE,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL
);
-- one live attempt per car: the rule that keeps two buyers from being charged for one car
CREATE UNIQUE INDEX payment_attempt_one_live_per_listing_key ON payment_attempt (listing_id) WHERE state = 'open';
CREATE INDEX payment_attempt_booking_id_idx ON payment_attempt (booking_id);
-- what the reconciler still has to finish
CREATE INDEX payment_attempt_unfinished_idx ON payment_attempt (created_at) WHERE state IN ('open', 'refund_due');

-- Money that arrived for a booking. Never deleted.
CREATE TABLE payment (
  id           uuid PRIMARY KEY,
  booking_id   uuid NOT NULL CONSTRAINT payment_booking_id_key UNIQUE
               CONSTRAINT payment_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  attempt_id   uuid NOT NULL CONSTRAINT payment_attempt_id_key UNIQUE
               CONSTRAINT payment_attempt_id_fkey REFERENCES payment_attempt (id) ON DELETE RESTRICT,
  listing_id   uuid NOT NULL CONSTRAINT payment_listing_id_fkey REFERENCES listing (id) ON DELETE RESTRICT,
  buyer_id     uuid NOT NULL CONSTRAINT payment_buyer_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  intent_id    text NOT NULL CONSTRAINT payment_intent_id_key UNIQUE,
  amount_cents bigint NOT NULL CONSTRAINT payment_amount_check CHECK (amount_cents BETWEEN 50 AND 99999999),
  currency     text NOT NULL CONSTRAINT payment_currency_check CHECK (currency ~ '^[a-z]{3}$'),
  paid_at      timestamptz NOT NULL
);

-- Money that goes back. One refund an attempt: a retry finds the row.
CREATE TABLE refund (
  id                 uuid PRIMARY KEY,
  attempt_id         uuid NOT NULL CONSTRAINT refund_attempt_id_key UNIQUE
                     CONSTRAINT refund_attempt_id_fkey REFERENCES payment_attempt (id) ON DELETE RESTRICT,
  intent_id          text NOT NULL CONSTRAINT refund_intent_id_key UNIQUE,
  amount_cents       bigint NOT NULL CONSTRAINT refund_amount_check CHECK (amount_cents BETWEEN 1 AND 99999999),
  currency           text NOT NULL CONSTRAINT refund_currency_check CHECK (currency ~ '^[a-z]{3}$'),
  state              text NOT NULL CONSTRAINT refund_state_check CHECK (state IN ('due', 'pending', 'succeeded', 'failed')),
  reason             text NOT NULL,
  provider_refund_id text CONSTRAINT refund_provider_refund_id_key UNIQUE,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL
);

-- The inbox: what the card provider told us, each event once.
CREATE TABLE webhook_event (
  event_id     text PRIMARY KEY,
  type         text NOT NULL,
  intent_id    text,
  payload      jsonb NOT NULL,
  received_at  timestamptz NOT NULL,
  processed_at timestamptz
);
CREATE INDEX webhook_event_unprocessed_idx ON webhook_event (received_at) WHERE processed_at IS NULL;

-- Who changed money, roles and verification, when, from what to what.
CREATE TABLE audit_entry (
  id         uuid PRIMARY KEY,
  at         timestamptz NOT NULL,
  -- null where a machine acted: the card provider, a job
  actor_id   uuid CONSTRAINT audit_entry_actor_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  action     text NOT NULL,
  noun       text NOT NULL,
  noun_id    text NOT NULL,
  before     jsonb,
  after      jsonb
);
CREATE INDEX audit_entry_noun_idx ON audit_entry (noun, noun_id, at);

CREATE FUNCTION audit_entry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are never changed or removed';
END $$;
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION audit_entry_is_append_only();

-- I7: paid goes back only by a refund, whatever code runs.
CREATE FUNCTION booking_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN
     (('unpaid', 'paid'), ('unpaid', 'cancelled'), ('paid', 'refunded')) THEN
    RAISE EXCEPTION 'booking %: % cannot become %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER booking_lifecycle BEFORE UPDATE OF status ON booking
  FOR EACH ROW EXECUTE FUNCTION booking_keeps_its_lifecycle();

-- The minimum PARF rebate that a buyer still gets at the end of the COE, by the date of the COE; the yearly cost of a
-- listing is computed from it. Dated rows, because the rule changes by law.
CREATE TABLE rule_minimum_parf (
  coe_from   date PRIMARY KEY,
  percent    smallint NOT NULL CONSTRAINT rule_minimum_parf_percent_check CHECK (percent BETWEEN 0 AND 100),
  cap_cents  bigint CONSTRAINT rule_minimum_parf_cap_check CHECK (cap_cents > 0),
  source     text NOT NULL
);
INSERT INTO rule_minimum_parf (coe_from, percent, cap_cents, source) VALUES
  ('1990-05-01', 50, NULL,    'LTA: PARF rebate, COE before 15 February 2023'),
  ('2023-02-15', 50, 6000000, 'LTA: PARF rebate capped at $60,000, Budget 2023'),
  ('2026-02-18', 5,  3000000, 'PARF rebate from the second bidding exercise of February 2026; the day is an assumption');

-- Marks of what this database holds, for example that the demo story was told.
CREATE TABLE house_mark (
  name text PRIMARY KEY,
  at   timestamptz NOT NULL
);
