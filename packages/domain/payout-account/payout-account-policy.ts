import { DomainError } from '../errors/domain-error.ts';
import { isClosedByProvider, type PayoutAccountState } from './payout-account.ts';

/** The facts that decide whether a seller may set or change the account to which their money goes. */
export type PayoutChangeFacts = {
  /** The time since which the seller's sign-ins need a second factor; null when the account has no second factor. */
  readonly secondFactorAt: Date | null;
  /** The time at which the seller last confirmed their payouts by a mailed link; null before. */
  readonly confirmedAt: Date | null;
};

/** @throws DomainError SECOND_FACTOR_REQUIRED when the account has no second factor. */
export function assertHasSecondFactor({ secondFactorAt }: PayoutChangeFacts): void {
  if (secondFactorAt === null) throw new DomainError('SECOND_FACTOR_REQUIRED');
}

/**
 * Whether the seller has confirmed by a mailed link after they added the second factor of their account. A confirmation
 * before the second factor was added does not count. A person who has stolen only the password can add the first second
 * factor, but cannot read the seller's mails.
 */
export function isPayoutConfirmed({ secondFactorAt, confirmedAt }: PayoutChangeFacts): boolean {
  return secondFactorAt !== null && confirmedAt !== null && confirmedAt >= secondFactorAt;
}

/**
 * Checks that a seller may set or change the account to which their money goes. The caller has already checked the
 * seller's role, the recent sign-in and the proof of the second factor.
 * @throws DomainError SECOND_FACTOR_REQUIRED, PAYOUTS_UNCONFIRMED.
 */
export function assertMayChangePayouts(payoutChangeFacts: PayoutChangeFacts): void {
  assertHasSecondFactor(payoutChangeFacts);
  if (!isPayoutConfirmed(payoutChangeFacts)) throw new DomainError('PAYOUTS_UNCONFIRMED');
}

type AccountPageState = { readonly state: PayoutAccountState; readonly disabledReason: string | null };

/** Whether the seller can fill in the provider's form, or continue a form that they have begun. */
export function mayFillInOnboardingForm({ state, disabledReason }: AccountPageState): boolean {
  return state !== 'active' && !isClosedByProvider(disabledReason);
}

/** Whether the seller can change their details and their bank account on the provider's page. */
export function mayOpenProviderPage({ state, disabledReason }: AccountPageState): boolean {
  return (state === 'active' || state === 'restricted') && !isClosedByProvider(disabledReason);
}
