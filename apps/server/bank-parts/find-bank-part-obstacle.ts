import type { Database } from '@carhouse/database/connection/connect';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { listParts } from '@carhouse/database/payments/payment-parts';
import type { Booking } from '@carhouse/domain/booking/booking';
import type { BankPart, BankPartObstacle } from '@carhouse/domain/payment/bank-part';
import { takesPayments } from '@carhouse/domain/payment/business-mode';
import { findNextPart } from '@carhouse/domain/payment/payment-plan';
import type { ReservationState } from '@carhouse/domain/reservation/reservation';
import type { Context } from '../context.ts';
import { isDepositAsked } from '../reservations/check-deposit.ts';

/**
 * The facts about the order to which a bank part belongs. `reservation` is the state of the order's reservation with a
 * deposit; undefined when the order has no such reservation.
 */
type OrderOfBankPart = Pick<Booking, 'id' | 'listingId' | 'status'> & {
  readonly reservedUntil: Date | null;
  readonly reservation: ReservationState | undefined;
};

/** Returns what must happen before the money of a bank can complete the price of an open order; null when nothing must. */
export async function findBankPartObstacle(
  { config }: Pick<Context, 'config'>,
  database: Database | Transaction,
  part: Pick<BankPart, 'state'>,
  { id, listingId, status, reservedUntil, reservation }: OrderOfBankPart,
): Promise<BankPartObstacle | null> {
  if (status !== 'unpaid') return null;
  const hasOpenPartPaidHere = findNextPart(await listParts(database, id)) !== undefined;
  if (!takesPayments(config.businessMode)) return hasOpenPartPaidHere ? 'no-payments' : null;
  if (part.state !== 'expected' || reservedUntil !== null) return null;
  if (reservation === 'started') return 'deposit';
  return (await isDepositAsked(database, listingId)) ? 'reserve' : 'first-part';
}
