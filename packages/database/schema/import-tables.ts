import type { AccountId } from '@carhouse/domain/account/account';
import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';
import type { ImportId, ImportState } from '@carhouse/domain/import/import-states';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { ColumnType } from 'kysely';

type JsonColumn = ColumnType<unknown, string | null, string | null>;

export type ImportTable = {
  id: ImportId;
  seller_id: AccountId;
  state: ImportState;
  file_name: string;
  file_bytes: number;
  file_hash: string | null;
  head: JsonColumn;
  mapping: JsonColumn;
  done_rows: number;
  total_rows: number | null;
  result: JsonColumn;
  fault: string | null;
  fault_code: ImportFaultCode | null;
  run_id: string | null;
  progress: JsonColumn;
  withdrawn: number | null;
  /** The time at which an admin approved the import; null when no approval was needed. */
  released_at: Date | null;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
};

export type ImportPartTable = { import_id: ImportId; kind: 'file' | 'report'; position: number; bytes: Uint8Array };

export type ImportGoneTable = { import_id: ImportId; listing_id: ListingId };

export type ImportImageTable = {
  import_id: ImportId;
  dealer_ref: string;
  names: ColumnType<unknown, string, string>;
};
