import { bankPartMutants } from './bank-part-mutants.ts';
import type { Mutant } from './mutant.ts';
import { reservationMutants } from './reservation-mutants.ts';

/** Mutants that let a buyer hold cars without paying (decision 0036). */
export const holdMutants: readonly Mutant[] = [
  ...reservationMutants,
  ...bankPartMutants,
  {
    name: 'HO1',
    fault: 'cancelling and booking again begins a fresh 15 minutes',
    edits: [
      {
        file: 'packages/domain/payment/hold-rules.ts',
        find: 'return { from: lastHold.from, until: lastHold.until };',
        replace: 'return { from: now, until: new Date(now.getTime() + holdMinutes * minuteMs) };',
      },
    ],
    tests: ['apps/server/payments/hold-car.test.ts'],
  },
  {
    name: 'HOLD-TURNS',
    fault: 'new accounts of one network take turns with a car',
    edits: [
      {
        file: 'packages/domain/payment/hold-rules.ts',
        find: 'if (computeCooldownEnd(newestNetworkHold) > now) {',
        replace: 'if (computeCooldownEnd(newestNetworkHold) < now) {',
      },
    ],
    tests: ['apps/server/payments/hold-car.test.ts'],
  },
  {
    name: 'HOLD-SHARE',
    fault: 'an account that is not new counts with the new accounts of its network',
    edits: [
      {
        file: 'packages/database/payments/holds.ts',
        find: "    .where('own.created_at', '>', times.newAccountsSince)\n",
        replace: '',
      },
    ],
    tests: ['apps/server/payments/hold-car.test.ts'],
  },
  {
    name: 'HO2',
    fault: 'a hold that has run out is renewed for its buyer',
    edits: [
      {
        file: 'packages/domain/payment/hold-rules.ts',
        find: 'if (isResumable || computeCooldownEnd(lastHold) > now) {',
        replace: 'if (isResumable && computeCooldownEnd(lastHold) > now) {',
      },
    ],
    tests: ['apps/server/payments/hold-car.test.ts'],
  },
  {
    name: 'HO3',
    fault: 'holds of an hour and of a day are not counted',
    edits: [
      {
        file: 'packages/domain/payment/hold-rules.ts',
        find: 'if (oldestCountedStartMs !== undefined) {',
        replace: 'if (oldestCountedStartMs !== oldestCountedStartMs) {',
      },
    ],
    tests: ['apps/server/payments/hold-car.test.ts'],
  },
  {
    name: 'HO4',
    fault: 'the holds of a buyer are counted without the lock of the buyer',
    edits: [
      {
        file: 'apps/server/payments/hold-car.ts',
        find: 'await authoriseActor(context, trx, actor);',
        replace: "await authoriseActor(context, trx, actor, 'shared');",
      },
      {
        file: 'packages/database/payments/holds.ts',
        find: 'pg_advisory_xact_lock(hashtextextended(',
        replace: 'length(concat(',
      },
    ],
    tests: ['apps/server/payments/hold-car.test.ts'],
  },
  {
    name: 'HO5',
    fault: 'one network holds as many cars as it has accounts',
    edits: [
      {
        file: 'packages/domain/payment/hold-rules.ts',
        find: 'if (networkHoldEnds.length >= limits.perAddress) {',
        replace: 'if (networkHoldEnds.length < 0) {',
      },
    ],
    tests: ['apps/server/payments/hold-car.test.ts'],
  },
  {
    name: 'HO6',
    fault: 'leaving the payment page frees nothing',
    edits: [
      {
        file: 'apps/server/payments/release-page.ts',
        find: 'if (foundAttempt === undefined || visitId === undefined) return false;',
        replace: 'if (foundAttempt !== null) return false;',
      },
    ],
    tests: ['apps/server/payments/release-page.test.ts'],
  },
  {
    name: 'HO7',
    fault: 'a page that is left releases the hold of a later page',
    edits: [
      {
        file: 'packages/database/payments/holds.ts',
        find: "    .where('visit_id', '=', visitId)\n    .where('state', '=', 'open')\n    .where('released_at', 'is', null)\n    .executeTakeFirst();\n  return row &&",
        replace:
          "    .where('state', '=', 'open')\n    .where('released_at', 'is', null)\n    .executeTakeFirst();\n  return row &&",
      },
      {
        file: 'packages/database/payments/holds.ts',
        find: "    .where('visit_id', '=', visitId)\n    .where('state', '=', 'open')\n    .where('released_at', 'is', null)\n    .executeTakeFirst();\n  return result",
        replace:
          "    .where('state', '=', 'open')\n    .where('released_at', 'is', null)\n    .executeTakeFirst();\n  return result",
      },
    ],
    tests: ['apps/server/payments/release-page.test.ts'],
  },
  {
    name: 'HO8',
    fault: 'a hold is released while the bank of the buyer is asked',
    edits: [
      {
        file: 'apps/server/payments/release-page.ts',
        find: 'if (intent?.isConfirming === true) return false;',
        replace: '',
      },
    ],
    tests: ['apps/server/payments/release-page.test.ts'],
  },
  {
    name: 'HO9',
    fault: "an admin's withdrawal waits for the buyer who holds the car",
    edits: [
      {
        file: 'apps/server/listings/withdraw-listing.ts',
        find: "if (actor.role === 'admin') return",
        replace: 'if (actor.role === null) return',
      },
      {
        file: 'apps/server/listings/withdraw-listing.ts',
        find: "  assertRole(actor, 'Seller');\n",
        replace: '',
      },
    ],
    tests: ['apps/server/payments/break-hold.test.ts'],
  },
  {
    name: 'HO10',
    fault: 'the buyer of a broken hold takes it up again',
    edits: [
      {
        file: 'packages/database/payments/holds.ts',
        find: '.set({ expires_at: now })',
        replace: '.set({ updated_at: now })',
      },
    ],
    tests: ['apps/server/payments/break-hold.test.ts'],
  },
  {
    name: 'HO11',
    fault: 'booking and cancelling in a loop has no end',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: '    assertBookingPace(bookingTimes, bookingPaceRules, now);\n',
        replace: '    void bookingTimes;\n',
      },
    ],
    tests: ['apps/server/payments/hold-car.test.ts'],
  },
];
