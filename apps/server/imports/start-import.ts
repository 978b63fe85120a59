import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { beginImportRun, updateImport } from '@carhouse/database/imports/imports';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { judgeSellerTrust } from '@carhouse/domain/account/seller-trust';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { importLifecycle, startEventsByWork } from '@carhouse/domain/import/import-lifecycle';
import type { SellerStartedWork } from '@carhouse/domain/import/import-states';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { listMissingFields } from '@carhouse/importer/guess/guess-mapping';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { computePriority, computeQueuePlace } from './count-turns.ts';
import { type DealerImport, getOwnImport, lockOwnImport } from './import-records.ts';

/**
 * Starts background work on an import: a check, the import, or the withdrawal of listings that the file no longer has.
 * A second call while this work is running returns the import unchanged.
 * @param network the keyed hash of the client's network. @param cars the number of listings whose withdrawal the seller
 * has confirmed.
 * @throws DomainError NOT_FOUND, IMPORT_BUSY, ILLEGAL_TRANSITION, INVALID (a required field has no column),
 *   IMPORT_GONE_CHANGED, EMAIL_UNCONFIRMED, IMPORT_CHECK_FIRST (the seller's imports are reviewed, and this one has not
 *   been checked)
 */
export async function startImport(
  context: Context,
  actor: Actor,
  id: string,
  work: SellerStartedWork,
  { network, cars }: { readonly network: string; readonly cars?: number },
): Promise<DealerImport> {
  const queuePlace = await computeQueuePlace(context, 'import work', { network, sellerId: actor.accountId });
  await inTransaction(context.database, async (trx) => {
    const { actor: seller, account } = await authoriseConfirmed(context, trx, actor);
    const dealerImport = await lockOwnImport(trx, seller, id);
    if (dealerImport.state === work || (work === 'running' && dealerImport.state === 'awaiting review')) return;
    advance(importLifecycle, dealerImport.state, startEventsByWork[work], 'seller');
    if (work === 'withdrawing') assertMissingCarCount(dealerImport, cars);
    else assertMappingComplete(dealerImport);
    const { areImportsReviewed } = judgeSellerTrust(account, context.config.trust, context.now());
    if (work === 'running' && areImportsReviewed) {
      await requestReview(context, trx, dealerImport);
      return;
    }
    const runStartOutcome = await beginImportRun(trx, dealerImport.id, work, context.now());
    if (runStartOutcome === 'another is busy') throw new DomainError('IMPORT_BUSY', { retryAfter: 5 });
    // A check changes no car.
    if (work !== 'checking') await recordWorkStart(context, trx, seller, dealerImport, work);
    const priority = computePriority(queuePlace, areImportsReviewed);
    await context.jobs.enqueue(trx, 'dealer-import', { importId: dealerImport.id }, { priority });
  });
  return getOwnImport(context.database, actor, id);
}

/**
 * Makes an import wait for an admin, who reviews the imports of a new seller before hundreds of listings go on sale. An
 * import that was interrupted is not reviewed again, because it was approved before it started.
 */
async function requestReview(context: Context, trx: Transaction, importToReview: DealerImport): Promise<void> {
  if (importToReview.result === null) throw new DomainError('IMPORT_CHECK_FIRST');
  const state = advance(importLifecycle, importToReview.state, 'ask-review', 'seller');
  await updateImport(trx, importToReview.id, { state, finished_at: null }, context.now());
}

async function recordWorkStart(
  context: Context,
  trx: Transaction,
  { accountId }: CurrentActor,
  { id, state, file_name: fileName }: DealerImport,
  work: 'running' | 'withdrawing',
): Promise<void> {
  await recordAudit(context, trx, {
    actorId: accountId,
    action: work === 'running' ? 'start' : 'withdraw',
    noun: 'import',
    nounId: id,
    before: { state },
    after: { state: work, file: fileName },
  });
}

function assertMappingComplete({ mapping: { mapping } }: DealerImport): void {
  const missingFields = listMissingFields(mapping);
  if (missingFields.length === 0) return;
  const errors = missingFields.map((name) => ({
    path: 'columns',
    code: 'required',
    message: `No column holds ${name}`,
  }));
  throw new DomainError('INVALID', { detail: `No column holds ${missingFields.join(', nor ')}.`, errors });
}

function assertMissingCarCount({ result, withdrawn }: DealerImport, confirmedCarCount: number | undefined): void {
  const missingCarCount = result?.gone ?? 0;
  if (withdrawn !== null || missingCarCount === 0) throw new DomainError('ILLEGAL_TRANSITION');
  if (missingCarCount !== confirmedCarCount) throw new DomainError('IMPORT_GONE_CHANGED');
}
