import type { ImportRun } from '@carhouse/database/imports/import-runs';
import type { AccountId } from '@carhouse/domain/account/account';
import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';
import type { Mapping } from '@carhouse/importer/guess/mapping';
import type { TableHead } from '@carhouse/importer/read/table-head';
import type { StoredMapping, StoredResult } from './import-records.ts';

/** The input of an import process, which reads the file itself from the database. */
export type ImportTask = ImportRun & {
  readonly work: 'examining' | 'checking' | 'running';
  readonly sellerId: AccountId;
  /**
   * Whether an admin reviews the seller's imports. The checks of imports that an admin reviews have smaller limits on
   * CPU time and elapsed time.
   */
  readonly isNewSeller: boolean;
  readonly fileName: string;
  readonly fileBytes: number;
  /** The mapping of the columns; null for an examination, which proposes one. */
  readonly mapping: Mapping | null;
  /** Maximum number of listings that the seller may have on sale. */
  readonly carCountMaximum: number;
  /** Maximum number of a seller's listings that count as new on one day. */
  readonly maxNewestPerDay: number;
  /** Number of listings that the other new sellers of the same sign-up network have put on sale today. */
  readonly postCountOfOthers: number;
  /** The time of the run in milliseconds since 1970. */
  readonly now: number;
};

/** The budget of a process: CPU time in seconds, memory in bytes. */
export type ProcessBudget = {
  readonly cpuSeconds: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
};

/** The first message that an import process receives. */
export type ImportProcessStart = {
  readonly task: ImportTask;
  readonly databaseUrl: string;
  readonly budget: ProcessBudget;
};

/** The result of an import process. */
export type ImportAnswer =
  | { readonly kind: 'examined'; readonly head: TableHead; readonly mapping: StoredMapping }
  /** The result when the whole file was checked or imported. */
  | { readonly kind: 'read'; readonly result: StoredResult; readonly holdsImages: boolean }
  | { readonly kind: 'fault'; readonly code: ImportFaultCode; readonly message: string }
  /** The result when another import of the same seller is already saving listings. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'stopped' }
  /** An error that the file did not cause. */
  | { readonly kind: 'failed'; readonly message: string };

/** The result when the process sent an invalid message. `issue` is for the server's log. */
export type InvalidMessageResult = { readonly kind: 'invalid'; readonly issue: string };

/**
 * Requests to the process that has opened the archive, one at a time: to find a photo by its name, and to send the
 * bytes of the photo that it found last. `imageReference` is the name or the digest of the photo. The answer repeats
 * `imageReference`, so that a late answer is not mistaken for the answer to the next request.
 */
export type ImageRequest = { readonly kind: 'find-image' | 'send-image'; readonly imageReference: string };
export type ImageAnswer =
  | { readonly kind: 'find-image'; readonly imageReference: string; readonly image: FoundImage }
  | { readonly kind: 'send-image'; readonly imageReference: string; readonly bytes: Uint8Array | null };

/**
 * A photo of the archive, by the SHA-256 of its bytes as hexadecimal text; `nothing` for a file that is missing or
 * damaged, `over budget` for a file beyond the budgets of an import.
 */
export type FoundImage =
  | { readonly found: 'image'; readonly digest: string }
  | { readonly found: 'nothing' }
  | { readonly found: 'over budget' };
