import type { AccountLinkRecord, AccountRecord } from '../accounts/account-records.ts';
import type { BalanceTransactionRecord } from '../balance/balance-records.ts';
import type { CardBrand, CardFunding } from '../cards/cards.ts';
import type { PayoutRecord } from '../payouts/payout-records.ts';
import type { StripeErrorBody } from '../stripe-error.ts';
import type { TransferRecord, TransferReversalRecord } from '../transfers/transfer-records.ts';

/** The records of the provider. Times are seconds since 1970, amounts are minor units (cents). */

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

export type IntentRecord = {
  id: string;
  clientSecret: string;
  amount: number;
  currency: string;
  created: number;
  status: IntentStatus;
  description: string | null;
  receiptEmail: string | null;
  metadata: Record<string, string>;
  paymentMethodTypes: string[];
  automaticPaymentMethods: boolean;
  allowedPaymentMethodTypes: string[] | null;
  /**
   * Joins the charge with the transfers of its money. The field is absent or null when the intent has no such value.
   */
  transferGroup?: string | null;
  /** Number of payment attempts. The number is absent when there were no attempts. */
  attempts?: number;
  paymentMethodId: string | null;
  latestChargeId: string | null;
  lastPaymentError: StripeErrorBody | null;
  /** The id of the open 3-D Secure challenge. The id is the secret part of the URL of the challenge page. */
  challengeId: string | null;
  /**
   * The open QR code of PayNow. The id of the QR code is the secret part of the URL of its page. The field is absent or
   * null when the intent has no such value.
   */
  paynow?: { id: string; expiresAt: number; shopUrl: string | null } | null;
  canceledAt: number | null;
  cancellationReason: string | null;
};

/** A card, or PayNow. A record without a type is a card. */
export type PaymentMethodRecord = CardMethodRecord | PaynowMethodRecord;

export type PaynowMethodRecord = {
  id: string;
  type: 'paynow';
  created: number;
  name: string | null;
  email: string | null;
  /** Whether a test wants refunds to fail. */
  doRefundsFail?: boolean;
};

export type CardMethodRecord = {
  id: string;
  type?: 'card';
  created: number;
  /**
   * The published number of the test card, which identifies its row in cards.ts. The number is null for any other card,
   * because other card numbers are never stored.
   */
  testCard: string | null;
  brand: CardBrand;
  funding: CardFunding;
  country: string | null;
  last4: string;
  expMonth: number;
  expYear: number;
  cvcGiven: boolean;
  name: string | null;
  email: string | null;
};

export type ChargeRecord = {
  id: string;
  intentId: string;
  paymentMethodId: string;
  amount: number;
  amountRefunded: number;
  currency: string;
  created: number;
  status: 'succeeded' | 'failed';
  description: string | null;
  metadata: Record<string, string>;
  failure: { code: string; declineCode: string | null; message: string; blocked: boolean } | null;
  /** The id of the movement of the balance that the charge caused. The id is absent when the charge failed. */
  balanceTransactionId?: string;
  transferGroup?: string | null;
  /** The ids of the refunds, the oldest first. The list of ids is absent when the charge has none. */
  refundIds?: readonly string[];
  /** The ids of the disputes of the charge. The list of ids is absent when the charge has none. */
  disputeIds?: readonly string[];
};

export type RefundRecord = {
  id: string;
  intentId: string;
  chargeId: string;
  amount: number;
  currency: string;
  created: number;
  status: 'pending' | 'succeeded' | 'failed';
  reason: string | null;
  failureReason: string | null;
  metadata: Record<string, string>;
  /** The id of the movement of the balance that the refund caused. */
  balanceTransactionId?: string;
  /** The id of the movement of the balance that the failure of the refund caused. */
  failureTransactionId?: string;
  /** The final state of a refund whose state changes later. */
  becomes: 'succeeded' | 'failed' | null;
};

/** A dispute, or an early fraud warning. A warning needs no evidence from the shop and is never closed. */
export type DisputeRecord = {
  id: string;
  kind: 'dispute' | 'warning';
  intentId: string;
  chargeId: string;
  amount: number;
  currency: string;
  created: number;
  reason: string;
  /** The movements of the balance: the money that the bank took, and the money that the bank gave back. */
  balanceTransactionIds?: readonly string[];
  /** The texts that the shop has given as evidence. The field is absent when the shop has given no evidence. */
  evidence?: Record<string, string>;
  /** Number of times that the shop has submitted evidence. The field is absent when the shop has given no evidence. */
  submissions?: number;
  status: 'needs_response' | 'warning_needs_response' | 'won' | 'lost' | 'warning_closed';
};

export type EventRecord = {
  id: string;
  /** The connected account in which the event happened. The field is absent for the platform's own account. */
  account?: string;
  type: string;
  created: number;
  apiVersion: string;
  /** The object in the form in which the API presented it at the time of the event. */
  object: unknown;
  request: { id: string | null; idempotency_key: string | null };
  delivery: 'none' | 'pending' | 'delivered' | 'abandoned';
};

/** The stored response to an idempotent call. `id` is the kind of API key, the connected account if any, and the caller's idempotency key. */
export type AnswerRecord = {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  created: number;
};

export type Tables = {
  intents: IntentRecord;
  paymentMethods: PaymentMethodRecord;
  charges: ChargeRecord;
  refunds: RefundRecord;
  disputes: DisputeRecord;
  accounts: AccountRecord;
  accountLinks: AccountLinkRecord;
  transfers: TransferRecord;
  transferReversals: TransferReversalRecord;
  payouts: PayoutRecord;
  balanceTransactions: BalanceTransactionRecord;
  events: EventRecord;
  answers: AnswerRecord;
};

export type TableName = keyof Tables;
export const tableNames: readonly TableName[] = [
  'intents',
  'paymentMethods',
  'charges',
  'refunds',
  'disputes',
  'accounts',
  'accountLinks',
  'transfers',
  'transferReversals',
  'payouts',
  'balanceTransactions',
  'events',
  'answers',
];
