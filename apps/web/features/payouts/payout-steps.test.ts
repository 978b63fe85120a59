import type { PayoutAccount } from '@carhouse/contract/payout-accounts';
import { describe, expect, it } from 'vitest';
import { groupRequirements } from './payout-requirements.ts';
import { countMissingParts, findPayoutSituation, listPayoutSteps } from './payout-steps.ts';

const noAccount: PayoutAccount = {
  state: 'none',
  hasSecondFactor: false,
  confirmed: false,
  detailsSubmitted: false,
  requirements: [],
  disabledReason: null,
  bank: null,
  hasSales: false,
  stateSince: null,
};
const bank = { name: 'DBS', last4: '0417', since: '2026-11-03T00:00:00Z' };
const readyAccount: PayoutAccount = { ...noAccount, hasSecondFactor: true, confirmed: true };
const onboardingAccount: PayoutAccount = { ...readyAccount, state: 'onboarding', stateSince: '2026-11-01T00:00:00Z' };
const restrictedAccount: PayoutAccount = { ...onboardingAccount, state: 'restricted', detailsSubmitted: true, bank };

const listStates = (account: PayoutAccount): string[] =>
  listPayoutSteps(account).map(({ name, state }) => `${name} ${state}`);

describe('the steps of Get Paid', () => {
  it('begin with what makes the account safe', () => {
    const laterSteps = ['about todo', 'identity todo', 'bank todo', 'payout todo'];
    expect(listStates(noAccount)).toEqual(['safety now', 'mail todo', ...laterSteps]);
    expect(listStates({ ...noAccount, hasSecondFactor: true })).toEqual(['safety done', 'mail now', ...laterSteps]);
    expect(listStates(readyAccount)).toEqual(['safety done', 'mail done', 'about now', ...laterSteps.slice(1)]);
  });

  it('say what is missing in the form, and which part is next', () => {
    const account = { ...onboardingAccount, requirements: ['individual.verification.document', 'external_account'] };
    expect(listPayoutSteps(account)).toEqual([
      { name: 'about', state: 'done', text: 'Given', stateText: 'Done' },
      { name: 'identity', state: 'now', text: 'A photo of your ID', stateText: 'Next' },
      { name: 'bank', state: 'missing', text: 'Your bank account', stateText: 'Missing' },
      { name: 'payout', state: 'todo', text: 'After your first hand-over', stateText: '' },
    ]);
    expect(countMissingParts(account)).toBe(2);
  });

  it('ask for the second step again when it is gone', () => {
    const account = {
      ...onboardingAccount,
      hasSecondFactor: false,
      confirmed: false,
      requirements: ['external_account'],
    };
    expect(listStates(account)).toEqual([
      'safety now',
      'mail todo',
      'about done',
      'identity done',
      'bank missing',
      'payout todo',
    ]);
  });

  it('of a restricted account are stopped, with the questions that only some sellers are asked', () => {
    const account = { ...restrictedAccount, requirements: ['owners.first_name', 'future.code'] };
    expect(listStates(account)).toEqual(['about done', 'identity done', 'bank done', 'owners stop', 'other stop']);
    expect(listPayoutSteps(account)[2]).toEqual({
      name: 'bank',
      state: 'done',
      text: 'Account ending 0417',
      stateText: 'Done',
    });
  });

  it('wait while the identity is checked', () => {
    const account = { ...onboardingAccount, detailsSubmitted: true, bank };
    expect(listStates(account)).toEqual(['about done', 'identity now', 'bank done', 'payout todo']);
  });
});

describe('the situation of a seller', () => {
  it.each([
    [noAccount, 'start'],
    [{ ...onboardingAccount, requirements: ['external_account'] }, 'needed'],
    [onboardingAccount, 'needed'],
    [{ ...onboardingAccount, detailsSubmitted: true }, 'checking'],
    [{ ...onboardingAccount, state: 'active' as const }, 'active'],
    [restrictedAccount, 'stopped'],
    [{ ...restrictedAccount, disabledReason: 'rejected.fraud' }, 'closed'],
    [{ ...restrictedAccount, disabledReason: 'missing' }, 'closed'],
  ])('of %o is %s', (account, situation) => {
    expect(findPayoutSituation(account)).toBe(situation);
  });
});

describe('the requirements of the payment company', () => {
  it('are in words, each once', () => {
    const codes = [
      'business_profile.mcc',
      'business_type',
      'company.address.line1',
      'company.directors_provided',
      'company.name',
      'company.tax_id',
      'individual.address.line1',
      'individual.address.postal_code',
      'individual.dob.day',
      'individual.dob.month',
      'individual.email',
      'individual.first_name',
      'individual.id_number',
      'individual.last_name',
      'individual.phone',
      'person.verification.additional_document',
      'representative.verification.document',
      'tos_acceptance.date',
      'something.new',
    ];
    expect(Object.fromEntries(groupRequirements(codes))).toEqual({
      about: [
        'what you sell',
        'private person or company',
        'the address of the company',
        'the name of the company',
        'the UEN',
        'your address',
        'your date of birth',
        'your email address',
        'your name',
        'your phone number',
        'your agreement to its terms',
      ],
      identity: ['your ID number', 'a document that shows your address', 'a photo of your ID'],
      owners: ['who owns and runs the company'],
      other: ['it says more on its page'],
    });
  });
});
