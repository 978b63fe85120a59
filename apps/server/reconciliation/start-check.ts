import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { checkMoney, type ReconciliationRun } from './check-money.ts';

/**
 * Runs the checks of the reconciliation at the request of an admin, like the scheduled job.
 * @throws the DomainErrors of `authoriseAdmin`.
 */
export async function startReconciliationCheck(context: Context, actor: Actor): Promise<ReconciliationRun> {
  await inTransaction(context.database, (trx) => authoriseAdmin(context, trx, actor));
  return checkMoney(context);
}
