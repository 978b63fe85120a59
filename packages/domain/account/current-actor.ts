import type { Actor } from './account.ts';

declare const current: unique symbol;

/**
 * An actor whose account the running transaction has locked and found active, with the same role and a valid session. Only
 * apps/server/accounts/authorise-actor.ts makes one. It is not valid after the transaction.
 */
export type CurrentActor = Actor & { readonly [current]: true };

/** The same for an admin: changes made by an admin require it. */
export type CurrentAdmin = CurrentActor & { readonly role: 'admin' };
