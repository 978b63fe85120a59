import { DomainError } from '../errors/domain-error.ts';
import { isClosedByProvider, type PayoutAccountState } from './payout-account.ts';

/** The facts that decide whether a seller may set or change the account to which their money goes. */
export type PayoutSafety = {
  /** The time since which the seller's sign-ins need a second factor; null without one. */
  readonly secondFactorAt: Date | null;
  /** The time at which the seller last confirmed by a mailed link; null when they never did. */
  readonly confirmedAt: Date | null;
};

/** @throws DomainError SECOND_FACTOR_REQUIRED when the account has no second factor. */
export function assertHasSecondFactor({ secondFactorAt }: PayoutSafety): void {
  if (secondFactorAt === null) throw new DomainError('SECOND_FACTOR_REQUIRED');
}

/**
 * Whether the seller has confirmed by a mailed link after they added the second factor of their account. A confirmation
 * before the second factor was added does not count. A person who has stolen only the password can add the first second
 * factor, but cannot read the seller's mails.
 */
export function isPayoutConfirmed({ secondFactorAt, confirmedAt }: PayoutSafety): boolean {
  return secondFactorAt !== null && confirmedAt !== null && confirmedAt >= secondFactorAt;
}

/**
 * Checks that a seller may set or change the account to which their money goes. The caller has already checked the
 * seller's role, the recent sign-in and the proof of the second factor.
 * @throws DomainError SECOND_FACTOR_REQUIRED, PAYOUTS_UNCONFIRMED.
 */
export function assertMayChangePayouts(payoutSafety: PayoutSafety): void {
  assertHasSecondFactor(payoutSafety);
  if (!isPayoutConfirmed(payoutSafety)) throw new DomainError('PAYOUTS_UNCONFIRMED');
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
