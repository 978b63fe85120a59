import type { ImportRun } from '@carhouse/database/imports/import-runs';
import type { AccountId } from '@carhouse/domain/account/account';
import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';
import type { Mapping } from '@carhouse/importer/guess/mapping';
import type { TableHead } from '@carhouse/importer/read/table-head';
import type { KeptMapping, KeptResult } from './import-records.ts';

/** What the process of an import is given beside the file, which it reads from the database. */
export type ImportTask = ImportRun & {
  readonly work: 'examining' | 'checking' | 'running';
  readonly sellerId: AccountId;
  /** The seller's imports wait for an admin: their checks have a small budget. */
  readonly isNewSeller: boolean;
  readonly fileName: string;
  readonly fileBytes: number;
  /** Null for an examination, which proposes one. */
  readonly mapping: Mapping | null;
  /** Cars that the seller may have on sale. */
  readonly mostCars: number;
  /** Cars of a seller that count as new on one day. */
  readonly newestADay: number;
  /** Cars that others of the seller's share group have put on sale today. */
  readonly postedByOthers: number;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** How much a process may use, in CPU seconds and bytes. */
export type ProcessBudget = { readonly cpuSeconds: number; readonly heapBytes: number; readonly residentBytes: number };

/** The first message to a process. */
export type ImportOrder = { readonly task: ImportTask; readonly databaseUrl: string; readonly budget: ProcessBudget };

/** What came of a task. */
export type ImportAnswer =
  | { readonly kind: 'examined'; readonly head: TableHead; readonly mapping: KeptMapping }
  /** The whole file was checked or imported. */
  | { readonly kind: 'read'; readonly result: KeptResult; readonly holdsPictures: boolean }
  | { readonly kind: 'fault'; readonly code: ImportFaultCode; readonly message: string }
  /** Another import writes the cars of the seller. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'stopped' }
  /** Nothing that the file is to blame for. */
  | { readonly kind: 'failed'; readonly message: string };

/** Asked of a process that has read a whole archive: a file of it, or null when there is none or it is damaged. */
export type PictureRequest = { readonly name: string };
export type PictureAnswer = { readonly kind: 'picture'; readonly bytes: Uint8Array | null };
