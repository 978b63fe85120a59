import type { Mutant } from './mutant.ts';

const rulesFile = 'packages/domain/reservation/reservation.ts';
const ruleTests = ['packages/domain/reservation/reservation.test.ts'];
const joinQueueTests = ['apps/server/reservations/join-queue.test.ts'];
const releaseTests = ['apps/server/reservations/release-reservation.test.ts'];
const repeatTests = ['apps/server/reservations/check-repeats.test.ts'];
const conditionTests = ['apps/server/reservations/state-condition.test.ts'];

/**
 * Mutants that give a buyer or a seller the wrong part of a deposit, or give a car to a buyer who is not next in the
 * queue (decision 0079).
 */
export const reservationMutants: readonly Mutant[] = [
  {
    name: 'RS1',
    fault: 'the whole deposit is forfeited',
    edits: [{ file: rulesFile, find: 'return cents(deposit / 2n);', replace: 'return cents(deposit);' }],
    tests: ruleTests,
  },
  {
    name: 'RS2',
    fault: 'the cent that cannot be halved goes to the seller',
    edits: [{ file: rulesFile, find: 'return cents(deposit / 2n);', replace: 'return cents((deposit + 1n) / 2n);' }],
    tests: ruleTests,
  },
  {
    name: 'RS3',
    fault: 'the free days last a moment longer',
    edits: [
      {
        file: rulesFile,
        find: 'const timeBasedDivision = at < freeUntil',
        replace: 'const timeBasedDivision = at <= freeUntil',
      },
    ],
    tests: ruleTests,
  },
  {
    name: 'RS4',
    fault: 'a condition may be stated at its deadline',
    edits: [{ file: rulesFile, find: 'at < condition.deadline;', replace: 'at <= condition.deadline;' }],
    tests: ruleTests,
  },
  {
    name: 'RS5',
    fault: 'a buyer forfeits half when the seller withdraws',
    edits: [
      {
        file: 'packages/domain/reservation/reservation-rule.ts',
        find: "'seller-withdrew': { by: 'seller', refund: 'all' },",
        replace: "'seller-withdrew': { by: 'seller', refund: 'by-time' },",
      },
    ],
    tests: ruleTests,
  },
  {
    name: 'RS6',
    fault: 'the provider refunds the whole charge although a part of it is forfeited',
    edits: [
      {
        file: 'apps/server/payments/refund-charge.ts',
        find: 'payment.amount === amount ? null : amount;',
        replace: 'payment.amount === amount ? null : null;',
      },
    ],
    tests: releaseTests,
  },
  {
    name: 'RS7',
    fault: 'a refund of a part whose answer was lost is requested again after the provider has forgotten its key',
    edits: [
      {
        file: 'packages/payments/stripe-provider.ts',
        find: 'if (earlierRefund !== undefined) return readRefund(earlierRefund);',
        replace: '',
      },
    ],
    tests: releaseTests,
  },
  {
    name: 'RS8',
    fault: 'a deposit is transferred that the provider has given back as a whole',
    edits: [
      {
        file: 'apps/server/seller-payments/start-transfer.ts',
        find: "const refundableAmount = sale.kind === 'deposit' ? amount - sale.price : 0n;",
        replace: "const refundableAmount = sale.kind === 'deposit' ? amount : 0n;",
      },
    ],
    tests: releaseTests,
  },
  {
    name: 'RS9',
    fault: 'more than the recorded part of a deposit may go back at the provider unnoticed',
    edits: [
      {
        file: 'packages/domain/payment/compare-charge.ts',
        find: 'providerCharge.amountRefunded > serverCharge.recordedRefund',
        replace: 'providerCharge.amountRefunded > serverCharge.amount',
      },
    ],
    tests: ['packages/domain/payment/compare-charge.test.ts'],
  },
  {
    name: 'RS10',
    fault: 'a deposit that the bank has taken back is forfeited to the seller',
    edits: [
      {
        file: 'apps/server/reservations/decide-deposit.ts',
        find: "&& (await findChargeMoneyPlace(trx, deposit)) !== 'taken-back';",
        replace: ';',
      },
    ],
    tests: conditionTests,
  },
  {
    name: 'RS11',
    fault: 'the seller states the conditions of the buyer',
    edits: [
      {
        file: 'apps/server/reservations/state-condition.ts',
        find: 'if (conditionRules.find((rule) => rule.kind === kind)?.by !== lockedReservation.side)',
        replace: 'if (false)',
      },
    ],
    tests: conditionTests,
  },
  {
    name: 'RS12',
    fault: 'a buyer may pay for a car while it is the turn of another one',
    edits: [
      {
        file: 'apps/server/payments/hold-car.ts',
        find: 'if (reservation === undefined && firstInQueue !== undefined) assertTurnOfBuyer',
        replace: 'if (reservation !== undefined && firstInQueue !== undefined) assertTurnOfBuyer',
      },
    ],
    tests: joinQueueTests,
  },
  {
    name: 'RS13',
    fault: 'a turn lasts until another buyer uses it',
    edits: [
      {
        file: 'apps/server/payments/hold-car.ts',
        find: 'if (turnUntil !== null && now < turnUntil && buyerId === payingBuyerId) return;',
        replace: 'if (turnUntil !== null && buyerId === payingBuyerId) return;',
      },
    ],
    tests: joinQueueTests,
  },
  {
    name: 'RS14',
    fault: 'a turn passes while its buyer is paying',
    edits: [
      {
        file: 'apps/server/reservations/advance-queue.ts',
        find: 'if (car.isReserved || car.isBeingPaid) return;',
        replace: 'if (car.isReserved) return;',
      },
    ],
    tests: joinQueueTests,
  },
  {
    name: 'RS15',
    fault: 'a buyer whose turn has passed joins the queue for another turn',
    edits: [
      {
        file: 'apps/server/reservations/join-queue.ts',
        find: 'if (!(await hasHadTurn(trx, { listingId, buyerId: buyer.accountId }))) return;',
        replace: 'if ((await hasHadTurn(trx, { listingId, buyerId: buyer.accountId })) !== undefined) return;',
      },
    ],
    tests: joinQueueTests,
  },
  {
    name: 'RS16',
    fault: 'the end of a reservation promotes nobody',
    edits: [
      {
        file: 'apps/server/payments/complete-cancellation.ts',
        find: '    await advanceQueue(context, trx, listingId);',
        replace: '    void listingId;',
      },
    ],
    tests: joinQueueTests,
  },
  {
    name: 'RS17',
    fault: 'the last in the queue gets the turn, and no trigger minds',
    edits: [
      {
        file: 'apps/server/reservations/advance-queue.ts',
        find: 'for (const waitingPlace of places)',
        replace: 'for (const waitingPlace of [...places].reverse())',
      },
      {
        file: 'packages/database/migrations/0060-reservations.sql',
        find: "state = 'waiting' AND position < NEW.position)",
        replace: "state = 'waiting' AND position < 0)",
      },
    ],
    tests: joinQueueTests,
  },
  {
    name: 'RS18',
    fault: 'the queue of a car that is sold stays',
    edits: [
      {
        file: 'packages/database/migrations/0060-reservations.sql',
        find: "UPDATE reservation_queue SET state = 'closed' WHERE listing_id = NEW.id AND state IN ('waiting', 'turn');",
        replace: 'NULL;',
      },
    ],
    tests: joinQueueTests,
  },
  {
    name: 'RS19',
    fault: 'a deposit may be more than a twentieth of the price',
    edits: [
      { file: rulesFile, find: 'if (deposit * largestShareDivisor > price)', replace: 'if (deposit * 10n > price)' },
    ],
    tests: ruleTests,
  },
  {
    name: 'RS20',
    fault: 'a buyer who gives up gets another refund than the one that they saw',
    edits: [
      {
        file: 'apps/server/reservations/release-reservation.ts',
        find: '.refund !== seenRefund)',
        replace: '.refund < 0n)',
      },
    ],
    tests: releaseTests,
  },
  {
    name: 'RS21',
    fault: 'a withdrawal leaves the charge that the buyer has opened, so what it takes is kept',
    edits: [
      {
        file: 'apps/server/reservations/withdraw-reservation.ts',
        find: "await releaseBookings(context, [requireId<'booking'>(id)]);",
        replace: "void [releaseBookings, requireId<'booking'>(id)];",
      },
    ],
    tests: conditionTests,
  },
  {
    name: 'RS22',
    fault: 'a refund that was refused during a dispute is never sent again',
    edits: [
      {
        file: 'apps/server/payments/record-dispute.ts',
        find: "return !open && moneyPlaceAfter === 'kept' && (await",
        replace: "return !open && moneyPlaceAfter === 'withdrawn' && (await",
      },
    ],
    tests: ['apps/server/reservations/refund-disputed-deposit.test.ts'],
  },
  {
    name: 'RS23',
    fault: 'where no payments are taken, the first in the queue gets a turn in which nobody can reserve',
    edits: [
      {
        file: 'apps/server/reservations/advance-queue.ts',
        find: 'if (!car.isOnSale || !takesPayments(context.config.businessMode)) {',
        replace: 'if (!car.isOnSale && !takesPayments(context.config.businessMode)) {',
      },
    ],
    tests: ['apps/server/reservations/change-mode.test.ts'],
  },
  {
    name: 'RS24',
    fault: 'a buyer who has started several reservations pays all their deposits',
    edits: [
      {
        file: 'apps/server/payments/hold-car.ts',
        find: 'await assertNoRepeat(context, trx, booking);',
        replace: 'void assertNoRepeat;',
      },
    ],
    tests: repeatTests,
  },
  {
    name: 'RS25',
    fault: 'reservations that are active do not count, so a buyer holds any number of cars and ends each for nothing',
    edits: [
      {
        file: 'packages/database/reservations/earlier-reservations.ts',
        find: '(b.reserved_until IS NOT NULL OR paying.until IS NOT NULL)',
        replace: 'paying.until IS NOT NULL',
      },
    ],
    tests: repeatTests,
  },
  {
    name: 'RS26',
    fault: 'a car is reserved again by another account of the person who set it free by a condition',
    edits: [
      {
        file: 'packages/database/reservations/earlier-reservations.ts',
        find: 'buyer.id = own.id OR own.sign_up_network IS NOT NULL AND',
        replace: 'buyer.id = own.id OR own.sign_up_network IS NULL AND',
      },
    ],
    tests: repeatTests,
  },
  {
    name: 'RS27',
    fault: 'reservations by a first part do not count when they have ended',
    edits: [
      {
        file: 'packages/database/reservations/earlier-reservations.ts',
        find: "OR b.reservation_end IN ('given-up', 'lapsed') AND",
        replace: "OR b.reservation_end IN ('condition-failed') AND",
      },
    ],
    tests: repeatTests,
  },
  {
    name: 'RS28',
    fault: 'reservations by a first part that Car House has ended count against the buyer',
    edits: [
      {
        file: 'packages/database/reservations/earlier-reservations.ts',
        find: "OR b.reservation_end IN ('given-up', 'lapsed') AND",
        replace: 'OR b.reservation_end IS NOT NULL AND',
      },
    ],
    tests: repeatTests,
  },
];
