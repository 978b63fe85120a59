import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { FeeRuleId } from '@carhouse/domain/fee/fee-rule';
import type { Cents } from '@carhouse/domain/money/money';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import type { ComplaintGround, ComplaintId, ComplaintOutcome } from '@carhouse/domain/sale/complaint';
import type { SaleState } from '@carhouse/domain/sale/sale';

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
  buyer_id: AccountId;
  seller_id: AccountId;
  state: SaleState;
  currency: string;
  price_cents: Cents;
  fee_cents: Cents;
  gst_cents: Cents;
  fee_rule_id: FeeRuleId | null;
  netted_cents: Cents | null;
  paid_at: Date;
  handed_over_at: Date | null;
  confirm_by: Date | null;
  confirmed_at: Date | null;
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
