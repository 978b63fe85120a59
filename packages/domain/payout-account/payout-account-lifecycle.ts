import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import {
  isClosedByProvider,
  type PayoutAccountState,
  type ProviderFacts,
  payoutAccountStates,
} from './payout-account.ts';

export type PayoutAccountEvent = 'open' | 'enable' | 'restrict';

/** The parties that change the state. `provider` stands for what the provider answers when the server asks it. */
export type PayoutAccountParty = 'seller' | 'provider';

/**
 * The states of a payout account. An account that was never active becomes restricted only when the provider has closed
 * it; until then its seller goes on with the provider's form.
 */
export const payoutAccountLifecycle: Lifecycle<PayoutAccountState, PayoutAccountEvent, PayoutAccountParty> = {
  noun: 'payout account',
  initial: 'none',
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
 * Returns the state of an account at the provider, from what the provider says about it and the state before. An
 * account is active while it may both receive transfers and pay out.
 * @param before the state before; not `none`, because the account exists at the provider.
 */
export function payoutAccountStateOf(
  facts: ProviderFacts,
  before: Exclude<PayoutAccountState, 'none'>,
): Exclude<PayoutAccountState, 'none'> {
  if (facts.canReceiveTransfers && facts.canPayOut && facts.bank !== null) return 'active';
  return before === 'onboarding' && !isClosedByProvider(facts.disabledReason) ? 'onboarding' : 'restricted';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The days after a change of state for which an account that is not active is read every hour. */
const hourlyDays = 7;

/**
 * Returns the time at which the provider is asked again about an account: an hour later while its seller is expected to
 * act, otherwise a day later. The provider also reports changes by events, so this only makes up for lost ones.
 */
export function nextPayoutCheck(account: { state: PayoutAccountState; stateSince: Date }, now: Date): Date {
  const age = now.getTime() - account.stateSince.getTime();
  const isUnderWay = account.state !== 'active' && age < hourlyDays * dayMs;
  return new Date(now.getTime() + (isUnderWay ? hourMs : dayMs));
}
