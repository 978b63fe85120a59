import type { Mutant } from './mutant.ts';

const transactionTests = ['packages/database/connection/pipelined-transaction.test.ts'];
const transactionFile = 'packages/database/connection/pipelined-transaction.ts';
const paymentsFile = 'packages/database/payments/payments.ts';
const planTests = ['packages/database/connection/generic-plans.test.ts'];
const settlePayment = 'apps/server/payments/settle-payment.ts';

/** Mutants of settlements and of the transactions in which they are made (decisions 0007 and 0070). */
export const settlementMutants: readonly Mutant[] = [
  {
    name: 'SE1',
    fault: 'the totals of accounts are locked while the other changes are checked',
    edits: [
      {
        file: transactionFile,
        find: 'isCheckedBeforeCommit !== true || isSentWithCommit === true;',
        replace: 'isCheckedBeforeCommit !== true;',
      },
    ],
    tests: transactionTests,
  },
  {
    name: 'SE2',
    fault: 'a transaction is answered before its COMMIT',
    edits: [
      {
        file: transactionFile,
        find: "    const commitResults = await sendInOneRoundTrip(client, [...save.filter(isLast), 'COMMIT']);",
        replace:
          "    void sendInOneRoundTrip(client, [...save.filter(isLast), 'COMMIT']).catch(() => undefined);\n    const commitResults = ['COMMIT'];",
      },
    ],
    tests: transactionTests,
  },
  {
    name: 'SE3',
    fault: 'COMMIT is sent although the driver refuses a statement of the same message',
    edits: [
      {
        file: 'packages/database/connection/send-together.ts',
        find: "if (typeof statement !== 'string') assertOneText(statement);",
        replace: 'if (statement === undefined) assertOneText(statement);',
      },
    ],
    tests: transactionTests,
  },
  {
    name: 'SE4',
    fault:
      'the payment of a part on record is an answer for the whole price, so that a missed freeze is not made up for',
    edits: [
      {
        file: settlePayment,
        find: 'knownRecords.payment?.partId === null',
        replace: 'knownRecords.payment !== undefined',
      },
    ],
    tests: ['apps/server/bank-parts/end-bank-parts.test.ts'],
  },
  {
    name: 'SE5',
    fault: 'an event counts as processed while another call stores it',
    edits: [
      {
        file: paymentsFile,
        find: 'row === undefined || row.processed_at === null',
        replace: 'row?.processed_at === null',
      },
    ],
    tests: ['apps/server/payments/receive-event.test.ts'],
  },
  {
    name: 'SE6',
    fault: 'an event counts as processed before its effect, which then fails',
    edits: [{ file: paymentsFile, find: 'hasEffect ? null : event.receivedAt', replace: 'event.receivedAt' }],
    tests: ['apps/server/payments/receive-event.test.ts'],
  },
  {
    name: 'SE7',
    fault: 'on a new server, marking a booking as paid reads every open booking',
    edits: [
      {
        file: 'packages/database/payments/settlement-statements.ts',
        find: "reserved_until = NULL WHERE id = $1 AND status = $3\",\n    values: [id, now, 'unpaid'],",
        replace: "reserved_until = NULL WHERE id = $1 AND status = 'unpaid'\",\n    values: [id, now],",
      },
    ],
    tests: planTests,
  },
  {
    name: 'SE8',
    fault: 'a settlement reads every dispute',
    edits: [
      {
        file: 'packages/database/payments/disputes.ts',
        find: 'intent_id IN (SELECT intent_id FROM payment WHERE booking_id = $1 UNION ALL SELECT $2)',
        replace: 'intent_id = $2 OR intent_id IN (SELECT intent_id FROM payment WHERE booking_id = $1)',
      },
    ],
    tests: planTests,
  },
  {
    name: 'SE9',
    fault: 'open bookings of earlier days count towards the limits of a day',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: 'counted.filter(({ createdAt }) => createdAt > countWindowStart)',
        replace: 'counted',
      },
    ],
    tests: ['apps/server/bookings/count-sellers.test.ts'],
  },
  {
    name: 'SE10',
    fault: 'cancelled bookings of the day count as open ones',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: 'counted.filter(({ isOpen }) => isOpen)',
        replace: 'counted',
      },
    ],
    tests: ['apps/server/bookings/book-listing.test.ts'],
  },
];
