import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { FeeDocumentKind } from '@carhouse/domain/fee/fee-document';
import type { FeeRuleId } from '@carhouse/domain/fee/fee-rule';
import type { Cents } from '@carhouse/domain/money/money';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import type { ComplaintGround, ComplaintId, ComplaintOutcome } from '@carhouse/domain/sale/complaint';
import type { SaleKind, SaleState } from '@carhouse/domain/sale/sale';
import type { SellerPayoutId, SellerPayoutState } from '@carhouse/domain/seller-payment/seller-payout';
import type { SellerTransferId, SellerTransferState } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Generated, GeneratedAlways } from 'kysely';

export type FeeRuleTable = {
  id: FeeRuleId;
  valid_from: Date;
  seller_id: AccountId | null;
  brand: string | null;
  is_end: boolean;
  basis_points: number;
  fixed_cents: Cents;
  cap_cents: Cents | null;
  gst_basis_points: number;
  created_by: AccountId;
  created_at: Date;
};

export type SaleTable = {
  booking_id: BookingId;
  payment_id: PaymentId;
  kind: Generated<SaleKind>;
  buyer_id: AccountId;
  seller_id: AccountId;
  state: SaleState;
  currency: string;
  price_cents: Cents;
  /** The part of the price that a bank or a loan has paid to the seller. */
  bank_cents: Generated<Cents>;
  /** The amount that Car House owes the seller before a debt is deducted. The database computes it. */
  share_cents: GeneratedAlways<Cents>;
  fee_cents: Cents;
  gst_cents: Cents;
  fee_rule_id: FeeRuleId | null;
  netted_cents: Cents | null;
  /**
   * The amount that goes back to the seller of a refunded sale whose debt other sales have paid; null until the amount
   * is decided.
   */
  debt_refund_cents: Cents | null;
  paid_at: Date;
  handed_over_at: Date | null;
  confirm_by: Date | null;
  confirmed_at: Date | null;
  /** The time before which no transfer begins, because the last try has failed. */
  next_transfer_at: Date | null;
  updated_at: Date;
};

export type ComplaintTable = {
  id: ComplaintId;
  booking_id: BookingId;
  ground: ComplaintGround;
  buyer_text: string | null;
  seller_text: string | null;
  outcome: ComplaintOutcome | null;
  decision: string | null;
  decided_by: AccountId | null;
  opened_at: Date;
  decided_at: Date | null;
};

export type TransferTable = {
  id: SellerTransferId;
  booking_id: BookingId;
  seller_id: AccountId;
  state: SellerTransferState;
  provider_account_id: string;
  charge_id: string | null;
  payment_id: PaymentId;
  currency: string;
  amount_cents: Cents;
  idempotency_key: string;
  provider_transfer_id: string | null;
  refusal: string | null;
  reversal_round: Generated<number>;
  /**
   * The part of the transfer that pays a debt of the seller, after the bank has returned the money of a refunded sale.
   */
  taken_back_cents: Generated<Cents>;
  /** The time at which the provider has moved the part that pays a debt back to Car House. */
  taken_back_at: Date | null;
  failed_tries: Generated<number>;
  /** The time at which the reconciler takes the next step; after a refusal, the time from which a new transfer may begin. */
  next_step_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

export type PayoutTable = {
  id: SellerPayoutId;
  transfer_id: SellerTransferId;
  booking_id: BookingId;
  seller_id: AccountId;
  state: SellerPayoutState;
  provider_account_id: string;
  currency: string;
  amount_cents: Cents;
  idempotency_key: string;
  provider_payout_id: string | null;
  failure_code: string | null;
  arrives_at: Date | null;
  paid_at: Date | null;
  failed_tries: Generated<number>;
  /** The time at which the reconciler asks the provider next; null when no request is planned. */
  next_step_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

export type FeeDocumentTable = {
  booking_id: BookingId;
  kind: FeeDocumentKind;
  year: number;
  number: number;
  seller_id: AccountId;
  currency: string;
  fee_cents: Cents;
  gst_cents: Cents;
  supplier_name: string;
  supplier_address: string;
  gst_number: string | null;
  issued_at: Date;
};
