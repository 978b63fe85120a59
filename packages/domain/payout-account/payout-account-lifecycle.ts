import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import {
  isClosedByProvider,
  type PayoutAccountState,
  type ProviderFacts,
  payoutAccountStates,
} from './payout-account.ts';

export type PayoutAccountEvent = 'open' | 'enable' | 'restrict';

/**
 * The parties that change the state. The party `provider` stands for the provider's answers to the server's requests.
 */
export type PayoutAccountParty = 'seller' | 'provider';

/**
 * The states of a payout account. An account that was never active becomes restricted only when the provider has closed
 * the account. Until the provider closes the account, its seller can continue to fill in the provider's form.
 */
export const payoutAccountLifecycle: Lifecycle<PayoutAccountState, PayoutAccountEvent, PayoutAccountParty> = {
  noun: 'payout account',
  initialState: 'none',
  states: payoutAccountStates,
  transitions: [
    { from: 'none', event: 'open', to: 'onboarding', by: ['seller'] },
    { from: 'onboarding', event: 'enable', to: 'active', by: ['provider'] },
    { from: 'onboarding', event: 'restrict', to: 'restricted', by: ['provider'] },
    { from: 'active', event: 'restrict', to: 'restricted', by: ['provider'] },
    { from: 'restricted', event: 'enable', to: 'active', by: ['provider'] },
  ],
};

/**
 * Returns the new state of a payout account, from the facts that the provider reports and the previous state. An
 * account is active while it may both receive transfers and pay out.
 * @param previousState the previous state of the account, which is never `none`, because the account exists at the
 * provider.
 */
export function decidePayoutAccountState(
  facts: ProviderFacts,
  previousState: Exclude<PayoutAccountState, 'none'>,
): Exclude<PayoutAccountState, 'none'> {
  if (facts.canReceiveTransfers && facts.canPayOut && facts.bank !== null) return 'active';
  return previousState === 'onboarding' && !isClosedByProvider(facts.disabledReason) ? 'onboarding' : 'restricted';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Number of days after a change of state in which an account that is not active is read every hour. */
const hourlyCheckDays = 7;

/**
 * Returns the time at which the server asks the provider again about an account: an hour later while its seller is
 * expected to act, otherwise a day later. The provider also reports changes by events, so asking again is needed only
 * when an event was lost.
 */
export function computeNextAccountCheckTime(account: { state: PayoutAccountState; stateSince: Date }, now: Date): Date {
  const stateAgeMs = now.getTime() - account.stateSince.getTime();
  const isOnboarding = account.state !== 'active' && stateAgeMs < hourlyCheckDays * dayMs;
  return new Date(now.getTime() + (isOnboarding ? hourMs : dayMs));
}
