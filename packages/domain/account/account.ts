import type { Id } from '../ids/id.ts';

export const roles = ['Buyer', 'Seller', 'admin'] as const;
export type Role = (typeof roles)[number];
/** Sign-up offers these two; admin is made only by an admin (specification, section 6). */
export const signUpRoles = ['Buyer', 'Seller'] as const satisfies readonly Role[];
export type SignUpRole = (typeof signUpRoles)[number];

/** `waiting`: an admin whom another admin has made, until a second one confirms it. */
export const accountStatuses = ['waiting', 'active', 'suspended', 'deleted'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** A seller sells cars of their own, or trades in them. They state it themselves; others see it only once an admin has verified them. */
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
  /** Means something for sellers only. */
  readonly sellerKind: SellerKind;
  /** Its owner has followed a link that was mailed to the address, or a sign-in provider vouched for it. */
  readonly emailConfirmed: boolean;
  /** Seeded with the demo: its password is published. */
  readonly isDemo: boolean;
  readonly createdAt: Date;
  /** When an admin last refused something of this seller: an import, a car, the verification. */
  readonly refusedAt: Date | null;
};

/** The actor, read from the session on every request: never from the request itself. */
export type Actor = {
  readonly accountId: AccountId;
  /** The session of the request; null for work that goes on for a person without one, such as an import. */
  readonly sessionId: SessionId | null;
  readonly email: string;
  readonly name: string;
  readonly role: Role | null;
};
