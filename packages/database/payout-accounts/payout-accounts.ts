import type { AccountId } from '@carhouse/domain/account/account';
import type { PayoutAccount, PayoutAccountState, ProviderFacts } from '@carhouse/domain/payout-account/payout-account';
import type { PayoutChangeFacts } from '@carhouse/domain/payout-account/payout-account-policy';
import type { Selectable } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { PayoutAccountTable } from '../schema/payout-tables.ts';

/** Finds a seller's payout account; undefined when the seller has never confirmed one. */
export async function findPayoutAccount(
  database: Database | Transaction,
  sellerId: AccountId,
): Promise<PayoutAccount | undefined> {
  const row = await database
    .selectFrom('payout_account')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
  return row && payoutAccountFromRow(row);
}

/** Returns the result of `findPayoutAccount`, and locks the account until the end of the transaction. */
export async function lockPayoutAccount(trx: Transaction, sellerId: AccountId): Promise<PayoutAccount | undefined> {
  const row = await trx
    .selectFrom('payout_account')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst();
  return row && payoutAccountFromRow(row);
}

/** Finds the seller to whom an account at the provider belongs; undefined for an account that this server did not make. */
export async function findSellerIdOfProviderAccount(
  database: Database,
  providerAccountId: string,
): Promise<AccountId | undefined> {
  const row = await database
    .selectFrom('payout_account')
    .select('seller_id')
    .where('provider_account_id', '=', providerAccountId)
    .executeTakeFirst();
  return row?.seller_id;
}

/**
 * Reads the facts that decide whether a seller may change where their money goes. The caller must have locked the
 * seller's account.
 */
export async function readPayoutChangeFacts(
  database: Database | Transaction,
  sellerId: AccountId,
): Promise<PayoutChangeFacts> {
  const row = await database
    .selectFrom('account')
    .leftJoin('payout_account', 'payout_account.seller_id', 'account.id')
    .select(['account.second_factor_at as secondFactorAt', 'payout_account.confirmed_at as confirmedAt'])
    .where('account.id', '=', sellerId)
    .executeTakeFirst();
  return row ?? { secondFactorAt: null, confirmedAt: null };
}

/**
 * Saves that a seller has confirmed by a mailed link. The first confirmation creates the payout account, with its
 * idempotency key.
 */
export async function savePayoutConfirmation(
  trx: Transaction,
  values: { readonly sellerId: AccountId; readonly idempotencyKey: string; readonly now: Date },
): Promise<void> {
  await trx
    .insertInto('payout_account')
    .values({
      seller_id: values.sellerId,
      state: 'none',
      provider_account_id: null,
      idempotency_key: values.idempotencyKey,
      disabled_reason: null,
      bank_id: null,
      bank_name: null,
      bank_last4: null,
      bank_since: null,
      confirmed_at: values.now,
      started_at: null,
      checked_at: null,
      next_check_at: null,
      created_at: values.now,
      state_since: values.now,
    })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet({ confirmed_at: values.now }))
    .execute();
}

/**
 * Saves that a seller has asked for an account at the provider. `nextCheckAt` is the time at which the reconciler asks
 * the provider about the account, in case the provider's answer is lost.
 */
export async function markAccountRequested(
  trx: Transaction,
  sellerId: AccountId,
  { now, nextCheckAt }: { readonly now: Date; readonly nextCheckAt: Date },
): Promise<void> {
  await trx
    .updateTable('payout_account')
    .set({ started_at: now, next_check_at: nextCheckAt })
    .where('seller_id', '=', sellerId)
    .execute();
}

/** Saves the id of a seller's account at the provider, unless an id is saved already. */
export async function saveProviderAccountId(
  trx: Transaction,
  sellerId: AccountId,
  values: { readonly providerAccountId: string; readonly state: PayoutAccountState; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('payout_account')
    .set({ provider_account_id: values.providerAccountId, state: values.state, state_since: values.now })
    .where('seller_id', '=', sellerId)
    .where('provider_account_id', 'is', null)
    .execute();
}

/** Saves what the provider says about an account. */
export async function savePayoutFacts(
  trx: Transaction,
  sellerId: AccountId,
  values: {
    readonly facts: ProviderFacts;
    readonly state: PayoutAccountState;
    readonly stateSince: Date;
    readonly bankSince: Date | null;
    readonly checkedAt: Date;
    readonly nextCheckAt: Date;
  },
): Promise<void> {
  const { facts } = values;
  await trx
    .updateTable('payout_account')
    .set({
      state: values.state,
      state_since: values.stateSince,
      details_submitted: facts.detailsSubmitted,
      requirements: JSON.stringify(facts.requirements),
      disabled_reason: facts.disabledReason,
      bank_id: facts.bank?.bankId ?? null,
      bank_name: facts.bank?.name ?? null,
      bank_last4: facts.bank?.last4 ?? null,
      bank_since: values.bankSince,
      checked_at: values.checkedAt,
      next_check_at: values.nextCheckAt,
    })
    .where('seller_id', '=', sellerId)
    .execute();
}

/** Lists the sellers whose accounts are to be read at the provider, the longest overdue first. */
export async function listSellerIdsOfDueAccounts(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly AccountId[]> {
  const rows = await database
    .selectFrom('payout_account')
    .select('seller_id')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.seller_id);
}

/** Saves the time at which an account that could not be read is read again. */
export async function postponePayoutCheck(database: Database, sellerId: AccountId, nextCheckAt: Date): Promise<void> {
  await database
    .updateTable('payout_account')
    .set({ next_check_at: nextCheckAt })
    .where('seller_id', '=', sellerId)
    .execute();
}

function payoutAccountFromRow(row: Selectable<PayoutAccountTable>): PayoutAccount {
  const { bank_id: bankId, bank_name: name, bank_last4: last4 } = row;
  return {
    sellerId: row.seller_id,
    state: row.state,
    providerAccountId: row.provider_account_id,
    idempotencyKey: row.idempotency_key,
    detailsSubmitted: row.details_submitted,
    requirements: row.requirements as readonly string[],
    disabledReason: row.disabled_reason,
    bank: bankId === null || last4 === null ? null : { bankId, name: name ?? '', last4 },
    bankSince: row.bank_since,
    confirmedAt: row.confirmed_at,
    startedAt: row.started_at,
    checkedAt: row.checked_at,
    createdAt: row.created_at,
    stateSince: row.state_since,
  };
}
