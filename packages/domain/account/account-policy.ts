import { DomainError } from '../errors/domain-error.ts';
import { listPossibleEvents } from '../lifecycle/lifecycle.ts';
import type { Account, AccountId, Actor } from './account.ts';
import { type AccountEvent, accountLifecycle } from './account-lifecycle.ts';

/**
 * Whether the actor may read the account with this e-mail address. Users may read their own account, and admins may
 * read every account.
 */
export function mayReadAccount(actor: Pick<Actor, 'email' | 'role'>, email: string): boolean {
  return actor.role === 'admin' || actor.email === email;
}

/** Checks that an admin does not change the status of their own account. @throws DomainError OWN_ACCOUNT. */
export function assertOtherAccount(actor: Pick<Actor, 'accountId'>, accountId: AccountId): void {
  if (actor.accountId === accountId) throw new DomainError('OWN_ACCOUNT');
}

/**
 * Returns the actions that an admin may take on an account in this status. The result is empty for the admin's own
 * account.
 */
export function listAdminEvents(status: Account['status'], isOwn: boolean): readonly AccountEvent[] {
  return isOwn ? [] : listPossibleEvents(accountLifecycle, status, 'admin');
}

/**
 * Returns how an admin may change the verification of a seller: `unverify` for a verified seller, `verify` for an
 * active seller who is not verified, and null for every other seller.
 */
export function findVerificationEvent(seller: {
  readonly status: Account['status'];
  readonly verified: boolean;
}): 'verify' | 'unverify' | null {
  if (seller.verified) return 'unverify';
  return seller.status === 'active' ? 'verify' : null;
}

/** @throws DomainError ROLE_REQUIRED. */
export function assertRole<R extends NonNullable<Actor['role']>>(actor: Pick<Actor, 'role'>, role: R): void {
  if (actor.role !== role) throw new DomainError('ROLE_REQUIRED');
}

/**
 * Checks that a user may change the seller kind of their account to `kind`: only sellers may.
 * @throws DomainError ROLE_REQUIRED.
 */
export function assertMayChangeKind(account: Pick<Account, 'role' | 'sellerKind'>, kind: Account['sellerKind']): void {
  if (kind !== account.sellerKind && account.role !== 'Seller') throw new DomainError('ROLE_REQUIRED');
}
