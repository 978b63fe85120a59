import { DomainError } from '../errors/domain-error.ts';
import type { Account, AccountId, Actor } from './account.ts';

/** The own account, or any for an admin; e-mail addresses name accounts here. */
export function mayReadAccount(actor: Pick<Actor, 'email' | 'role'>, email: string): boolean {
  return actor.role === 'admin' || actor.email === email;
}

/** Admins change the status of others. @throws DomainError OWN_ACCOUNT. */
export function assertOtherAccount(actor: Pick<Actor, 'accountId'>, accountId: AccountId): void {
  if (actor.accountId === accountId) throw new DomainError('OWN_ACCOUNT');
}

/** @throws DomainError ROLE_REQUIRED. */
export function assertRole<R extends NonNullable<Actor['role']>>(actor: Pick<Actor, 'role'>, role: R): void {
  if (actor.role !== role) throw new DomainError('ROLE_REQUIRED');
}

/** The kind of a seller is said by sellers only. @throws DomainError ROLE_REQUIRED. */
export function assertMayChangeKind(account: Pick<Account, 'role' | 'sellerKind'>, kind: Account['sellerKind']): void {
  if (kind !== account.sellerKind && account.role !== 'Seller') throw new DomainError('ROLE_REQUIRED');
}
