import type { AccountId } from '@carhouse/domain/account/account';
import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The facts of a car on which a reservation depends. */
export type ReservableCar = {
  readonly id: ListingId;
  readonly sellerId: AccountId;
  readonly status: ListingStatus;
  readonly price: Cents;
  /** The deposit that the seller asks; null when the car cannot be reserved. */
  readonly askedDeposit: Cents | null;
};

/** Finds a car whose seller is active. */
export async function findReservableCar(
  database: Database | Transaction,
  id: ListingId,
): Promise<ReservableCar | undefined> {
  const row = await database
    .selectFrom('listing')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .select(['listing.id', 'listing.seller_id', 'listing.status', 'listing.resale_price_cents'])
    .select('listing.reservation_deposit_cents')
    .where('listing.id', '=', id)
    .where('account.status', '=', 'active')
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      sellerId: row.seller_id,
      status: row.status,
      price: row.resale_price_cents,
      askedDeposit: row.reservation_deposit_cents,
    }
  );
}

/**
 * Saves the deposit that a seller asks for a car; with null, the car cannot be reserved. The listing must be locked.
 */
export async function saveAskedDeposit(trx: Transaction, id: ListingId, deposit: Cents | null): Promise<void> {
  await trx.updateTable('listing').set({ reservation_deposit_cents: deposit }).where('id', '=', id).execute();
}
