import type { Person, PersonOrder } from '@carhouse/contract/person';
import { type ListedAccount, listAccounts } from '@carhouse/database/accounts/account-lists';
import { type BookingRecord, listBookingsOfBuyer, listBookingsOfSeller } from '@carhouse/database/bookings/bookings';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { Context } from '../context.ts';
import { presentListedAccount } from './present-account.ts';

/** Maximum number of orders on the admins' page of a user. */
const shownOrderCountMaximum = 20;

/**
 * Returns an account with its newest orders, for an admin.
 * @throws DomainError NOT_FOUND for an unknown or deleted account.
 */
export async function showPerson(context: Context, id: string): Promise<Person> {
  const accountId = requireId<'account'>(id);
  const [account] = await listAccounts(context.database, { id: accountId }, 1);
  if (account === undefined) throw new DomainError('NOT_FOUND');
  const [boughtOrders, soldOrders] = await Promise.all([
    listBookingsOfBuyer(context.database, accountId, shownOrderCountMaximum),
    listBookingsOfSeller(context.database, accountId, shownOrderCountMaximum),
  ]);
  const orders = [...boughtOrders, ...soldOrders].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return presentPerson(account, orders.slice(0, shownOrderCountMaximum));
}

function presentPerson(account: ListedAccount, orders: readonly BookingRecord[]): Person {
  return {
    account: presentListedAccount(account),
    verifiedAt: account.verifiedAt?.toISOString() ?? null,
    emailConfirmed: account.emailConfirmed,
    orders: orders.map(presentOrder),
  };
}

function presentOrder(booking: BookingRecord): PersonOrder {
  const { snapshot } = booking;
  return {
    _id: booking.id,
    productId: booking.listingId,
    title: snapshot.title,
    category: snapshot.brand,
    price: dollarsFromCents(booking.price),
    status: booking.status,
    bookedAt: booking.createdAt.toISOString(),
    buyer: { _id: booking.buyerId, name: snapshot.buyerName },
    seller: { _id: booking.sellerId, name: snapshot.sellerName },
  };
}
