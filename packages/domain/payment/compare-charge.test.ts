import { describe, expect, it } from 'vitest';
import { cents } from '../money/money.ts';
import { compareCharge, type ProviderCharge, type ServerCharge } from './compare-charge.ts';
import type { AttemptId } from './payment.ts';

const ours: ServerCharge = {
  attemptId: 'a1' as AttemptId,
  amount: cents(500n),
  currency: 'sgd',
  livemode: false,
  paid: true,
  recordedRefund: null,
};
const theirs: ProviderCharge = {
  succeeded: true,
  attemptId: 'a1',
  amount: cents(500n),
  amountRefunded: cents(0n),
  currency: 'sgd',
  livemode: false,
};

describe('the two sides of a charge', () => {
  it.each([
    ['agree', ours, theirs, null],
    ['agree that nothing was charged yet', { ...ours, paid: false }, { ...theirs, succeeded: false }, null],
    ['agree once money goes back', { ...ours, recordedRefund: cents(500n) }, { ...theirs, amount: cents(1n) }, null],
    [
      'agree that a part went back',
      { ...ours, recordedRefund: cents(250n) },
      { ...theirs, amountRefunded: cents(250n) },
      null,
    ],
    ['agree before a part went back', { ...ours, recordedRefund: cents(250n) }, theirs, null],
    [
      'differ in the part that went back',
      { ...ours, recordedRefund: cents(250n) },
      { ...theirs, amountRefunded: cents(251n) },
      'charge-mismatch',
    ],
    ['have nothing to do with each other', null, { ...theirs, attemptId: null }, null],
    ['agree that what nobody knows went back', null, { ...theirs, amountRefunded: cents(500n) }, null],
    ['miss the payment', { ...ours, paid: false }, theirs, 'charge-without-payment'],
    ['miss everything of ours', null, theirs, 'charge-without-payment'],
    ['miss the charge', ours, null, 'payment-without-charge'],
    ['miss the success of the charge', ours, { ...theirs, succeeded: false }, 'payment-without-charge'],
    ['are about two attempts', ours, { ...theirs, attemptId: 'a2' }, 'charge-of-another-booking'],
    ['differ in the amount', ours, { ...theirs, amount: cents(499n) }, 'charge-mismatch'],
    ['differ in the currency', { ...ours, paid: false }, { ...theirs, currency: 'usd' }, 'charge-mismatch'],
    ['differ in the mode', ours, { ...theirs, livemode: true }, 'charge-mismatch'],
    ['differ in what went back', ours, { ...theirs, amountRefunded: cents(500n) }, 'charge-mismatch'],
  ] as const)('%s', (_what, server, provider, kind) => {
    expect(compareCharge(server, provider)).toBe(kind);
  });
});
