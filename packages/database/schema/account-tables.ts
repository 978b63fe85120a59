import type { AccountId, AccountStatus, Role, SellerKind } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { ColumnType, Generated } from 'kysely';

export type AccountTable = {
  id: AccountId;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  photo_url: string | null;
  role: Role | null;
  number: string | null;
  verified_at: Date | null;
  status: Generated<AccountStatus>;
  status_reason: string | null;
  seller_kind: Generated<SellerKind>;
  must_change_password: Generated<boolean>;
  /**
   * Whether the account is a demo account with the published password. A production server does not start on a database
   * with a demo account.
   */
  is_demo: Generated<boolean>;
  /**
   * The time since which sign-ins to the account need a second factor; null when the account has no second factor. A
   * trigger sets this time (migration second-factor).
   */
  second_factor_at: ColumnType<Date | null, never, never>;
  /** The time at which an admin last rejected an import of this seller, withdrew a car or removed the verification. */
  refused_at: Date | null;
  /** Keyed hash of the network from which the user signed up; only for buyers and unverified sellers. */
  sign_up_network: ColumnType<string | null, never, string | null>;
  /**
   * The id of the group of sellers who count as one seller in lists; the database computes it (migration
   * sign-up-networks).
   */
  share_group: ColumnType<string, never, never>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type FirstAdminLinkTable = {
  /** Always true and unique, so that the table has at most one row: the link for the first admin. */
  single: Generated<boolean>;
  token_hash: string;
  expires_at: Date;
};

export type SessionTable = {
  id: Id<'session'>;
  account_id: AccountId;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  /** The sign-in method: 'credential' for the password, otherwise the OpenID provider. */
  provider_id: Generated<string>;
  /** Whether the session's sign-in has passed the second factor. */
  second_factor: Generated<boolean>;
  /** The time at which the user last proved a second factor in order to change factors; null when they never did. */
  factor_proved_at: Date | null;
  /** The time at which the user signed in, if it is earlier than the start of the session; null otherwise. */
  signed_in_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /**
   * The position in the write-ahead log after the last write of the session; null when the session has written nothing.
   */
  written_position: Generated<string | null>;
};

export type CredentialTable = {
  id: Id<'credential'>;
  account_id: AccountId;
  provider_id: string;
  subject: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type AccountLinkTable = {
  account_id: AccountId;
  purpose: 'reset-password' | 'confirm-email' | 'confirm-payouts';
  token_hash: string;
  email: string;
  created_at: Date;
  expires_at: Date;
};

export type AttemptCounterTable = { key: string; tries: Date[]; expires_at: Date };

export type PersonalExportTable = { account_id: AccountId; at: Date };
