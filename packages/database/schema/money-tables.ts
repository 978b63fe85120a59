import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Id } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { BankPartState } from '@carhouse/domain/payment/bank-part';
import type { DiscrepancyId, DiscrepancyKind, DiscrepancyState } from '@carhouse/domain/payment/discrepancy';
import type { OutboxId, OutboxKind, OutboxState } from '@carhouse/domain/payment/outbox';
import type {
  AttemptId,
  AttemptState,
  DisputeKind,
  PaymentId,
  RefundId,
  RefundState,
} from '@carhouse/domain/payment/payment';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import type { PartPayer, PaymentPartId } from '@carhouse/domain/payment/payment-plan';
import type { ColumnType, Generated } from 'kysely';

type Json = ColumnType<unknown, string | null, string | null>;

export type PaymentAttemptTable = {
  id: AttemptId;
  booking_id: BookingId;
  listing_id: ListingId;
  buyer_id: AccountId;
  amount_cents: Cents;
  currency: string;
  state: AttemptState;
  intent_id: string | null;
  created_at: Date;
  expires_at: Date;
  updated_at: Date;
  tries: Generated<number>;
  next_try_at: Date | null;
  held_from: Date | null;
  visit_id: Id<'visit'> | null;
  released_at: Date | null;
  address_key: string | null;
  /** The reason why an admin ended the buyer's hold of the car. */
  break_reason: string | null;
  /** Whether the charge of the attempt may be paid with PayNow. */
  takes_paynow: Generated<boolean>;
  /** The part of the price that the charge pays; null when it pays the whole price. */
  part_id: PaymentPartId | null;
};

export type PaymentPartTable = {
  id: PaymentPartId;
  booking_id: BookingId;
  number: number;
  amount_cents: Cents;
  created_at: Date;
  replaced_at: Date | null;
  payer: Generated<PartPayer>;
};

export type BankPartTable = {
  part_id: PaymentPartId;
  booking_id: BookingId;
  amount_cents: Cents;
  state: BankPartState;
  bank: string | null;
  buyer_reference: string | null;
  stated_by: AccountId | null;
  stated_at: Date | null;
  seller_reference: string | null;
  received_by: AccountId | null;
  received_at: Date | null;
  confirmed_by: AccountId | null;
  confirmed_at: Date | null;
  refusal: string | null;
  refused_by: AccountId | null;
  refused_at: Date | null;
  return_reference: string | null;
  sent_back_at: Date | null;
  /** The admin who has recorded, with a reason, that the money is sent back; null when the seller has recorded it. */
  return_recorded_by: AccountId | null;
  return_reason: string | null;
  returned_by: AccountId | null;
  returned_at: Date | null;
  updated_at: Date;
};

export type PaymentTable = {
  id: PaymentId;
  booking_id: BookingId;
  attempt_id: AttemptId;
  listing_id: ListingId;
  buyer_id: AccountId;
  intent_id: string;
  amount_cents: Cents;
  currency: string;
  paid_at: Date;
  card_brand: string | null;
  card_last4: string | null;
  method: Generated<PaymentMethod>;
  receipt_number: Generated<bigint>;
  part_id: PaymentPartId | null;
};

export type RefundTable = {
  id: RefundId;
  attempt_id: AttemptId;
  intent_id: string;
  amount_cents: Cents;
  currency: string;
  state: RefundState;
  reason: string;
  provider_refund_id: string | null;
  created_at: Date;
  updated_at: Date;
  round: Generated<number>;
  actor_id: AccountId | null;
};

export type DisputeTable = {
  id: string;
  kind: DisputeKind;
  /** The amount that the dispute withdraws; null for a fraud warning. */
  amount_cents: Cents | null;
  intent_id: string;
  reason: string;
  provider_status: string;
  open: boolean;
  created_at: Date;
  updated_at: Date;
};

export type OutboxTable = {
  id: OutboxId;
  kind: OutboxKind | 'digest';
  booking_id: BookingId | null;
  recipient_id: AccountId;
  state: OutboxState;
  tries: Generated<number>;
  next_try_at: Date;
  last_error: string | null;
  counted: Generated<boolean>;
  digest_id: OutboxId | null;
  trace_parent: string | null;
  created_at: Date;
  updated_at: Date;
};

export type MailPaceTable = {
  recipient_id: AccountId;
  sent_at: Date[];
  digest_id: OutboxId | null;
};

export type BalanceMovementTable = {
  id: string;
  type: string;
  currency: string;
  amount_cents: bigint;
  fee_cents: bigint;
  source_id: string | null;
  intent_id: string | null;
  transfer_id: string | null;
  booking_id: BookingId | null;
  at: Date;
  created_at: Date;
};

export type DiscrepancyTable = {
  id: DiscrepancyId;
  kind: DiscrepancyKind;
  subject: string;
  state: DiscrepancyState;
  evidence: ColumnType<unknown, string, string>;
  first_seen_at: Date;
  last_seen_at: Date;
  closed_at: Date | null;
  repaired_by: AccountId | null;
};

export type ReconciliationCursorTable = { name: string; position: string; updated_at: Date };

export type WebhookEventTable = {
  event_id: string;
  type: string;
  intent_id: string | null;
  payload: Json;
  received_at: Date;
  processed_at: Date | null;
};
