import { inTransaction } from '@carhouse/database/connection/transaction';
import { requestFullReload } from '@carhouse/database/listings/listing-changes';
import type { Actor } from '@carhouse/domain/account/account';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/** Makes every server node read all listings on sale again, for an admin. @throws the DomainErrors of `authoriseAdmin`. */
export async function startRebuild(context: Context, actor: Actor): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    await authoriseAdmin(context, trx, actor);
    await requestFullReload(trx);
  });
}
