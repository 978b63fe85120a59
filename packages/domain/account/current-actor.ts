import type { Actor } from './account.ts';

declare const current: unique symbol;

/**
 * An actor whose account is locked by the running transaction and was found active, with the same role and a valid session.
 * Only apps/server/accounts/authorise-actor.ts creates such values. The value is not valid after the transaction.
 */
export type CurrentActor = Actor & { readonly [current]: true };

/** A current actor who is an admin. Changes that only admins may make require this type. */
export type CurrentAdmin = CurrentActor & { readonly role: 'admin' };
