import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Sets the password of a user, even when the user had no password before. Records that the password no longer has to be
 * changed. A stranger may have added a passkey to the account. Each passkey may therefore sign in alone only after a
 * sign-in with both the passkey and the new password (decision 0045).
 */
export async function savePassword(
  trx: Transaction,
  values: {
    readonly accountId: AccountId;
    readonly hash: string;
    readonly now: Date;
    /** The id of the credential to insert for a user who had no password. */
    readonly credentialId: Id<'credential'>;
  },
): Promise<void> {
  const { accountId, hash, now, credentialId } = values;
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
  await trx.updateTable('passkey').set({ signs_in_alone: false }).where('account_id', '=', accountId).execute();
}

/**
 * Records that the user has read a mail that was sent to the account's current address.
 * @returns whether the account still has that address.
 */
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

/**
 * Gives an unconfirmed account to the owner of its e-mail address: the address becomes confirmed, name and image are
 * replaced, and mailed links are deleted. Telephone number and verification are deleted too, unless an admin made the
 * account. An account counts as made by an admin while it has the password that the admin chose. The row of the account
 * stays locked until the transaction ends.
 * @returns the account's id, and whether an admin made the account; undefined when there is no account, when the
 *   account is already confirmed, or when another account has this subject.
 */
export async function takeOverAccount(
  trx: Transaction,
  owner: { readonly email: string; readonly name: string; readonly photoUrl: string | null },
  values: { readonly providerId: string; readonly subject: string; readonly now: Date },
): Promise<{ readonly id: AccountId; readonly isMadeByAdmin: boolean } | undefined> {
  const previousCredential = await trx
    .selectFrom('account')
    .select('must_change_password')
    .where('email', '=', owner.email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (previousCredential === undefined) return undefined;
  const isMadeByAdmin = previousCredential.must_change_password;
  const row = await trx
    .updateTable('account')
    .set({
      email_verified: true,
      must_change_password: false,
      name: owner.name,
      photo_url: owner.photoUrl,
      ...(isMadeByAdmin ? {} : { number: null, verified_at: null }),
      updated_at: values.now,
    })
    .where('email', '=', owner.email)
    .where('email_verified', '=', false)
    // Demo accounts cannot be taken over, because they count as confirmed (packages/domain/account/confirmed-email.ts).
    .where('is_demo', '=', false)
    .where('status', '=', 'active')
    .where((where) => where.or([where('role', 'is', null), where('role', '<>', 'admin')]))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('credential')
            .select('credential.id')
            .where((whereBuilder) =>
              whereBuilder.or([
                whereBuilder.and([
                  whereBuilder('credential.provider_id', '=', values.providerId),
                  whereBuilder('credential.subject', '=', values.subject),
                ]),
                // An account whose e-mail address a provider has verified belongs to the owner of the address already,
                // so it cannot be taken over.
                whereBuilder.and([
                  whereBuilder('credential.account_id', '=', whereBuilder.ref('account.id')),
                  whereBuilder('credential.provider_id', '<>', 'credential'),
                ]),
              ]),
            ),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await trx.deleteFrom('account_link').where('account_id', '=', row.id).execute();
  return { id: row.id, isMadeByAdmin };
}

/** Locks an account and returns whether its address is confirmed; true when the account does not exist. */
export async function isEmailVerified(trx: Transaction, accountId: AccountId): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select(['email_verified', 'is_demo'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined || row.email_verified || row.is_demo;
}
