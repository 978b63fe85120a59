import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { checkMoney, type DeskRun } from './check-money.ts';

/** Runs the checks of the money desk for an admin, as the clock does. @throws DomainError of `authoriseAdmin`. */
export async function startCheck(context: Context, actor: Actor): Promise<DeskRun> {
  await inTransaction(context.database, (trx) => authoriseAdmin(context, trx, actor));
  return checkMoney(context);
}
