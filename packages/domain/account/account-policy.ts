import { DomainError } from '../errors/domain-error.ts';
import { possibleEvents } from '../lifecycle/lifecycle.ts';
import type { Account, AccountId, Actor } from './account.ts';
import { type AccountEvent, accountLifecycle } from './account-lifecycle.ts';

/** The caller's own account, or any for an admin; accounts are identified by e-mail address here. */
export function mayReadAccount(actor: Pick<Actor, 'email' | 'role'>, email: string): boolean {
  return actor.role === 'admin' || actor.email === email;
}

/** Admins change the status of other accounts. @throws DomainError OWN_ACCOUNT. */
export function assertOtherAccount(actor: Pick<Actor, 'accountId'>, accountId: AccountId): void {
  if (actor.accountId === accountId) throw new DomainError('OWN_ACCOUNT');
}

/** What an admin may do with an account in this state; nothing with their own. */
export function adminEventsOn(status: Account['status'], isOwn: boolean): readonly AccountEvent[] {
  return isOwn ? [] : possibleEvents(accountLifecycle, status, 'admin');
}

/**
 * Whether an admin may verify a seller or remove the verification; null for neither. A suspended seller cannot be verified.
 */
export function verificationChange(seller: {
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

/** Only sellers have a seller kind. @throws DomainError ROLE_REQUIRED. */
export function assertMayChangeKind(account: Pick<Account, 'role' | 'sellerKind'>, kind: Account['sellerKind']): void {
  if (kind !== account.sellerKind && account.role !== 'Seller') throw new DomainError('ROLE_REQUIRED');
}
