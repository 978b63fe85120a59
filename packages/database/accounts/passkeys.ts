import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

export type PasskeyId = Id<'passkey'>;

export type Passkey = {
  readonly id: PasskeyId;
  readonly accountId: AccountId;
  /** The credential id in base64url. */
  readonly credentialId: string;
  /** The public key in COSE format. */
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Whether the passkey may sign in without the password. */
  readonly signsInAlone: boolean;
};

/** Lists the passkeys of a user, oldest first. */
export async function listPasskeys(
  database: Database | Transaction,
  accountId: AccountId,
): Promise<readonly Passkey[]> {
  const rows = await database
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    transports: row.transports === '' ? [] : row.transports.split(','),
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    signsInAlone: row.signs_in_alone,
  }));
}

/** Finds the owner of a passkey; undefined for an unknown passkey. */
export async function findPasskeyOwner(database: Database, credentialId: string): Promise<AccountId | undefined> {
  const row = await database
    .selectFrom('passkey')
    .select('account_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row?.account_id;
}

/** Stores a passkey. @returns false when this user or another user has already registered the credential. */
export async function insertPasskey(
  trx: Transaction,
  passkey: Omit<Passkey, 'lastUsedAt' | 'signsInAlone'>,
): Promise<boolean> {
  const rows = await trx
    .insertInto('passkey')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: BigInt(passkey.signCount),
      transports: passkey.transports.join(','),
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Records a use of the passkey. @returns whether the passkey still exists. */
export async function recordPasskeyUse(
  trx: Transaction,
  id: PasskeyId,
  signCount: number,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('passkey')
    .set({ sign_count: BigInt(signCount), last_used_at: now })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Allows a passkey to sign in without the password again, after it completed a sign-in with the current password. */
export async function allowPasswordlessSignIn(trx: Transaction, id: PasskeyId): Promise<void> {
  await trx.updateTable('passkey').set({ signs_in_alone: true }).where('id', '=', id).execute();
}

/** Renames a passkey of this user. @returns whether the passkey exists. */
export async function renamePasskey(
  trx: Transaction,
  accountId: AccountId,
  id: PasskeyId,
  name: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes a passkey of this user. @returns whether the passkey existed. */
export async function deletePasskey(trx: Transaction, accountId: AccountId, id: PasskeyId): Promise<boolean> {
  const result = await trx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Uses up a challenge, which is valid only once. @returns false when the challenge was already used. */
export async function spendChallenge(trx: Transaction, hash: string, expiresAt: Date): Promise<boolean> {
  const rows = await trx
    .insertInto('spent_challenge')
    .values({ challenge_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .execute();
  return rows.length > 0;
}
