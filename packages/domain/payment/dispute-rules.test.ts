import { describe, expect, it } from 'vitest';
import { cents } from '../money/money.ts';
import { type DisputeFacts, locateChargeMoney } from './dispute-rules.ts';

const price = cents(90_000);
const lostDispute: DisputeFacts = { kind: 'dispute', status: 'lost', open: false, amount: price };
const withdrawn: DisputeFacts = { ...lostDispute, status: 'needs_response', open: true };

describe('the money of a charge', () => {
  it.each<[string, readonly DisputeFacts[], string]>([
    ['without a dispute', [], 'kept'],
    [
      'with a fraud warning',
      [{ ...lostDispute, kind: 'warning', status: 'made_with_lost_card', amount: null }],
      'kept',
    ],
    ['with an inquiry', [{ ...withdrawn, status: 'warning_needs_response' }], 'kept'],
    ['with an inquiry that is closed', [{ ...lostDispute, status: 'warning_closed' }], 'kept'],
    ['with a dispute that is won', [{ ...lostDispute, status: 'won' }], 'kept'],
    ['with an open dispute', [withdrawn], 'disputed'],
    ['with a dispute that is reviewed', [{ ...withdrawn, status: 'under_review' }], 'disputed'],
    ['with a lost dispute', [lostDispute], 'taken-back'],
    ['with a lost dispute over one cent less', [{ ...lostDispute, amount: cents(89_999) }], 'disputed'],
    [
      'with two lost disputes over all of it',
      [lostDispute, lostDispute].map((each) => ({ ...each, amount: cents(45_000) })),
      'taken-back',
    ],
    [
      'with a lost dispute and an open one over the rest',
      [
        { ...lostDispute, amount: cents(45_000) },
        { ...withdrawn, amount: cents(45_000) },
      ],
      'disputed',
    ],
  ])('%s is where the banks have decided', (_what, disputes, money) => {
    expect(locateChargeMoney(disputes, price)).toBe(money);
  });
});
