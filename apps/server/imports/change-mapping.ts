import type { CallInput } from '@carhouse/contract/call';
import type { changeImportMapping } from '@carhouse/contract/imports';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { deleteImageNames } from '@carhouse/database/imports/import-images';
import { deleteChunks } from '@carhouse/database/imports/import-parts';
import { updateImport } from '@carhouse/database/imports/imports';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError, type FieldFault } from '@carhouse/domain/errors/domain-error';
import { importLifecycle } from '@carhouse/domain/import/import-lifecycle';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { type GuessedColumn, mappedColumns } from '@carhouse/importer/guess/guess-mapping';
import { requireReader } from '@carhouse/importer/guess/mapping-json';
import { listingCurrency } from '@carhouse/importer/read/money-marks';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { type DealerImport, getOwnImport, lockOwnImport, type StoredMapping } from './import-records.ts';

type MappingBody = CallInput<typeof changeImportMapping>['body'];

/**
 * Saves the seller's mapping of the columns of an import's file to fields. The result of an earlier check is deleted.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION (the import is running or finished), INVALID for an unknown column
 *   or a field that has two columns.
 */
export async function changeMapping(
  context: Context,
  actor: Actor,
  id: string,
  newMapping: MappingBody,
): Promise<DealerImport> {
  await inTransaction(context.database, async (trx) => {
    const dealerImport = await lockOwnImport(trx, await authoriseActor(context, trx, actor), id);
    const state = advance(importLifecycle, dealerImport.state, 'change-columns', 'seller');
    const mapping = applyMappingChange(dealerImport.mapping, newMapping);
    const emptyResult = {
      state,
      result: null,
      progress: null,
      fault: null,
      fault_code: null,
      done_rows: 0,
      total_rows: null,
    } as const;
    // Image names that an earlier run noted may come from a column that no longer contains photos.
    await deleteImageNames(trx, dealerImport.id);
    await updateImport(trx, dealerImport.id, { ...emptyResult, finished_at: null, mapping }, context.now());
  });
  const changedImport = await getOwnImport(context.database, actor, id);
  await deleteChunks(context.database, changedImport.id, 'report');
  return changedImport;
}

function applyMappingChange(storedMapping: StoredMapping, newMapping: MappingBody): StoredMapping {
  const errors = findMappingFaults(storedMapping, newMapping);
  if (errors.length > 0) throw new DomainError('INVALID', { errors });
  const columns = storedMapping.columns.map(({ header }): GuessedColumn => {
    const chosenColumn = newMapping.columns.find((column) => column.header === header);
    if (chosenColumn === undefined) return { header, field: null, confidence: 1 };
    const as = requireReader(chosenColumn.field, chosenColumn.as);
    return { header, field: chosenColumn.field, ...(as === undefined ? {} : { as }), confidence: 1 };
  });
  const { currency, rate = null } = newMapping;
  const mapping = {
    ...storedMapping.mapping,
    columns: mappedColumns(columns),
    leftOut: columns.flatMap(({ header, field }) => (field === null ? [header] : [])),
    defaultLocation: newMapping.location.trim(),
    money: currency === listingCurrency ? null : { currency, rate },
  };
  return { mapping, columns, doubts: [] };
}

function findMappingFaults(storedMapping: StoredMapping, { columns }: MappingBody): readonly FieldFault[] {
  return columns.flatMap(({ header, field, as }, index): FieldFault[] => {
    const path = `columns.${index}`;
    if (!storedMapping.columns.some((column) => column.header === header)) {
      return [{ path: `${path}.header`, code: 'unknown', message: 'The file has no such column' }];
    }
    const precedingColumns = columns.slice(0, index);
    if (precedingColumns.some((column) => column.field === field)) {
      return [{ path: `${path}.field`, code: 'twice', message: 'Another column is taken for this already' }];
    }
    if (precedingColumns.some((column) => column.header === header)) {
      return [{ path: `${path}.header`, code: 'twice', message: 'The column is named twice' }];
    }
    const isReaderOfField = as === undefined || as === null || requireReader(field, as) !== undefined;
    return isReaderOfField ? [] : [{ path: `${path}.as`, code: 'unknown', message: 'It cannot be read so' }];
  });
}
