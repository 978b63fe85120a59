import { DomainError } from '../errors/domain-error.ts';
import type { Actor } from './account.ts';

/**
 * The specification's lists name their owner by e-mail. The session decides whose list it is; the address is only a
 * selector that must be one's own, and may be left out. An admin reads no other's list here.
 * @throws DomainError NOT_FOUND for another's address, exactly like for an unknown one.
 */
export function assertOwnAddress(actor: Actor, email: string | undefined): void {
  if (email === undefined || email === '') return;
  if (email.toLowerCase() !== actor.email) throw new DomainError('NOT_FOUND');
}
