import type { ListedUser, User } from '@carhouse/contract/accounts';
import type { ListedAccount } from '@carhouse/database/accounts/account-lists';
import type { Account } from '@carhouse/domain/account/account';

/** Returns an account in the field names of the specification, for its owner or an admin. */
export function presentAccount(account: Account): User {
  return {
    _id: account.id,
    name: account.name,
    email: account.email,
    role: account.role ?? '',
    photoURL: account.photoUrl ?? '',
    permission: account.verifiedAt === null ? '' : 'Verified',
    ...(account.number === null ? {} : { number: account.number }),
  };
}

/**
 * Returns an account with its status, for the admins' lists. The admins' lists of accounts contain no deleted accounts.
 */
export function presentListedAccount(account: ListedAccount): ListedUser {
  return {
    ...presentAccount(account),
    status: account.status === 'deleted' ? 'suspended' : account.status,
    standingReason: account.standingReason,
    joinedAt: account.createdAt.toISOString(),
    cars: account.cars,
    sold: account.sold,
    orders: account.orders,
  };
}
