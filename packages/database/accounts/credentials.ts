import type { AccountId } from '@carhouse/domain/account/account';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The value of `provider_id` for sign-in by password. For an OpenID provider it is the provider's id. */
export const passwordProvider = 'credential';

export type Credential = { readonly providerId: string; readonly since: Date };

/** Lists the methods by which a user can sign in, oldest first. */
export async function listCredentials(database: Database | Transaction, id: AccountId): Promise<readonly Credential[]> {
  const rows = await database
    .selectFrom('credential')
    .select(['provider_id', 'created_at'])
    .where('account_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ providerId: row.provider_id, since: row.created_at }));
}

export async function deleteCredential(trx: Transaction, id: AccountId, providerId: string): Promise<void> {
  await trx.deleteFrom('credential').where('account_id', '=', id).where('provider_id', '=', providerId).execute();
}
