import { describe, expect, it } from 'vitest';
import { cents } from '../money/money.ts';
import { compareCharge, type ProviderCharge, type ServerCharge } from './compare-charge.ts';
import type { AttemptId } from './payment.ts';

const serverCharge: ServerCharge = {
  attemptId: 'a1' as AttemptId,
  amount: cents(500n),
  currency: 'sgd',
  livemode: false,
  isPaid: true,
  recordedRefund: null,
};
const providerCharge: ProviderCharge = {
  hasSucceeded: true,
  attemptId: 'a1',
  amount: cents(500n),
  amountRefunded: cents(0n),
  currency: 'sgd',
  livemode: false,
};

describe('the two sides of a charge', () => {
  it.each([
    ['agree', serverCharge, providerCharge, null],
    [
      'agree that nothing was charged yet',
      { ...serverCharge, isPaid: false },
      { ...providerCharge, hasSucceeded: false },
      null,
    ],
    [
      'agree once money goes back',
      { ...serverCharge, recordedRefund: cents(500n) },
      { ...providerCharge, amount: cents(1n) },
      null,
    ],
    [
      'agree that a part went back',
      { ...serverCharge, recordedRefund: cents(250n) },
      { ...providerCharge, amountRefunded: cents(250n) },
      null,
    ],
    ['agree before a part went back', { ...serverCharge, recordedRefund: cents(250n) }, providerCharge, null],
    [
      'differ in the part that went back',
      { ...serverCharge, recordedRefund: cents(250n) },
      { ...providerCharge, amountRefunded: cents(251n) },
      'charge-mismatch',
    ],
    ['have nothing to do with each other', null, { ...providerCharge, attemptId: null }, null],
    ['agree that what nobody knows went back', null, { ...providerCharge, amountRefunded: cents(500n) }, null],
    ['miss the payment', { ...serverCharge, isPaid: false }, providerCharge, 'charge-without-payment'],
    ['miss everything of ours', null, providerCharge, 'charge-without-payment'],
    ['miss the charge', serverCharge, null, 'payment-without-charge'],
    [
      'miss the success of the charge',
      serverCharge,
      { ...providerCharge, hasSucceeded: false },
      'payment-without-charge',
    ],
    ['are about two attempts', serverCharge, { ...providerCharge, attemptId: 'a2' }, 'charge-of-another-booking'],
    ['differ in the amount', serverCharge, { ...providerCharge, amount: cents(499n) }, 'charge-mismatch'],
    [
      'differ in the currency',
      { ...serverCharge, isPaid: false },
      { ...providerCharge, currency: 'usd' },
      'charge-mismatch',
    ],
    ['differ in the mode', serverCharge, { ...providerCharge, livemode: true }, 'charge-mismatch'],
    ['differ in what went back', serverCharge, { ...providerCharge, amountRefunded: cents(500n) }, 'charge-mismatch'],
  ] as const)('%s', (_what, server, provider, kind) => {
    expect(compareCharge(server, provider)).toBe(kind);
  });
});
