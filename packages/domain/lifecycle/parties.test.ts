import { describe, expect, it } from 'vitest';
import { accountLifecycle } from '../account/account-lifecycle.ts';
import { approvalLifecycle } from '../approval/approval.ts';
import { bookingLifecycle } from '../booking/booking-lifecycle.ts';
import { orderLifecycle } from '../booking/order-lifecycle.ts';
import { isDomainError } from '../errors/domain-error.ts';
import { importLifecycle } from '../import/import-lifecycle.ts';
import { listingLifecycle } from '../listing/listing-lifecycle.ts';
import { bankPartLifecycle } from '../payment/bank-part.ts';
import { discrepancyLifecycle } from '../payment/discrepancy.ts';
import { attemptLifecycle } from '../payment/payment-lifecycle.ts';
import { reportLifecycle } from '../report/report.ts';
import { advance, type Lifecycle, listPossibleEvents } from './lifecycle.ts';

type AnyLifecycle = Lifecycle<string, string, string>;

/** The events that each party may cause in each state, written by hand: `party: state event, state event`. */
const allowedTransitions: readonly (readonly [AnyLifecycle, readonly string[], readonly string[]])[] = [
  [
    listingLifecycle,
    ['seller', 'admin', 'payment'],
    [
      'seller: draft publish, available withdraw, available sell, withdrawn relist, withdrawn sell, sold undo-sale',
      'admin: sold undo-sale, draft hide, available hide, withdrawn hide, sold hide, hidden show, hidden give-back, hidden give-back-draft',
      'payment: available sell, withdrawn sell',
    ],
  ],
  [
    bookingLifecycle,
    ['buyer', 'seller', 'admin', 'payment'],
    [
      'buyer: unpaid cancel',
      'seller: unpaid pay-outside, paid undo-payment, unpaid cancel',
      'admin: unpaid cancel, paid refund',
      'payment: unpaid pay, unpaid lose-car',
    ],
  ],
  [
    orderLifecycle,
    ['buyer', 'seller', 'admin', 'payment'],
    [
      'buyer: booked view, paid transfer, booked cancel, viewed cancel',
      'seller: booked view, booked pay-outside, viewed pay-outside, paid undo-payment, paid undo-payment-after-viewing, paid transfer, transferred hand-over, booked cancel, viewed cancel',
      'admin: booked cancel, viewed cancel, paid refund, transferred refund, handed-over refund',
      'payment: booked pay, viewed pay, booked lose-car, viewed lose-car',
    ],
  ],
  [
    accountLifecycle,
    ['admin', 'owner', 'system'],
    [
      'admin: waiting confirm, waiting reject, active suspend, active delete, suspended reinstate, suspended delete',
      'owner: active delete',
      'system: waiting reject, active delete, suspended delete',
    ],
  ],
  [
    approvalLifecycle,
    ['another admin', 'its admin', 'system'],
    ['another admin: waiting confirm, waiting reject', 'its admin: waiting withdraw', 'system: waiting expire'],
  ],
  [
    attemptLifecycle,
    ['provider', 'reconciler', 'admin'],
    [
      'provider: open settle, open cancel, open lose-car, cancelled charge-late, refund_due refund, refunded refund-fails',
      'reconciler: open settle, open cancel, open lose-car, cancelled charge-late, refund_due refund, refunded refund-fails',
      'admin: succeeded give-back',
    ],
  ],
  [
    bankPartLifecycle,
    ['buyer', 'seller', 'admin', 'cancellation'],
    [
      'buyer: expected state, stated withdraw, sent-back deny-return, sent-back confirm-return',
      'seller: stated receive, stated refuse, to-return send-back',
      'admin: received reject, received confirm, to-return record-return, sent-back deny-return, sent-back confirm-return',
      'cancellation: expected end-unpaid, stated end-unpaid, received end, confirmed end',
    ],
  ],
  [reportLifecycle, ['admin', 'system'], ['admin: open dismiss, open uphold', 'system: open end']],
  [discrepancyLifecycle, ['admin', 'reconciler'], ['admin: open repair', 'reconciler: open resolve']],
  [
    importLifecycle,
    ['seller', 'admin', 'system'],
    [
      'seller: ready change-columns, ready check, ready start, ready ask-review',
      'seller: checked change-columns, checked check, checked start, checked ask-review',
      'seller: failed change-columns, failed check, failed start, failed ask-review',
      'seller: stopped change-columns, stopped check, stopped start, stopped ask-review',
      'seller: examining stop, checking stop, running stop, withdrawing stop, done withdraw-gone',
      'admin: examining stop, checking stop, running stop, withdrawing stop',
      'admin: awaiting review release, awaiting review reject',
      'system: receiving receive, examining finish, examining fail, examining stop',
      'system: checking finish, checking fail, checking stop, running finish, running fail, running stop',
      'system: withdrawing finish, withdrawing fail, withdrawing stop',
    ],
  ],
];

const listEvents = (table: AnyLifecycle): string[] => [...new Set(table.transitions.map(({ event }) => event))];

/** Returns the result of `advance`: the next state, or the error code. */
function findOutcome(table: AnyLifecycle, state: string, event: string, party: string): string {
  try {
    return advance(table, state, event, party);
  } catch (error) {
    return isDomainError(error) ? error.code : String(error);
  }
}

describe.each(allowedTransitions)('the lifecycle of $noun', (table, parties, lines) => {
  const allowedEvents = new Set(
    lines.flatMap((line) => {
      const [party = '', stepList = ''] = line.split(': ');
      return stepList.split(', ').map((step) => `${party}: ${step}`);
    }),
  );

  it.each(parties)('lets %s do this and nothing else', (party) => {
    for (const state of table.states)
      for (const event of listEvents(table)) {
        const transition = table.transitions.find((each) => each.from === state && each.event === event);
        const refusal = transition === undefined ? 'ILLEGAL_TRANSITION' : 'ROLE_REQUIRED';
        const expectedOutcome = allowedEvents.has(`${party}: ${state} ${event}`) ? transition?.to : refusal;
        expect(findOutcome(table, state, event, party), `${party} ${state} ${event}`).toBe(expectedOutcome);
      }
  });

  it.each(parties)('offers %s what it would let them do', (party) => {
    for (const state of table.states) {
      const offeredEvents = listPossibleEvents(table, state, party).map((event) => `${party}: ${state} ${event}`);
      const expectedOutcome = [...allowedEvents].filter((step) => step.startsWith(`${party}: ${state} `));
      expect(offeredEvents.sort()).toEqual(expectedOutcome.sort());
    }
  });
});
