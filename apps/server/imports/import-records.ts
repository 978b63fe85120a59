import type { Database } from '@carhouse/database/connection/connect';
import { runAsMember } from '@carhouse/database/connection/member-role';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { findImport, type ImportRow, lockImport } from '@carhouse/database/imports/imports';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { GuessedColumn } from '@carhouse/importer/guess/guess-mapping';
import type { Mapping } from '@carhouse/importer/guess/mapping';
import type { TableHead } from '@carhouse/importer/read/table-head';
import type { ImportResult } from '@carhouse/importer/save/import-file';

/** The stored mapping of an import: for each column its field, and the confidence of the guess. */
export type StoredMapping = {
  readonly mapping: Mapping;
  readonly columns: readonly GuessedColumn[];
  readonly doubts: readonly string[];
};

/** The stored result of a check or an import. */
export type StoredResult = Pick<ImportResult, 'imported' | 'updated' | 'unchanged' | 'rejected'> & {
  readonly reasons: ImportResult['reasons'];
  readonly brandsAdded: readonly string[];
  /**
   * Number of the seller's listings that are missing in the file; null when the file cannot be treated as the seller's whole
   * stock.
   */
  readonly gone: number | null;
  /**
   * Numbers of images by result; undefined when the file names no images. Results of older versions have only one
   * count, `missing`, for all images that were not stored.
   */
  readonly pictures?: Pick<ImportedImages, 'taken' | 'missing'> & Partial<ImportedImages>;
};

/**
 * The numbers of an import's photos with each result. A further copy of a photo of the same car is not counted in any
 * of these numbers.
 */
export type ImportedImages = {
  readonly taken: number;
  /** Photos that are not in the archive, or are no readable photos. */
  readonly missing: number;
  /** Photos that a budget of the import, or a limit of the seller or of a car, left out. */
  readonly overBudget: number;
  /** Photos that could not be stored when the import ran. */
  readonly notStored: number;
};

const emptyMapping: StoredMapping = {
  mapping: { name: '', about: '', columns: [], leftOut: [], defaultLocation: null, impliedFuel: null, money: null },
  columns: [],
  doubts: [],
};

/** An import whose JSON columns are typed. */
export type DealerImport = Omit<ImportRow, 'head' | 'mapping' | 'result'> & {
  readonly head: TableHead;
  readonly mapping: StoredMapping;
  readonly result: StoredResult | null;
};

/**
 * Returns one of the caller's own imports whose upload is complete.
 * @throws DomainError NOT_FOUND, also for another seller's import.
 */
export async function getOwnImport(database: Database, actor: Actor, id: string): Promise<DealerImport> {
  const importId = requireId<'import'>(id);
  return readDealerImportRow(
    await runAsMember(database, actor.accountId, (trx) => findImport(trx, actor.accountId, importId)),
  );
}

/**
 * Returns one of the caller's imports, locked until the end of the transaction.
 * @throws DomainError NOT_FOUND for another seller's import.
 */
export async function lockOwnImport(trx: Transaction, actor: CurrentActor, id: string): Promise<DealerImport> {
  return readDealerImportRow(await lockImport(trx, actor.accountId, requireId<'import'>(id)));
}

/** @throws DomainError NOT_FOUND for an unknown import, or one whose upload has not finished. */
export function readDealerImportRow(row: ImportRow | undefined): DealerImport {
  if (row === undefined || row.state === 'receiving') throw new DomainError('NOT_FOUND');
  return {
    ...row,
    head: (row.head as TableHead | null) ?? { header: [], sample: [] },
    mapping: (row.mapping as StoredMapping | null) ?? emptyMapping,
    result: row.result as StoredResult | null,
  };
}
