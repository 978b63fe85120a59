import type { Id } from '../ids/id.ts';

export const roles = ['Buyer', 'Seller', 'admin'] as const;
export type Role = (typeof roles)[number];
/** Sign-up offers these two; admin is made only by an admin (specification, section 6). */
export const signUpRoles = ['Buyer', 'Seller'] as const satisfies readonly Role[];
export type SignUpRole = (typeof signUpRoles)[number];

/** `waiting`: an admin account that a second admin has not approved yet. */
export const accountStatuses = ['waiting', 'active', 'suspended', 'deleted'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/**
 * A seller sells their own cars, or is a dealer. They choose it themselves; others see it only after an admin has
 * verified them.
 */
export const sellerKinds = ['private', 'dealer'] as const;
export type SellerKind = (typeof sellerKinds)[number];

export type AccountId = Id<'account'>;
export type SessionId = Id<'session'>;

/** A person. `role` is null between the two calls of sign-up. */
export type Account = {
  readonly id: AccountId;
  readonly name: string;
  readonly email: string;
  readonly role: Role | null;
  readonly photoUrl: string | null;
  readonly number: string | null;
  readonly verifiedAt: Date | null;
  readonly status: AccountStatus;
  /** Used for sellers only. */
  readonly sellerKind: SellerKind;
  /** The owner has opened a link that was mailed to the address, or a sign-in provider has verified it. */
  readonly emailConfirmed: boolean;
  /** Seeded with the demo: its password is published. */
  readonly isDemo: boolean;
  readonly createdAt: Date;
  /** Time at which an admin last refused an import, a car or the verification of this seller. */
  readonly refusedAt: Date | null;
};

/** The actor, read from the session on every request: never from the request itself. */
export type Actor = {
  readonly accountId: AccountId;
  /** The session of the request; null for background work of a user, such as an import. */
  readonly sessionId: SessionId | null;
  readonly email: string;
  readonly name: string;
  readonly role: Role | null;
};
