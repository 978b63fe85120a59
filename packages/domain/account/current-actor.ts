import type { Actor } from './account.ts';

declare const current: unique symbol;

/**
 * An actor whose account is locked by the running transaction and was found active, in the same role and with a live session,
 * behind that lock. Only apps/server/accounts/authorise-actor.ts makes one. It is invalid after the transaction.
 */
export type CurrentActor = Actor & { readonly [current]: true };

/** The same for an admin: what changes something in the name of an admin asks for one. */
export type CurrentAdmin = CurrentActor & { readonly role: 'admin' };
