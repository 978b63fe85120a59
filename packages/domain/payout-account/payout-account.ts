import type { AccountId } from '../account/account.ts';

export const payoutAccountStates = ['none', 'onboarding', 'active', 'restricted'] as const;
export type PayoutAccountState = (typeof payoutAccountStates)[number];

/** The seller's bank account at the provider, without its number. */
export type PayoutBank = { readonly bankId: string; readonly name: string; readonly last4: string };

/**
 * The facts that the provider reports about a seller's account. All values come from the provider, and none from a
 * client or an event.
 */
export type ProviderFacts = {
  /** Whether the seller has finished the provider's form at least once. */
  readonly detailsSubmitted: boolean;
  readonly canReceiveTransfers: boolean;
  readonly canPayOut: boolean;
  /** The provider's codes for the data that the seller must still provide, most urgent first. */
  readonly requirements: readonly string[];
  /** The provider's code for why the account is disabled; null while the account is not disabled. */
  readonly disabledReason: string | null;
  readonly bank: PayoutBank | null;
};

/**
 * A seller's payout account: the account at the provider to which the money of their sales goes. The payout account
 * exists from the seller's first mailed confirmation on.
 */
export type PayoutAccount = {
  readonly sellerId: AccountId;
  readonly state: PayoutAccountState;
  /** The provider's id of the account; null in the state `none`. It never changes. */
  readonly providerAccountId: string | null;
  /** The key with which the account is created at the provider, at most once. */
  readonly idempotencyKey: string;
  readonly detailsSubmitted: boolean;
  readonly requirements: readonly string[];
  readonly disabledReason: string | null;
  readonly bank: PayoutBank | null;
  /** The time since which the bank account is known. */
  readonly bankSince: Date | null;
  /** The time at which the seller last confirmed by a mailed link that they want to be paid to this account. */
  readonly confirmedAt: Date;
  /** The time at which the seller first asked for the account at the provider. */
  readonly startedAt: Date | null;
  /** The time at which the server last asked the provider about the account. */
  readonly checkedAt: Date | null;
  readonly createdAt: Date;
  /** The time at which the state last changed. */
  readonly stateSince: Date;
};

/** The value of `disabledReason` for an account that the provider does not know any more. */
export const missingAccountReason = 'missing';

/**
 * Whether the provider has closed the account for good. The seller of a closed account can do nothing on the provider's
 * pages.
 */
export function isClosedByProvider(disabledReason: string | null): boolean {
  return disabledReason === missingAccountReason || (disabledReason?.startsWith('rejected') ?? false);
}

/** The facts of an account that the provider does not know any more. */
export const missingFacts: ProviderFacts = {
  detailsSubmitted: false,
  canReceiveTransfers: false,
  canPayOut: false,
  requirements: [],
  disabledReason: missingAccountReason,
  bank: null,
};
