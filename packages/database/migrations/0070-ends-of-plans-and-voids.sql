-- How the reservation by a paid part of the price has ended, when no deposit was asked for (decision 0090). Null for
-- bookings that reserved nothing, and for those of earlier versions.
ALTER TABLE booking ADD COLUMN reservation_end text
  CONSTRAINT booking_reservation_end_check CHECK (reservation_end IS NULL
    OR reservation_end IN ('given-up', 'lapsed', 'condition-failed', 'seller-withdrew', 'admin-ended', 'account-closed')
    AND status = 'cancelled');

-- Whether the refund that waits for a second admin undoes the payment itself without a refund, because the card provider does
-- not know its charge.
ALTER TABLE approval ADD COLUMN is_void boolean NOT NULL DEFAULT false
  CONSTRAINT approval_is_void_check CHECK (NOT is_void OR kind = 'refund');
