import { DomainError } from '../errors/domain-error.ts';
import type { Actor } from './account.ts';

/**
 * Checks the e-mail address in calls such as the specification's list of a buyer's orders, which name the owner of the
 * list by e-mail address. The session decides whose list is returned. The e-mail address in the call is optional. When
 * the address is present, it must be the caller's own, for admins too.
 * @throws DomainError NOT_FOUND for another user's address and for an unknown address.
 */
export function assertOwnAddress(actor: Actor, email: string | undefined): void {
  if (email === undefined || email === '') return;
  if (email.toLowerCase() !== actor.email) throw new DomainError('NOT_FOUND');
}
