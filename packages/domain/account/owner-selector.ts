import { DomainError } from '../errors/domain-error.ts';
import type { Actor } from './account.ts';

/**
 * The lists of the specification identify their owner by e-mail address. The session decides whose list it is; the address
 * is optional and must be the caller's own when it is given. An admin cannot read other users' lists here.
 * @throws DomainError NOT_FOUND for another user's address and for an unknown one.
 */
export function assertOwnAddress(actor: Actor, email: string | undefined): void {
  if (email === undefined || email === '') return;
  if (email.toLowerCase() !== actor.email) throw new DomainError('NOT_FOUND');
}
