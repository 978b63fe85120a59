import type { AccountId, SessionId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The second factors of an account. */
export type Factors = {
  /** The time at which an authenticator app was set up; null when there is none. */
  readonly appAddedAt: Date | null;
  /** Number of passkeys. */
  readonly passkeys: number;
  /** Number of recovery codes that were not used. */
  readonly recoveryCodes: number;
};

export async function readFactors(database: Database | Transaction, accountId: AccountId): Promise<Factors> {
  const appRow = await database
    .selectFrom('app_factor')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const counts = await sql<{ passkeys: number; codes: number }>`
    SELECT (SELECT count(*)::int FROM passkey WHERE account_id = ${accountId}) AS passkeys,
           (SELECT count(*)::int FROM recovery_code WHERE account_id = ${accountId} AND used_at IS NULL) AS codes`.execute(
    database,
  );
  const [count] = counts.rows;
  return { appAddedAt: appRow?.created_at ?? null, passkeys: count?.passkeys ?? 0, recoveryCodes: count?.codes ?? 0 };
}

/** Stores the secret that is shown for setting up an app. An older draft secret of the account becomes invalid. */
export async function saveAppDraft(
  trx: Transaction,
  accountId: AccountId,
  draft: { readonly sealedSecret: Uint8Array; readonly expiresAt: Date },
): Promise<void> {
  const row = { sealed_secret: draft.sealedSecret, expires_at: draft.expiresAt };
  await trx
    .insertInto('app_factor_draft')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

export async function findAppDraft(trx: Transaction, accountId: AccountId, now: Date): Promise<Uint8Array | undefined> {
  const row = await trx
    .selectFrom('app_factor_draft')
    .select('sealed_secret')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.sealed_secret;
}

/** Sets the authenticator app of a user, replacing an earlier app, and deletes the draft. */
export async function saveApp(
  trx: Transaction,
  accountId: AccountId,
  newApp: { readonly sealedSecret: Uint8Array; readonly timeStep: number; readonly now: Date },
): Promise<void> {
  const row = { sealed_secret: newApp.sealedSecret, last_step: newApp.timeStep, created_at: newApp.now };
  await trx
    .insertInto('app_factor')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
  await trx.deleteFrom('app_factor_draft').where('account_id', '=', accountId).execute();
}

export async function findAppSecret(trx: Transaction, accountId: AccountId): Promise<Uint8Array | undefined> {
  const row = await trx
    .selectFrom('app_factor')
    .select('sealed_secret')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.sealed_secret;
}

/** Marks the time step of an app code and all earlier time steps as used. @returns whether the time step was unused. */
export async function spendAppTimeStep(trx: Transaction, accountId: AccountId, timeStep: number): Promise<boolean> {
  const result = await trx
    .updateTable('app_factor')
    .set({ last_step: timeStep })
    .where('account_id', '=', accountId)
    .where('last_step', '<', timeStep)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes the authenticator app of a user. @returns whether the user had an authenticator app. */
export async function deleteAuthenticatorApp(trx: Transaction, accountId: AccountId): Promise<boolean> {
  const result = await trx.deleteFrom('app_factor').where('account_id', '=', accountId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Stores the hashes of new recovery codes of a user. All earlier codes become invalid. */
export async function saveRecoveryCodes(
  trx: Transaction,
  accountId: AccountId,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash, created_at: now, used_at: null })))
    .execute();
}

/** Uses up a recovery code. @returns whether the code existed and was unused. */
export async function spendRecoveryCode(
  trx: Transaction,
  accountId: AccountId,
  hash: string,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes all second factors of a user, and their recovery codes. @returns whether the user had a factor. */
export async function deleteFactors(trx: Transaction, accountId: AccountId): Promise<boolean> {
  const wasAppDeleted = await deleteAuthenticatorApp(trx, accountId);
  const passkeys = await trx.deleteFrom('passkey').where('account_id', '=', accountId).executeTakeFirst();
  await trx.deleteFrom('app_factor_draft').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  return wasAppDeleted || passkeys.numDeletedRows > 0n;
}

/**
 * Whether a session may change the second factors and other sign-in methods of its account: the session has proved a
 * factor since the given time, or the account has no factor.
 */
export async function isFactorProved(
  database: Database | Transaction,
  session: { readonly accountId: AccountId; readonly id: SessionId | null },
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`
    SELECT second_factor_at IS NULL OR EXISTS (
      SELECT FROM session
      WHERE id = ${session.id} AND account_id = account.id AND factor_proved_at > ${since}) AS proved
    FROM account WHERE id = ${session.accountId}`.execute(database);
  return rows[0]?.proved === true;
}

/**
 * Records that a valid session has proved a second factor, and replaces its token, so that an attacker with the old token
 * loses access.
 * @returns the time at which the session ends; undefined when it has already ended.
 */
export async function saveFactorProof(
  trx: Transaction,
  session: { readonly accountId: AccountId; readonly id: SessionId },
  values: { readonly token: string; readonly now: Date },
): Promise<Date | undefined> {
  const row = await trx
    .updateTable('session')
    .set({ token: values.token, factor_proved_at: values.now, updated_at: values.now })
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .where('expires_at', '>', values.now)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at;
}

/**
 * Records that a session has passed the second factor of its account. The caller uses this function when the user has
 * added the factor in this session.
 */
export async function markSecondFactor(trx: Transaction, sessionId: string): Promise<void> {
  await sql`UPDATE session SET second_factor = true WHERE id = ${sessionId}`.execute(trx);
}

/**
 * Removes the second factors of an unconfirmed account, because a stranger may have created the account and added them.
 * An admin's factors stay, because access to an admin's mails must not give access to the account. A stranger cannot
 * have created an admin account.
 */
export async function deleteFactorsOfStranger(trx: Transaction, accountId: AccountId): Promise<void> {
  if (!(await mustKeepFactor(trx, accountId))) await deleteFactors(trx, accountId);
}

/** Whether this account must have a second factor: admins must, except demo admins. */
export async function mustKeepFactor(database: Database | Transaction, accountId: AccountId): Promise<boolean> {
  const row = await database
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('role', '=', 'admin')
    .where('is_demo', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}
