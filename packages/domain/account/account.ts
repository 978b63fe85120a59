import type { Id } from '../ids/id.ts';

export const roles = ['Buyer', 'Seller', 'admin'] as const;
export type Role = (typeof roles)[number];
/**
 * The roles that a user can choose at the sign-up. Only an admin can create another admin (specification, section 6).
 */
export const signUpRoles = ['Buyer', 'Seller'] as const satisfies readonly Role[];
export type SignUpRole = (typeof signUpRoles)[number];

/** The possible statuses of an account. `waiting` is an admin account that a second admin has not approved yet. */
export const accountStatuses = ['waiting', 'active', 'suspended', 'deleted'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/**
 * Whether a seller sells their own cars, or is a dealer. Sellers choose the kind themselves; other users see `dealer`
 * only after an admin has verified the seller.
 */
export const sellerKinds = ['private', 'dealer'] as const;
export type SellerKind = (typeof sellerKinds)[number];

export type AccountId = Id<'account'>;
export type SessionId = Id<'session'>;

/**
 * The account of a user. `role` is null until the user has chosen a role, which is the second API call of the sign-up.
 */
export type Account = {
  readonly id: AccountId;
  readonly name: string;
  readonly email: string;
  readonly role: Role | null;
  readonly photoUrl: string | null;
  readonly number: string | null;
  readonly verifiedAt: Date | null;
  readonly status: AccountStatus;
  /** The kind of the seller; it has no meaning for other roles. */
  readonly sellerKind: SellerKind;
  /**
   * Whether the owner has confirmed the e-mail address by opening a mailed link, or a sign-in provider has verified the
   * address.
   */
  readonly emailConfirmed: boolean;
  /** Whether the account belongs to the demo data. The passwords of demo accounts are published. */
  readonly isDemo: boolean;
  readonly createdAt: Date;
  /** The time at which an admin last rejected an import of this seller, withdrew a car or removed the verification. */
  readonly refusedAt: Date | null;
};

/**
 * The user who makes a request. The user's data is read from the session on every request, and never from fields that
 * the client sends.
 */
export type Actor = {
  readonly accountId: AccountId;
  /**
   * The session in which the user makes the request; null for background work on behalf of a user, such as an import.
   */
  readonly sessionId: SessionId | null;
  readonly email: string;
  readonly name: string;
  readonly role: Role | null;
};
