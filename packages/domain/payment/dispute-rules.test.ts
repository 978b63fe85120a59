import { describe, expect, it } from 'vitest';
import { cents } from '../money/money.ts';
import { type DisputeFacts, locateChargeMoney } from './dispute-rules.ts';

const price = cents(90_000);
const lost: DisputeFacts = { kind: 'dispute', status: 'lost', open: false, amount: price };
const withdrawn: DisputeFacts = { ...lost, status: 'needs_response', open: true };

describe('the money of a charge', () => {
  it.each<[string, readonly DisputeFacts[], string]>([
    ['without a dispute', [], 'kept'],
    ['with a fraud warning', [{ ...lost, kind: 'warning', status: 'made_with_lost_card', amount: null }], 'kept'],
    ['with an inquiry', [{ ...withdrawn, status: 'warning_needs_response' }], 'kept'],
    ['with an inquiry that is closed', [{ ...lost, status: 'warning_closed' }], 'kept'],
    ['with a dispute that is won', [{ ...lost, status: 'won' }], 'kept'],
    ['with an open dispute', [withdrawn], 'disputed'],
    ['with a dispute that is reviewed', [{ ...withdrawn, status: 'under_review' }], 'disputed'],
    ['with a lost dispute', [lost], 'taken-back'],
    ['with a lost dispute over one cent less', [{ ...lost, amount: cents(89_999) }], 'disputed'],
    [
      'with two lost disputes over all of it',
      [lost, lost].map((each) => ({ ...each, amount: cents(45_000) })),
      'taken-back',
    ],
    [
      'with a lost dispute and an open one over the rest',
      [
        { ...lost, amount: cents(45_000) },
        { ...withdrawn, amount: cents(45_000) },
      ],
      'disputed',
    ],
  ])('%s is where the banks have decided', (_what, disputes, money) => {
    expect(locateChargeMoney(disputes, price)).toBe(money);
  });
});
