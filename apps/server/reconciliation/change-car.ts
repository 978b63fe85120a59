import { recordAudit } from '@carhouse/database/audit/audit';
import { findBooking, hasPaidBooking, lockBooking } from '@carhouse/database/bookings/bookings';
import { runStatement } from '@carhouse/database/connection/statement';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { changeListingStatus, lockListing } from '@carhouse/database/listings/listings';
import { makeCancelOtherBookingsStatement } from '@carhouse/database/payments/settlement-statements';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import type { AuditEvent } from '@carhouse/domain/audit/audit-event';
import { parseId } from '@carhouse/domain/ids/id';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import { endBankParts } from '../bank-parts/end-bank-parts.ts';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';

type CarChange = AuditEvent & { readonly nounId: string; readonly before: string; readonly after: string };

/**
 * Marks the listing of a paid booking as sold and closes the listing's other bookings, as the settlement of a payment
 * does.
 */
export async function markCarSold(context: Context, actor: Actor, bookingId: string): Promise<void> {
  const id = parseId<'booking'>(bookingId);
  const foundBooking = id && (await findBooking(context.database, id));
  if (foundBooking === undefined) return;
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const car = await lockListing(trx, foundBooking.listingId, 'own');
    const booking = await lockBooking(trx, foundBooking.id);
    if (car === undefined || booking?.status !== 'paid' || car.listing.status === 'sold') return;
    const { status } = car.listing;
    const nextStatus = advanceListing(status, 'sell', 'payment');
    const now = context.now();
    await changeListingStatus(trx, car.listing.id, status, nextStatus, now);
    const reason = 'The car was sold to another buyer.';
    const cancelledBookings = await runStatement(
      trx,
      makeCancelOtherBookingsStatement(car.listing.id, booking.id, reason, now),
    );
    await endBankParts(
      context,
      trx,
      cancelledBookings.map(({ bookingId: lostId, recipientId }) => ({
        bookingId: lostId,
        buyerId: recipientId,
        sellerId: booking.sellerId,
      })),
      admin.accountId,
    );
    await recordCarChange(context, trx, admin, {
      action: 'sell',
      noun: 'listing',
      nounId: car.listing.id,
      before: status,
      after: nextStatus,
    });
    for (const { bookingId: nounId } of cancelledBookings)
      await recordCarChange(context, trx, admin, {
        action: 'lose-car',
        noun: 'booking',
        nounId,
        before: 'unpaid',
        after: 'cancelled',
      });
    await announcePayment(context, trx, 'car-lost', cancelledBookings);
  });
}

/** Withdraws a listing that is marked as sold although it has not been paid for. */
export async function withdrawSoldCar(context: Context, actor: Actor, listingId: string): Promise<void> {
  const id = parseId<'listing'>(listingId);
  if (id === undefined) return;
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const car = await lockListing(trx, id, 'own');
    if (car?.listing.status !== 'sold' || (await hasPaidBooking(trx, id))) return;
    const nextStatus = advanceListing(car.listing.status, 'undo-sale', 'admin');
    await changeListingStatus(trx, id, car.listing.status, nextStatus, context.now());
    await recordCarChange(context, trx, admin, {
      action: 'undo-sale',
      noun: 'listing',
      nounId: id,
      before: 'sold',
      after: nextStatus,
    });
  });
}

function recordCarChange(context: Context, trx: Transaction, admin: CurrentAdmin, step: CarChange): Promise<void> {
  const { before, after } = step;
  return recordAudit(context, trx, {
    ...step,
    actorId: admin.accountId,
    before: { status: before },
    after: { status: after },
  });
}
