import { lockAccountShared } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import {
  findPayoutAccount,
  findSellerIdOfProviderAccount,
  lockPayoutAccount,
  savePayoutFacts,
} from '@carhouse/database/payout-accounts/payout-accounts';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { missingFacts, type PayoutAccount, type ProviderFacts } from '@carhouse/domain/payout-account/payout-account';
import {
  computeNextAccountCheckTime,
  decidePayoutAccountState,
} from '@carhouse/domain/payout-account/payout-account-lifecycle';
import type { Context } from '../context.ts';

/** Maximum number of requests to the provider in one call, when other calls keep saving newer answers. */
const roundCountMaximum = 3;

/**
 * Handles an event about an account at the provider. The event only says that something has changed. An event about an
 * account that this server does not know changes nothing.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function readProviderAccount(context: Context, providerAccountId: string): Promise<void> {
  const sellerId = await findSellerIdOfProviderAccount(context.database, providerAccountId);
  if (sellerId !== undefined) await readPayoutAccount(context, sellerId);
}

/**
 * Reads a seller's account from the provider and saves the facts that the provider reports. A change of the state and a
 * change of the bank account are audited, and the seller is mailed. Nothing happens when the seller has no account at
 * the provider. When another call has saved an answer meanwhile, the provider is asked again, so that an older answer
 * never replaces a newer one.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE, also when another call has saved an answer first in each round.
 */
export async function readPayoutAccount(context: Context, sellerId: AccountId): Promise<void> {
  for (let round = 1; round <= roundCountMaximum; round += 1) {
    const payoutAccount = await findPayoutAccount(context.database, sellerId);
    if (payoutAccount === undefined || payoutAccount.providerAccountId === null) return;
    const facts = (await context.payoutProvider.findAccount(payoutAccount.providerAccountId)) ?? missingFacts;
    const isSaved = await inTransaction(context.database, async (trx) => {
      const seller = await lockAccountShared(trx, sellerId);
      const account = await lockPayoutAccount(trx, sellerId);
      if (account === undefined || account.checkedAt?.getTime() !== payoutAccount.checkedAt?.getTime()) return false;
      await saveProviderFacts(context, trx, account, { facts, isDeleted: seller?.status === 'deleted' });
      return true;
    });
    if (isSaved) return;
  }
  throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { retryAfter: 5 });
}

/**
 * Saves the facts. For a deleted seller only the state is stored, because money of earlier sales may still be due to
 * the seller.
 */
async function saveProviderFacts(
  context: Context,
  trx: Transaction,
  account: PayoutAccount,
  providerReading: { readonly facts: ProviderFacts; readonly isDeleted: boolean },
): Promise<void> {
  const { facts, isDeleted } = providerReading;
  if (account.state === 'none') return;
  const now = context.now();
  const state = decidePayoutAccountState(facts, account.state);
  const stateSince = state === account.state ? account.stateSince : now;
  const storedFacts = isDeleted ? { ...facts, requirements: [], disabledReason: null, bank: null } : facts;
  const isSameBank = account.bank?.bankId === storedFacts.bank?.bankId;
  await savePayoutFacts(trx, account.sellerId, {
    facts: storedFacts,
    state,
    stateSince,
    bankSince: storedFacts.bank === null ? null : isSameBank ? account.bankSince : now,
    checkedAt: now,
    nextCheckAt: computeNextAccountCheckTime({ state, stateSince }, now),
  });
  if (state !== account.state) await recordStateChange(context, trx, account, state);
  if (!isSameBank && !isDeleted) await recordBankChange(context, trx, account);
}

async function recordStateChange(
  context: Context,
  trx: Transaction,
  { sellerId, state: before }: PayoutAccount,
  state: PayoutAccount['state'],
): Promise<void> {
  await recordAudit(context, trx, {
    actorId: null,
    action: 'change-state',
    noun: 'payout_account',
    nounId: sellerId,
    before: { state: before },
    after: { state },
  });
  if (state !== 'restricted') return;
  await context.jobs.enqueue(trx, 'account-notice', { notice: 'payouts-stopped', accountId: sellerId });
}

/** The audit holds no digits of bank accounts, because its entries are never removed. */
async function recordBankChange(context: Context, trx: Transaction, { sellerId, bank }: PayoutAccount): Promise<void> {
  await recordAudit(context, trx, {
    actorId: null,
    action: 'change-bank',
    noun: 'payout_account',
    nounId: sellerId,
    after: { first: bank === null },
  });
  await context.jobs.enqueue(trx, 'account-notice', { notice: 'payouts-bank-changed', accountId: sellerId });
}
