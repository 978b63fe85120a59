import type { Mutant } from './mutant.ts';

const bankPartFile = 'packages/domain/payment/bank-part.ts';
const confirmBankPartTests = ['apps/server/bank-parts/confirm-bank-part.test.ts'];
const reservationTests = ['apps/server/bank-parts/check-reservation.test.ts'];
const planTests = ['apps/server/payments/save-plan.test.ts'];
const debtRefundTests = ['apps/server/seller-payments/start-debt-refund.long.test.ts'];

/** Mutants of the part of a price that a bank pays to the seller (decision 0083). */
export const bankPartMutants: readonly Mutant[] = [
  {
    name: 'BK1',
    fault: 'the part counts as paid without an admin',
    edits: [
      {
        file: 'packages/database/payments/payment-parts.ts',
        find: "isPaid: row.payment_id !== null || row.bank_state === 'confirmed',",
        replace: "isPaid: row.payment_id !== null || row.bank_state === 'received',",
      },
    ],
    tests: confirmBankPartTests,
  },
  {
    name: 'BK1b',
    fault: 'a charge completes the price although no admin has confirmed the bank part',
    edits: [
      {
        file: 'packages/database/payments/payment-parts.ts',
        find: "coalesce(bank_part.state = 'confirmed', false)",
        replace: "coalesce(bank_part.state <> 'expected', false)",
      },
    ],
    tests: confirmBankPartTests,
  },
  {
    name: 'BK2',
    fault: 'the buyer says for the seller that the money is there',
    edits: [
      {
        file: bankPartFile,
        find: "{ from: 'stated', event: 'receive', to: 'received', by: ['seller'] },",
        replace: "{ from: 'stated', event: 'receive', to: 'received', by: ['seller', 'buyer'] },",
      },
    ],
    tests: ['packages/domain/lifecycle/parties.test.ts'],
  },
  {
    name: 'BK3',
    fault: 'the money of the bank is owed to the seller once more',
    edits: [
      {
        file: 'packages/domain/sale/sale.ts',
        find: 'const share = sale.price - sale.bankPart - sale.fee - sale.gst;',
        replace: 'const share = sale.price - sale.fee - sale.gst;',
      },
    ],
    tests: confirmBankPartTests,
  },
  {
    name: 'BK4',
    fault: 'the end of an order forgets the money of the bank, as if Car House refunded it',
    edits: [
      {
        file: bankPartFile,
        find: "{ from: 'confirmed', event: 'end', to: 'to-return', by: ['cancellation'] },",
        replace: "{ from: 'confirmed', event: 'end', to: 'returned', by: ['cancellation'] },",
      },
    ],
    tests: confirmBankPartTests,
  },
  {
    name: 'BK5',
    fault: 'an admin confirms without having proved a second factor',
    edits: [
      {
        file: 'apps/server/bank-parts/confirm-bank-part.ts',
        find: '    await assertFactorProved(context, trx, actor);\n',
        replace: '',
      },
    ],
    tests: confirmBankPartTests,
  },
  {
    name: 'BK6',
    fault: 'a reservation lapses although the seller has the money and no admin has decided',
    edits: [
      {
        file: 'packages/database/payments/payment-parts.ts',
        find: "            .where('bank_part.state', '=', 'received'),",
        replace: "            .where('bank_part.state', '=', 'closed'),",
      },
      {
        file: 'apps/server/payments/cancel-reservation.ts',
        find: "        if (bankPart?.state === 'received') return;\n",
        replace: '',
      },
    ],
    tests: confirmBankPartTests,
  },
  {
    name: 'BK7',
    fault: 'a debt by a fee that other sales have paid never goes back after its sale is refunded',
    edits: [
      {
        file: 'apps/server/seller-payments/pay-sellers.ts',
        find: '    items: await listSaleIdsOfOwedDebtRefunds(database, now, stepsPerRun),',
        replace: '    items: (await listSaleIdsOfOwedDebtRefunds(database, now, stepsPerRun)).slice(0, 0),',
      },
    ],
    tests: debtRefundTests,
  },
  {
    name: 'BK8',
    fault: 'money that goes back to a seller becomes their debt again when it arrives',
    edits: [
      {
        file: 'apps/server/seller-payments/record-payout-state.ts',
        find: '    if (isDebtRefund(transfer)) {',
        replace: '    if (isDebtRefund(transfer) && payout.id === transfer.id) {',
      },
    ],
    tests: debtRefundTests,
  },
  {
    name: 'BK9',
    fault: 'the whole debt by a fee goes back, although other sales have paid a part of it',
    edits: [
      {
        file: 'packages/domain/sale/sale.ts',
        find: '  return -sellerDebt < debt ? cents(-sellerDebt) : debt;',
        replace: '  return debt;',
      },
    ],
    tests: ['packages/domain/sale/sale.test.ts'],
  },
  {
    name: 'BK10',
    fault: 'an admin records the return of money without having proved a second factor',
    edits: [
      {
        file: 'apps/server/bank-parts/record-bank-return.ts',
        find: '    await assertFactorProved(context, trx, actor);\n',
        replace: '',
      },
    ],
    tests: ['apps/server/bank-parts/end-bank-parts.test.ts'],
  },
  {
    name: 'BK11',
    fault: 'a plan that was saved before the seller asked for a deposit reserves the car without it',
    edits: [
      {
        file: 'apps/server/payments/hold-car.ts',
        find: '        await assertNoDepositAsked(trx, booking.listingId);',
        replace: '        await assertNoRepeat(context, trx, booking);',
      },
    ],
    tests: ['apps/server/reservations/start-reservation.test.ts'],
  },
  {
    name: 'BK12',
    fault: 'the limit that needs a second admin ignores the part of the bank',
    edits: [
      {
        file: 'apps/server/payments/refund-payment.ts',
        find: '(await findSale(trx, bookingId))?.bankPart ?? 0n;',
        replace: '0n;',
      },
    ],
    tests: ['apps/server/payments/refund-daily.test.ts'],
  },
  {
    name: 'BK13',
    fault: 'the sum of a day ignores the parts of banks',
    edits: [
      {
        file: 'packages/database/payments/refunds.ts',
        find: '(SELECT sum(s.bank_cents) FROM sale s',
        replace: '(SELECT sum(s.bank_cents * 0) FROM sale s',
      },
    ],
    tests: ['apps/server/payments/refund-daily.test.ts'],
  },
  {
    name: 'BK14',
    fault: 'a sale whose earlier part a bank has taken back is not frozen when the last charge makes it',
    edits: [
      {
        file: 'apps/server/payments/settle-payment.ts',
        find: 'paymentId, isFreezeDue: isChargedBack },',
        replace: 'paymentId, isFreezeDue: false },',
      },
    ],
    tests: ['apps/server/bank-parts/end-bank-parts.test.ts'],
  },
  {
    name: 'BK15',
    fault: 'the bank part of a buyer who loses the car to another buyer stays expected',
    edits: [
      {
        file: 'apps/server/payments/sell-car.ts',
        find: '    ...sale.expectedBankParts\n',
        replace: '    ...sale.expectedBankParts.slice(0, 0)\n',
      },
    ],
    tests: ['apps/server/bank-parts/end-bank-parts.test.ts'],
  },
  {
    name: 'BK16',
    fault: 'the days after the decision of an admin do not fit a reservation with a deposit',
    edits: [
      {
        file: 'packages/database/migrations/0069-mends-of-bank-parts.sql',
        find: 'OR b.reserved_until > r.ends_at AND EXISTS',
        replace: 'OR b.reserved_until < r.ends_at AND EXISTS',
      },
    ],
    tests: reservationTests,
  },
  {
    name: 'BK17',
    fault: 'the buyer of a prolonged reservation has no way to pay the rest',
    edits: [
      {
        file: 'apps/server/reservations/present-reservation.ts',
        find: "  return (reservation.state === 'active' ? booking.reservedUntil : null) ?? reservation.terms?.endsAt;",
        replace:
          "  return (reservation.state === 'ended' ? booking.reservedUntil : null) ?? reservation.terms?.endsAt;",
      },
    ],
    tests: reservationTests,
  },
  {
    name: 'BK18',
    fault: 'a seller who has the money takes back that they have it, and gets half of the deposit',
    edits: [
      {
        file: bankPartFile,
        find: "{ from: 'received', event: 'reject', to: 'expected', by: ['admin'] },",
        replace:
          "{ from: 'received', event: 'reject', to: 'expected', by: ['admin'] }, { from: 'received', event: 'refuse', to: 'expected', by: ['seller'] },",
      },
    ],
    tests: reservationTests,
  },
  {
    name: 'BK19',
    fault: 'a seller who does not answer the statement of the buyer gets half of the deposit',
    edits: [
      {
        file: 'apps/server/payments/cancel-reservation.ts',
        find: 'bankPart !== undefined && isAnswerOverdue(bankPart, booking.reservedUntil)',
        replace: 'bankPart !== undefined && !isAnswerOverdue(bankPart, booking.reservedUntil) && false',
      },
    ],
    tests: reservationTests,
  },
  {
    name: 'BK20',
    fault:
      'the bank part of a buyer who has left stays expected when the seller takes the mark of a direct payment back',
    edits: [
      {
        file: 'apps/server/bookings/undo-paid-outside.ts',
        find: 'await endBankParts(context, trx, [{ bookingId: id, buyerId, sellerId }], actor.accountId),',
        replace:
          '(await endBankParts(context, trx, [{ bookingId: id, buyerId, sellerId }].slice(1), actor.accountId)),',
      },
    ],
    tests: ['apps/server/bank-parts/end-kept-plans.test.ts'],
  },
  {
    name: 'BK21',
    fault: 'one admin alone clears what a seller owes to a bank',
    edits: [
      {
        file: 'apps/server/bank-parts/confirm-bank-return.ts',
        find: '    assertOtherAccountConfirms(part, actorId);\n',
        replace: '    if (part.partId === actorId) assertOtherAccountConfirms(part, actorId);\n',
      },
      {
        file: 'packages/database/migrations/0069-mends-of-bank-parts.sql',
        find: `  WHEN (NEW.returned_by = NEW.return_recorded_by
    AND`,
        replace: `  WHEN (NEW.returned_by <> NEW.return_recorded_by
    AND`,
      },
    ],
    tests: ['apps/server/bank-parts/end-bank-parts.test.ts'],
  },
  {
    name: 'BK22',
    fault: 'money that is sent back and whose buyer is gone waits for nobody',
    edits: [
      {
        file: 'packages/database/payments/bank-parts.ts',
        find: "OR bank_part.state = 'sent-back' AND",
        replace: "OR bank_part.state = 'sent-back' AND NOT",
      },
    ],
    tests: ['apps/server/bank-parts/end-bank-parts.test.ts'],
  },
  {
    name: 'BK23',
    fault: 'a plan of which a charge was refunded is never replaced',
    edits: [
      {
        file: 'packages/database/migrations/0069-mends-of-bank-parts.sql',
        find: "state IN ('open', 'succeeded')",
        replace: "state IN ('open', 'succeeded', 'refunded')",
      },
    ],
    tests: planTests,
  },
  {
    name: 'BK24',
    fault: 'a part that a charge has paid is replaced after its refund',
    edits: [
      {
        file: 'packages/database/migrations/0069-mends-of-bank-parts.sql',
        find: 'NOT EXISTS (SELECT FROM payment WHERE part_id = OLD.id)',
        replace: 'true',
      },
    ],
    tests: planTests,
  },
  {
    name: 'BK25',
    fault: 'a statement in the last minutes leaves the seller no time to answer',
    edits: [
      {
        file: 'apps/server/bank-parts/state-bank-payment.ts',
        find: 'await extendReservationForAnswer(context, trx, reservation);',
        replace: 'void extendReservationForAnswer;',
      },
    ],
    tests: reservationTests,
  },
  {
    name: 'BK26',
    fault: 'a buyer prolongs a reservation by one statement after the other',
    edits: [
      {
        file: 'packages/domain/payment/bank-part.ts',
        find: 'Math.min(statedAt.getTime() + bankAnswerPeriodMs, latestEndMs)',
        replace: 'Math.max(statedAt.getTime() + bankAnswerPeriodMs, latestEndMs - latestEndMs)',
      },
    ],
    tests: reservationTests,
  },
  {
    name: 'BK27',
    fault: 'a statement shortly before the end gives the whole deposit back',
    edits: [
      {
        file: 'packages/domain/payment/bank-part.ts',
        find: 'statedAt.getTime() + bankAnswerPeriodMs <= reservedUntil.getTime()',
        replace: 'statedAt.getTime() <= reservedUntil.getTime()',
      },
    ],
    tests: reservationTests,
  },
  {
    name: 'BK28',
    fault: 'a seller refuses a statement in the last minute, and the buyer has no time to answer',
    edits: [
      {
        file: 'apps/server/bank-parts/refuse-bank-payment.ts',
        find: "if (party === 'seller')\n      await extendReservationForAnswer(context, trx, await findReservationOfBooking(trx, bookingId));",
        replace: 'void extendReservationForAnswer;',
      },
    ],
    tests: reservationTests,
  },
  {
    name: 'BK29',
    fault: 'a seller refuses after the time of the reservation, before the reconciler ends it',
    edits: [
      {
        file: 'apps/server/bank-parts/refuse-bank-payment.ts',
        find: "if (party !== 'admin') assertReservationNotOver(booking, context.now());",
        replace: 'void assertReservationNotOver;',
      },
    ],
    tests: reservationTests,
  },
];
