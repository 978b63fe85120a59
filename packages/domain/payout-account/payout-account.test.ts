import { describe, expect, it } from 'vitest';
import { missingFacts, type ProviderFacts } from './payout-account.ts';
import { computeNextAccountCheckTime, decidePayoutAccountState } from './payout-account-lifecycle.ts';
import {
  assertMayChangePayouts,
  isPayoutConfirmed,
  mayFillInOnboardingForm,
  mayOpenProviderPage,
} from './payout-account-policy.ts';

const payoutBank = { bankId: 'ba_1', name: 'DBS', last4: '0417' };
const completeAccount: ProviderFacts = {
  detailsSubmitted: true,
  canReceiveTransfers: true,
  canPayOut: true,
  requirements: [],
  disabledReason: null,
  bank: payoutBank,
};
const [monday, tuesday] = [new Date('2026-11-23T04:00:00Z'), new Date('2026-11-24T04:00:00Z')];

describe('the state of a payout account', () => {
  it.each(['onboarding', 'active', 'restricted'] as const)(
    'is active when the provider pays out, after %s',
    (previousState) => {
      expect(decidePayoutAccountState(completeAccount, previousState)).toBe('active');
    },
  );

  it.each([{ canReceiveTransfers: false }, { canPayOut: false }, { bank: null }])(
    'is not active with %j',
    (unmetCondition) => {
      const facts = { ...completeAccount, ...unmetCondition };
      expect(decidePayoutAccountState(facts, 'onboarding')).toBe('onboarding');
      expect(decidePayoutAccountState(facts, 'active')).toBe('restricted');
      expect(decidePayoutAccountState(facts, 'restricted')).toBe('restricted');
    },
  );

  it('is restricted when the provider has closed an account that was never active', () => {
    const facts = { ...completeAccount, canPayOut: false };
    expect(decidePayoutAccountState({ ...facts, disabledReason: 'rejected.fraud' }, 'onboarding')).toBe('restricted');
    expect(decidePayoutAccountState({ ...facts, disabledReason: 'requirements.past_due' }, 'onboarding')).toBe(
      'onboarding',
    );
    expect(decidePayoutAccountState(missingFacts, 'onboarding')).toBe('restricted');
  });

  it('is read again after an hour while its seller is expected to act, otherwise after a day', () => {
    const computeHoursUntilCheck = (state: 'onboarding' | 'active' | 'restricted', stateSince: Date, now: Date) =>
      (computeNextAccountCheckTime({ state, stateSince }, now).getTime() - now.getTime()) / 3_600_000;
    expect(computeHoursUntilCheck('onboarding', monday, tuesday)).toBe(1);
    expect(computeHoursUntilCheck('restricted', monday, tuesday)).toBe(1);
    expect(computeHoursUntilCheck('active', monday, tuesday)).toBe(24);
    expect(computeHoursUntilCheck('restricted', monday, new Date('2026-12-05T04:00:00Z'))).toBe(24);
  });
});

describe('who may change where the money goes', () => {
  it('has a second factor, and has confirmed by mail since it was added', () => {
    const makeAccessCheck = (secondFactorAt: Date | null, confirmedAt: Date | null) => () =>
      assertMayChangePayouts({ secondFactorAt, confirmedAt });
    expect(makeAccessCheck(null, null)).toThrow(expect.objectContaining({ code: 'SECOND_FACTOR_REQUIRED' }));
    expect(makeAccessCheck(null, monday)).toThrow(expect.objectContaining({ code: 'SECOND_FACTOR_REQUIRED' }));
    expect(makeAccessCheck(monday, null)).toThrow(expect.objectContaining({ code: 'PAYOUTS_UNCONFIRMED' }));
    expect(makeAccessCheck(tuesday, monday)).toThrow(expect.objectContaining({ code: 'PAYOUTS_UNCONFIRMED' }));
    expect(makeAccessCheck(monday, tuesday)).not.toThrow();
    expect(isPayoutConfirmed({ secondFactorAt: null, confirmedAt: monday })).toBe(false);
  });

  it('goes to the form before the account is active, and to the page of the provider afterwards', () => {
    const listPageAccess = (
      state: 'none' | 'onboarding' | 'active' | 'restricted',
      disabledReason: string | null = null,
    ) => {
      const account = { state, disabledReason };
      return [mayFillInOnboardingForm(account), mayOpenProviderPage(account)];
    };
    expect(listPageAccess('none')).toEqual([true, false]);
    expect(listPageAccess('onboarding')).toEqual([true, false]);
    expect(listPageAccess('active')).toEqual([false, true]);
    expect(listPageAccess('restricted')).toEqual([true, true]);
    expect(listPageAccess('restricted', 'rejected.other')).toEqual([false, false]);
  });
});
