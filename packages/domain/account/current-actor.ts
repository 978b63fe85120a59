import type { Actor } from './account.ts';

declare const currentActorSymbol: unique symbol;

/**
 * An actor whose account the running transaction has locked and found to be active, with an unchanged role and a valid
 * session. Only apps/server/accounts/authorise-actor.ts creates such values. A value of this type is valid only until
 * its transaction ends.
 */
export type CurrentActor = Actor & { readonly [currentActorSymbol]: true };

/** A current actor who is an admin. Changes that only admins may make require this type. */
export type CurrentAdmin = CurrentActor & { readonly role: 'admin' };
