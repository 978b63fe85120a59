-- Row level security behind the owner clauses (RELIABILITY I13). The server's own user owns the tables and is not bound by
-- it: jobs, admins and the money path see every row. Reads of one person's records run under the role carhouse_member
-- (database/member-role.ts), which is bound: a query that forgets its owner clause finds that person's rows and no others.
-- The role is made by the server after the migrations, because a database user may lack the right to make roles.

-- The person whose records are read, set for one transaction. No person: no row.
CREATE FUNCTION member_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT nullif(current_setting('carhouse.member', true), '')::uuid $$;

ALTER TABLE booking ENABLE ROW LEVEL SECURITY;
CREATE POLICY booking_of_member ON booking FOR SELECT
  USING (buyer_id = (SELECT member_id()) OR seller_id = (SELECT member_id()));

ALTER TABLE wish ENABLE ROW LEVEL SECURITY;
CREATE POLICY wish_of_member ON wish FOR SELECT USING (wisher_id = (SELECT member_id()));

-- A seller reads the payment of their own car for its receipt.
ALTER TABLE payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_of_member ON payment FOR SELECT
  USING (EXISTS (SELECT 1 FROM booking b WHERE b.id = payment.booking_id));

ALTER TABLE payment_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_attempt_of_member ON payment_attempt FOR SELECT
  USING (EXISTS (SELECT 1 FROM booking b WHERE b.id = payment_attempt.booking_id));

ALTER TABLE refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY refund_of_member ON refund FOR SELECT
  USING (EXISTS (SELECT 1 FROM payment_attempt a WHERE a.id = refund.attempt_id));

ALTER TABLE dispute ENABLE ROW LEVEL SECURITY;
CREATE POLICY dispute_of_member ON dispute FOR SELECT
  USING (EXISTS (SELECT 1 FROM payment_attempt a WHERE a.intent_id = dispute.intent_id));

ALTER TABLE import ENABLE ROW LEVEL SECURITY;
CREATE POLICY import_of_member ON import FOR SELECT USING (seller_id = (SELECT member_id()));
