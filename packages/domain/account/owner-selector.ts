import { DomainError } from '../errors/domain-error.ts';
import type { Actor } from './account.ts';

/**
 * Checks the e-mail address by which the specification's lists identify their owner. The session decides whose list is
 * returned. The address is optional, and must be the caller's own when it is present. An admin cannot read other users'
 * lists with these calls.
 * @throws DomainError NOT_FOUND for another user's address and for an unknown address.
 */
export function assertOwnAddress(actor: Actor, email: string | undefined): void {
  if (email === undefined || email === '') return;
  if (email.toLowerCase() !== actor.email) throw new DomainError('NOT_FOUND');
}
