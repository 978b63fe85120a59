import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockSale } from '@carhouse/database/sales/sales';
import type { Booking } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeConfirmationDeadline } from '@carhouse/domain/sale/sale';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { advanceSale } from './advance-sale.ts';

/**
 * Records in the sale that the seller has handed over the car. The buyer can complain until the time `confirmBy` of
 * the sale. The booking must be locked first.
 * @throws DomainError ILLEGAL_TRANSITION while the sale is frozen.
 */
export async function recordHandOver(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  booking: Pick<Booking, 'id' | 'buyerId' | 'sellerId'>,
): Promise<void> {
  const sale = await lockSale(trx, booking.id);
  if (sale === undefined) throw new DomainError('INTERNAL');
  const handedOverAt = context.now();
  const seller = { party: 'seller', actorId: booking.sellerId } as const;
  const handOverTimes = { handedOverAt, confirmBy: computeConfirmationDeadline(handedOverAt) };
  await advanceSale(context, trx, sale, 'hand-over', seller, handOverTimes);
  await announcePayment(context, trx, 'handed-over', [{ bookingId: booking.id, recipientId: booking.buyerId }]);
}
