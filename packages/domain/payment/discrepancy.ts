import type { Id } from '../ids/id.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';

/**
 * The kinds of discrepancy between payments, the card provider, bookings and listings. Each kind has one repair
 * (docs/operations.md).
 */
export const discrepancyKinds = [
  'charge-without-payment',
  'payment-without-charge',
  'charge-mismatch',
  'charge-of-another-booking',
  'hold-past-its-end',
  'paid-but-not-sold',
  'sold-without-payment',
  'refund-overdue',
  'refund-failed',
  'event-unprocessed',
  'event-of-unknown-charge',
  'mail-undeliverable',
  'dispute-open',
  'ledger-total-differs',
  'sale-not-transferred',
  'payout-returned',
  'payout-not-sent',
  'reversal-refused',
  'payout-account-restricted',
  'seller-in-debt',
  'transfer-without-sale',
  'provider-fee-differs',
  'balance-unexplained',
] as const;
export type DiscrepancyKind = (typeof discrepancyKinds)[number];

/**
 * `repaired` means that an admin's repair succeeded. `resolved` means that the discrepancy disappeared without a
 * repair.
 */
export const discrepancyStates = ['open', 'repaired', 'resolved'] as const;
export type DiscrepancyState = (typeof discrepancyStates)[number];

export const discrepancyLifecycle: Lifecycle<DiscrepancyState, 'repair' | 'resolve', 'admin' | 'reconciler'> = {
  noun: 'discrepancy',
  initialState: 'open',
  states: discrepancyStates,
  transitions: [
    { from: 'open', event: 'repair', to: 'repaired', by: ['admin'] },
    { from: 'open', event: 'resolve', to: 'resolved', by: ['reconciler'] },
  ],
};

export type DiscrepancyId = Id<'discrepancy'>;

export type Discrepancy = {
  readonly id: DiscrepancyId;
  readonly kind: DiscrepancyKind;
  /** The id of the charge, payment, booking, listing, seller, transfer or movement of the balance, or the currency of the ledger, that the discrepancy is about. */
  readonly subject: string;
  readonly state: DiscrepancyState;
  /** The differing records as JSON: ids, amounts in cents and states. The evidence contains no personal data. */
  readonly evidence: unknown;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly closedAt: Date | null;
};
