import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { SecurityEventName, SecurityResult } from '@carhouse/domain/security/security-event';
import type { ColumnType, Generated } from 'kysely';

type Json = ColumnType<unknown, string | null, string | null>;

export type AuditEntryTable = {
  id: Id<'audit_entry'>;
  at: Date;
  actor_id: AccountId | null;
  action: string;
  noun: string;
  noun_id: string;
  before: Json;
  after: Json;
};

/** The hash chain of the audit log. Rows are only added, never updated. */
export type AuditSealTable = { position: bigint; entry_id: string; previous_hash: string; hash: string };

export type AuditUnsealedTable = { arrival: Generated<bigint>; entry_id: string };

export type IdempotencyKeyTable = {
  scope: string;
  call: string;
  key_hash: string;
  fingerprint: string;
  state: 'running' | 'done';
  run_id: string;
  lease_ends_at: Date;
  status: number | null;
  headers: Json;
  /**
   * The encrypted body of the stored response; empty when it is too large to be stored, null before there is a
   * response.
   */
  sealed_body: string | null;
  created_at: Date;
  expires_at: Date;
  /** Keyed hash of the caller's network. */
  network: string | null;
};

export type RateCountTable = { limit_name: string; subject: string; count: number; ends_at: Date };

export type SecurityEventTable = {
  id: Id<'security_event'>;
  at: Date;
  event: SecurityEventName;
  result: SecurityResult;
  code: string;
  route: string;
  account_hash: string | null;
  address_hash: string | null;
  count: number;
};
