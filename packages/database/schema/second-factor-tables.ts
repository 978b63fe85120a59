import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { Generated } from 'kysely';

export type AppFactorTable = {
  account_id: AccountId;
  sealed_secret: Uint8Array;
  last_step: number;
  created_at: Date;
};

export type AppFactorDraftTable = {
  account_id: AccountId;
  sealed_secret: Uint8Array;
  expires_at: Date;
};

export type PasskeyTable = {
  id: Id<'passkey'>;
  account_id: AccountId;
  credential_id: string;
  public_key: Uint8Array;
  sign_count: bigint;
  transports: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  /** Whether the passkey may sign in without the password. */
  signs_in_alone: Generated<boolean>;
};

export type RecoveryCodeTable = {
  account_id: AccountId;
  code_hash: string;
  created_at: Date;
  used_at: Date | null;
};

export type PendingSignInTable = {
  token_hash: string;
  account_id: AccountId;
  provider_id: string;
  replaces_session: Id<'session'> | null;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
};

export type SpentChallengeTable = {
  challenge_hash: string;
  expires_at: Date;
};
