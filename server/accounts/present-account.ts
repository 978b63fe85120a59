import type { User } from '@carhouse/contract/accounts';
import type { Account } from '@carhouse/core/account/account';

/** An account in the words of the specification, for its owner or an admin. */
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
