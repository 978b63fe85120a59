import { findBooking } from '@carhouse/database/bookings/bookings';
import { runStatement } from '@carhouse/database/connection/statement';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { makeFeeRulesStatement } from '@carhouse/database/fees/fee-rules';
import { lockListing } from '@carhouse/database/listings/listings';
import { makeLockExpectedPartsStatement } from '@carhouse/database/payments/bank-parts';
import { listParts, prolongReservation } from '@carhouse/database/payments/payment-parts';
import { listPaymentsOfBooking } from '@carhouse/database/payments/payments';
import {
  makeLockBookingToPayStatement,
  makeLockOpenBookingsOfCarStatement,
} from '@carhouse/database/payments/settlement-statements';
import { makeReservationStatement } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeBankPartEntry } from '@carhouse/domain/ledger/payment-entries';
import { currency } from '@carhouse/domain/money/money';
import { reservedDaysAfterBankDecision } from '@carhouse/domain/payment/bank-part';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import { addDays } from '@carhouse/domain/reservation/reservation-rule';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announceToBuyerAndSeller } from '../payments/announce-payment.ts';
import { prepareSale, type SettledSale } from '../payments/sell-car.ts';
import { freezeChargedBackSale } from '../sales/open-complaint.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { advanceBankPart, lockBankPartOfOrder } from './advance-bank-part.ts';

/**
 * Confirms, for an admin, the payment of a bank that buyer and seller have stated. The part of the price that a bank
 * pays to the seller then counts as paid. When all other parts are paid, the same transaction completes the price and
 * sells the car, as the last charge of an order does. Locks are taken in the order of `settlePayment`, so that a charge
 * and this confirmation wait for each other and exactly one of them completes the price.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION (the part does not wait for an admin),
 * SECOND_FACTOR_PROOF_REQUIRED, and the errors of `authoriseAdmin`.
 */
export async function confirmBankPart(context: Context, actor: Actor, id: string): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    await assertFactorProved(context, trx, actor);
    const bookingBeforeLocks = await findBooking(trx, bookingId);
    if (bookingBeforeLocks === undefined) throw new DomainError('NOT_FOUND');
    const car = await lockListing(trx, bookingBeforeLocks.listingId, 'own');
    const openBookings = await runStatement(trx, makeLockOpenBookingsOfCarStatement(bookingBeforeLocks.listingId));
    const expectedBankParts = await runStatement(trx, makeLockExpectedPartsStatement(bookingBeforeLocks.listingId));
    const { booking, part } = await lockBankPartOfOrder(trx, actor, bookingId);
    await advanceBankPart(context, trx, part, {
      event: 'confirm',
      party: 'admin',
      actorId: admin.accountId,
      statement: { kind: 'confirm', by: admin.accountId },
    });
    const { buyerId, sellerId } = booking;
    const entry = makeBankPartEntry({ ...part, buyerId, sellerId, currency });
    const parts = await listParts(trx, bookingId);
    const isComplete = parts.every(({ isPaid }) => isPaid);
    const isCarUnsold = car?.listing.status === 'available' || car?.listing.status === 'withdrawn';
    if (isComplete && booking.status === 'unpaid' && isCarUnsold) {
      const lostBookings = openBookings
        .filter((each) => each.id !== bookingId)
        .map((each) => ({ bookingId: each.id, recipientId: each.buyerId }));
      await sellFullyPaidCar(context, trx, {
        bookingId,
        entry,
        price: sumParts(parts),
        bankPart: part.amount,
        car: car.listing,
        lostBookings,
        expectedBankParts,
      });
      return;
    }
    await prolongReservation(trx, bookingId, addDays(context.now(), reservedDaysAfterBankDecision));
    await announceToBuyerAndSeller(context, trx, 'bank-confirmed', { bookingId, buyerId, sellerId });
    await recordEntries(context, trx, [entry]);
  });
}

/**
 * Sells the car, because the bank has paid the last open part of its price. The sale refers to the last charge of the
 * price.
 */
async function sellFullyPaidCar(
  context: Context,
  trx: Transaction,
  {
    bookingId,
    entry,
    ...completedSale
  }: { readonly bookingId: BookingId; readonly entry: LedgerEntry } & Pick<
    SettledSale,
    'car' | 'lostBookings' | 'expectedBankParts' | 'price' | 'bankPart'
  >,
): Promise<void> {
  const now = context.now();
  const payment = (await listPaymentsOfBooking(trx, bookingId)).at(-1);
  const bookingToPay = await runStatement(trx, makeLockBookingToPayStatement(bookingId));
  if (payment === undefined || bookingToPay === undefined) throw new DomainError('INTERNAL');
  const { save: saveStatements } = prepareSale(context, {
    ...completedSale,
    booking: bookingToPay,
    completion: { kind: 'bank-part', paymentId: payment.id, entry },
    feeRules: await runStatement(trx, makeFeeRulesStatement(bookingId, now)),
    reservation: await runStatement(trx, makeReservationStatement(bookingId)),
    now,
  });
  for (const statement of saveStatements) await runStatement(trx, statement);
  await freezeChargedBackSale(context, trx, bookingId);
}
