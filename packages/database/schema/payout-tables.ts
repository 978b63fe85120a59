import type { AccountId } from '@carhouse/domain/account/account';
import type { DirectPaymentMethod } from '@carhouse/domain/payment-instructions/payment-instructions';
import type { PayoutAccountState } from '@carhouse/domain/payout-account/payout-account';
import type { ColumnType, Generated } from 'kysely';

export type PaymentInstructionsTable = {
  seller_id: AccountId;
  ways: DirectPaymentMethod[];
  paynow_to: string | null;
  note: string;
  changed_at: Date;
};

export type PayoutAccountTable = {
  seller_id: AccountId;
  state: PayoutAccountState;
  provider_account_id: string | null;
  idempotency_key: string;
  details_submitted: Generated<boolean>;
  /** A list of the provider's codes for what the seller must still provide. */
  requirements: ColumnType<unknown, string | undefined, string>;
  disabled_reason: string | null;
  bank_id: string | null;
  bank_name: string | null;
  bank_last4: string | null;
  bank_since: Date | null;
  confirmed_at: Date;
  started_at: Date | null;
  checked_at: Date | null;
  /** The time at which the reconciler asks the provider next; null before the seller has started. */
  next_check_at: Date | null;
  created_at: Date;
  state_since: Date;
};
