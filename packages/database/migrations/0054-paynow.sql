-- PayNow beside cards (decision 0074).

-- Whether the charge of an attempt may be paid with PayNow. Every field of a charge depends only on its attempt, so that a
-- repeated call to the provider finds the same charge. Attempts of earlier versions were made for cards alone.
ALTER TABLE payment_attempt ADD COLUMN takes_paynow boolean NOT NULL DEFAULT false;

-- How a payment was made. A payment with PayNow has no card.
ALTER TABLE payment
  ADD COLUMN method text NOT NULL DEFAULT 'card' CONSTRAINT payment_method_check CHECK (method IN ('card', 'paynow')),
  ADD CONSTRAINT payment_card_of_method_check
    CHECK (method = 'card' OR card_brand IS NULL AND card_last4 IS NULL);
