import { recordAudit } from '@carhouse/database/audit/audit';
import { saveBrand } from '@carhouse/database/brands/brands';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { toBrandApiName } from '@carhouse/domain/brand/brand';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/**
 * Adds a brand for an admin, or changes whether sellers may list cars of an existing brand.
 * @throws the DomainErrors of `authoriseAdmin`.
 */
export async function addBrand(
  context: Context,
  actor: Actor,
  brandFields: { readonly name: string; readonly listable?: boolean | undefined },
): Promise<{ apiName: string; listable: boolean }> {
  const name = brandFields.name.trim();
  const isListable = brandFields.listable ?? true;
  return inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const { apiName, before } = await saveBrand(trx, admin, {
      apiName: toBrandApiName(name),
      name,
      listable: isListable,
    });
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: before === null ? 'add' : 'change',
      noun: 'brand',
      nounId: apiName,
      ...(before === null ? {} : { before }),
      after: { listable: isListable },
    });
    return { apiName, listable: isListable };
  });
}
