import type { ImportRun } from '@carhouse/database/imports/import-runs';
import type { AccountId } from '@carhouse/domain/account/account';
import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';
import type { Mapping } from '@carhouse/importer/guess/mapping';
import type { TableHead } from '@carhouse/importer/read/table-head';
import type { KeptMapping, KeptResult } from './import-records.ts';

/** The input of an import process, which reads the file itself from the database. */
export type ImportTask = ImportRun & {
  readonly work: 'examining' | 'checking' | 'running';
  readonly sellerId: AccountId;
  /** Whether an admin reviews the seller's imports; their checks then have a small budget. */
  readonly isNewSeller: boolean;
  readonly fileName: string;
  readonly fileBytes: number;
  /** The mapping of the columns; null for an examination, which proposes one. */
  readonly mapping: Mapping | null;
  /** Maximum number of listings that the seller may have on sale. */
  readonly maxCars: number;
  /** Maximum number of a seller's listings that count as new on one day. */
  readonly maxNewestPerDay: number;
  /** Number of listings that other sellers of the same sign-up network have put on sale today. */
  readonly postedByOthers: number;
  /** The time of the run in milliseconds since 1970. */
  readonly now: number;
};

/** The budget of a process: CPU time in seconds, memory in bytes. */
export type ProcessBudget = { readonly cpuSeconds: number; readonly heapBytes: number; readonly residentBytes: number };

/** The first message that an import process receives. */
export type ImportProcessStart = {
  readonly task: ImportTask;
  readonly databaseUrl: string;
  readonly budget: ProcessBudget;
};

/** The result of an import process. */
export type ImportAnswer =
  | { readonly kind: 'examined'; readonly head: TableHead; readonly mapping: KeptMapping }
  /** The result when the whole file was checked or imported. */
  | { readonly kind: 'read'; readonly result: KeptResult; readonly holdsImages: boolean }
  | { readonly kind: 'fault'; readonly code: ImportFaultCode; readonly message: string }
  /** The result when another import is already saving the seller's listings. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'stopped' }
  /** An error that the file did not cause. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Requests a file of the archive from the process that opened the archive; the answer is null when the file is missing or
 * damaged.
 */
export type ImageRequest = { readonly name: string };
export type ImageAnswer = { readonly kind: 'image'; readonly bytes: Uint8Array | null };
