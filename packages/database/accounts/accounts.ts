import type { Account, AccountId, AccountStatus, Role, SellerKind, SignUpRole } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { deletedAccountName, makeDeletedAddress } from '@carhouse/domain/account/deleted-account';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import { deleteKeysOfAccount } from '../requests/idempotency-keys.ts';
import type { AccountTable } from '../schema/account-tables.ts';
import { deletePendingSignIns } from './pending-sign-ins.ts';
import { deleteFactors } from './second-factors.ts';

/** Finds the account with this e-mail address (in lower case), even when it is deleted; undefined when there is none. */
export async function findAccountByEmail(
  database: Database | Transaction,
  email: string,
): Promise<Account | undefined> {
  const row = await database.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
  return row && accountFromRow(row);
}

export async function findAccount(database: Database | Transaction, id: AccountId): Promise<Account | undefined> {
  const row = await database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  return row && accountFromRow(row);
}

/**
 * Returns the e-mail address for mails about changes of an account; undefined when the account is not active or the
 * address is unconfirmed.
 */
export async function findNoticeAddress(database: Database, id: AccountId): Promise<string | undefined> {
  const row = await database
    .selectFrom('account')
    .select('email')
    .where('id', '=', id)
    .where('status', '=', 'active')
    // The address of an admin need not be confirmed, because another admin or the operator has created the account.
    .where((where) => where.or([where('email_verified', '=', true), where('role', '=', 'admin')]))
    .executeTakeFirst();
  return row?.email;
}

/**
 * Locks the account until the end of the transaction, so that the server performs simultaneous actions of one user one
 * after the other.
 */
export async function lockAccount(trx: Transaction, id: AccountId): Promise<Account | undefined> {
  const row = await trx.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row && accountFromRow(row);
}

/**
 * Locks these accounts until the end of the transaction, in the order of their ids. All code that locks several
 * accounts uses this order, so that transactions do not deadlock.
 */
export async function lockAccounts(trx: Transaction, ids: readonly AccountId[]): Promise<readonly Account[]> {
  const query = trx.selectFrom('account').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate();
  return (await query.execute()).map(accountFromRow);
}

/** Locks the account against changes until the end of the transaction; other transactions may share this lock. */
export async function lockAccountShared(trx: Transaction, id: AccountId): Promise<Account | undefined> {
  const row = await trx.selectFrom('account').selectAll().where('id', '=', id).forShare().executeTakeFirst();
  return row && accountFromRow(row);
}

/**
 * Locks the accounts of all active admins, always in the same order. Two admins who remove each other at the same time
 * then wait for each other, and one admin remains (docs/reliability.md I17; the trigger `account_one_admin_remains`
 * also enforces this). Callers lock the admins before they lock any other account.
 */
export async function lockActiveAdmins(trx: Transaction): Promise<readonly AccountId[]> {
  const rows = await trx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Sets the role of an account that has none yet; returns false when the account already has a role. */
export async function setFirstRole(
  trx: Transaction,
  id: AccountId,
  values: {
    readonly role: SignUpRole;
    readonly name: string;
    readonly photoUrl: string | null;
    /** A keyed hash of the caller's network. The hash is stored only if the sign-up stored none. Null stores none. */
    readonly network: string | null;
    readonly now: Date;
  },
): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({
      role: values.role,
      name: values.name,
      photo_url: values.photoUrl,
      sign_up_network: sql`coalesce(sign_up_network, ${values.network})`,
      updated_at: values.now,
    })
    .where('id', '=', id)
    .where('role', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Verifies an active seller. @returns whether the seller was unverified before. */
export async function markVerified(trx: Transaction, _admin: CurrentAdmin, id: AccountId, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({ verified_at: now, sign_up_network: null, updated_at: now })
    .where('id', '=', id)
    .where('role', '=', 'Seller')
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Records that an admin rejected an import of a seller, hid one of their cars or removed their verification. The days
 * after which the seller gets higher limits (`SELLER_GROWS_AFTER_DAYS`) are then counted again from the time of this
 * record.
 */
export async function recordRefusal(trx: Transaction, id: AccountId, now: Date): Promise<void> {
  await trx.updateTable('account').set({ refused_at: now }).where('id', '=', id).execute();
}

/** Stores the reason why an admin changed the status of an account, and replaces an earlier reason. */
export async function saveStatusReason(
  trx: Transaction,
  _admin: CurrentAdmin,
  id: AccountId,
  reason: string,
): Promise<void> {
  await trx.updateTable('account').set({ status_reason: reason }).where('id', '=', id).execute();
}

/** Removes the verification of a seller. @returns whether the seller was verified. */
export async function markUnverified(
  trx: Transaction,
  _admin: CurrentAdmin,
  id: AccountId,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({ verified_at: null, refused_at: now, updated_at: now })
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Suspends or reinstates an account. Both a suspension and a reinstatement delete the sessions of the account. Returns
 * false when the status is no longer `from`.
 */
export async function changeAccountStatus(
  trx: Transaction,
  _admin: CurrentAdmin,
  id: AccountId,
  from: AccountStatus,
  to: AccountStatus,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({ status: to, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  // A reinstatement also deletes the sessions of the account. A sign-in at the same time as the suspension may have
  // stored a session. This session must not become valid later.
  await trx.deleteFrom('session').where('account_id', '=', id).execute();
  await deletePendingSignIns(trx, id);
  return true;
}

/** Saves the fields of a user's own account that users may change. */
export async function saveProfile(
  trx: Transaction,
  id: AccountId,
  profile: Pick<Account, 'name' | 'number' | 'photoUrl'>,
  now: Date,
): Promise<void> {
  const { name, number, photoUrl } = profile;
  await trx
    .updateTable('account')
    .set({ name, number, photo_url: photoUrl, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Sets whether a seller is a dealer. The new kind is visible on their listings immediately. */
export async function setSellerKind(trx: Transaction, id: AccountId, kind: SellerKind, now: Date): Promise<void> {
  await trx
    .updateTable('account')
    .set({ seller_kind: kind, updated_at: now })
    .where('id', '=', id)
    .where('seller_kind', '<>', kind)
    .execute();
}

/**
 * Anonymises an account: its personal data is removed, its sessions and credentials are deleted, and its e-mail address
 * can be used again. The row remains, because bookings and payments refer to it. The sign-up network stays stored while
 * the account is new, so that the account's earlier actions still count for the network (`forget-user.ts`). Returns
 * false when the account is already deleted or has another role.
 */
export async function anonymiseAccount(
  trx: Transaction,
  id: AccountId,
  role: Role | null,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('account')
    .set({
      name: deletedAccountName,
      email: makeDeletedAddress(id),
      photo_url: null,
      number: null,
      status_reason: null,
      verified_at: null,
      status: 'deleted',
      updated_at: now,
    })
    .where('id', '=', id)
    .where('role', 'is not distinct from', role)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await trx.deleteFrom('session').where('account_id', '=', id).execute();
  await deletePendingSignIns(trx, id);
  await trx.deleteFrom('credential').where('account_id', '=', id).execute();
  await deleteFactors(trx, id);
  await trx.deleteFrom('account_link').where('account_id', '=', id).execute();
  await trx.deleteFrom('wish').where('wisher_id', '=', id).execute();
  await deleteKeysOfAccount(trx, id);
  return true;
}

/** Converts a row of the table `account` to an account. */
export function accountFromRow(row: Selectable<AccountTable>): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    photoUrl: row.photo_url,
    number: row.number,
    verifiedAt: row.verified_at,
    status: row.status,
    sellerKind: row.seller_kind,
    emailConfirmed: row.email_verified,
    isDemo: row.is_demo,
    createdAt: row.created_at,
    refusedAt: row.refused_at,
  };
}
