import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { endImportRun, lockAnyImport, lockBusyImports } from '@carhouse/database/imports/import-runs';
import { deleteImport } from '@carhouse/database/imports/imports';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ImportFaultCode } from '@carhouse/domain/import/import-budgets';
import type { ImportParty } from '@carhouse/domain/import/import-lifecycle';
import { type BusyState, type ImportId, type ImportState, isBusy } from '@carhouse/domain/import/import-states';
import { authoriseActor, authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { type DealerImport, getOwnImport, lockOwnImport } from './import-records.ts';

const stopReasonsByCode = {
  STOPPED_BY_SELLER: { by: 'seller', reason: 'You stopped it.' },
  STOPPED_BY_ADMIN: { by: 'admin', reason: 'An admin stopped it.' },
  ACCOUNT: { by: 'system', reason: 'The account may not sell now.' },
} as const satisfies Partial<Record<ImportFaultCode, { by: ImportParty; reason: string }>>;
const stopEffectTexts: Readonly<Record<BusyState, string>> = {
  examining: 'Nothing has been changed.',
  checking: 'Nothing has been changed.',
  running: 'Cars of finished batches are imported and stay.',
  withdrawing: 'Cars that were not withdrawn yet stay on offer.',
};

function makeStopFault(
  code: keyof typeof stopReasonsByCode,
  state: ImportState,
): { readonly fault: string; readonly code: ImportFaultCode; readonly by: ImportParty } {
  const { by, reason } = stopReasonsByCode[code];
  return { fault: isBusy(state) ? `${reason} ${stopEffectTexts[state]}` : reason, code, by };
}

/**
 * Stops the work on one of the caller's own imports. The call waits for the commit of the batch that is being saved, if
 * there is one. After this call no row is imported. An import whose work has finished does not change.
 * @throws DomainError NOT_FOUND
 */
export async function stopOwnImport(context: Context, actor: Actor, id: string): Promise<DealerImport> {
  const importId = await inTransaction(context.database, async (trx) => {
    const dealerImport = await lockOwnImport(trx, await authoriseActor(context, trx, actor), id);
    await endImportRun(trx, dealerImport, makeStopFault('STOPPED_BY_SELLER', dealerImport.state), context.now());
    return dealerImport.id;
  });
  context.importWorkers.stop(importId);
  return getOwnImport(context.database, actor, id);
}

/** Deletes one of the caller's own imports with its file and report, also while it runs. @throws DomainError NOT_FOUND */
export async function discardImport(context: Context, actor: Actor, id: string): Promise<void> {
  const deletedImportId = await inTransaction(context.database, async (trx) => {
    const dealerImport = await lockOwnImport(trx, await authoriseActor(context, trx, actor), id);
    await deleteImport(trx, dealerImport.id);
    return dealerImport.id;
  });
  context.importWorkers.stop(deletedImportId);
}

/** Stops the work on any seller's import for an admin. @throws DomainError NOT_FOUND, and the errors of `authoriseAdmin`. */
export async function stopAnyImport(context: Context, actor: Actor, id: string): Promise<void> {
  const importId = requireId<'import'>(id);
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const dealerImport = await lockAnyImport(trx, importId);
    if (dealerImport === undefined || dealerImport.state === 'receiving') throw new DomainError('NOT_FOUND');
    if (!isBusy(dealerImport.state)) return;
    const now = context.now();
    await endImportRun(trx, dealerImport, makeStopFault('STOPPED_BY_ADMIN', dealerImport.state), now);
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'stop',
      noun: 'import',
      nounId: importId,
      before: { state: dealerImport.state },
      after: { state: 'stopped' },
    });
  });
  context.importWorkers.stop(importId);
}

/**
 * Stops all import work of a seller who may no longer sell. The function is called after the transaction that suspends
 * the seller, so that this transaction does not have to wait for imports. If the call fails, the next batch of each
 * import notices that the seller is not active and ends the import.
 */
export async function stopImportsOfSeller(context: Context, sellerId: AccountId): Promise<void> {
  try {
    const importIds = await inTransaction(context.database, async (trx): Promise<readonly ImportId[]> => {
      const busyImports = await lockBusyImports(trx, sellerId);
      for (const each of busyImports)
        await endImportRun(trx, each, makeStopFault('ACCOUNT', each.state), context.now());
      return busyImports.map(({ id }) => id);
    });
    for (const id of importIds) context.importWorkers.stop(id);
  } catch (error) {
    context.log.warn({ err: error }, 'the imports of a seller could not be stopped at once');
  }
}
