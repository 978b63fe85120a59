import type { Database } from '@carhouse/database/connection/connect';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { findReservableCar } from '@carhouse/database/reservations/reservable-cars';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { computeOfferedDeposit } from '@carhouse/domain/reservation/reservation';

/** Whether the seller of a car asks for a deposit now. */
export async function isDepositAsked(database: Database | Transaction, listingId: ListingId): Promise<boolean> {
  const car = await findReservableCar(database, listingId);
  return car !== undefined && computeOfferedDeposit(car.askedDeposit, car.price) !== null;
}

/**
 * Checks that the seller of a car asks for no deposit. The first paid part of a plan reserves the car, so a buyer could
 * use a plan of their own to avoid the deposit.
 * @throws DomainError DEPOSIT_REQUIRED.
 */
export async function assertNoDepositAsked(trx: Transaction, listingId: ListingId): Promise<void> {
  if (await isDepositAsked(trx, listingId)) throw new DomainError('DEPOSIT_REQUIRED');
}
