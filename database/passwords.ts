import type { AccountId } from '@carhouse/core/account/account';
import type { Id } from '@carhouse/core/ids/id';
import type { Transaction } from './transaction.ts';

/** Sets the password of a person, who may have had none, and lifts the duty to change it. */
export async function savePassword(
  trx: Transaction,
  given: {
    readonly accountId: AccountId;
    readonly hash: string;
    readonly now: Date;
    /** For the credential of a person who has signed in by a provider only. */
    readonly credentialId: Id<'credential'>;
  },
): Promise<void> {
  const { accountId, hash, now, credentialId } = given;
  await trx
    .insertInto('credential')
    .values({
      id: credentialId,
      account_id: accountId,
      provider_id: 'credential',
      subject: accountId,
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'subject']).doUpdateSet({ password: hash, updated_at: now }),
    )
    .execute();
  await trx
    .updateTable('account')
    .set({ must_change_password: false, updated_at: now })
    .where('id', '=', accountId)
    .execute();
}

/** Notes that the person has read a mail at the address that the account still has. @returns whether it has it. */
export async function markEmailVerified(
  trx: Transaction,
  accountId: AccountId,
  email: string,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({ email_verified: true, updated_at: now })
    .where('id', '=', accountId)
    .where('email', '=', email)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
