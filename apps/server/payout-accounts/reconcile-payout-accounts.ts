import { listSellerIdsOfDueAccounts, postponePayoutCheck } from '@carhouse/database/payout-accounts/payout-accounts';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';
import { runUntilProviderSilent } from '../jobs/run-for-each.ts';
import { openProviderAccount } from './open-provider-account.ts';
import { readPayoutAccount } from './read-payout-account.ts';

/** Maximum number of accounts that one run reads. The next run, a minute later, reads the remaining accounts. */
const accountsPerRunMaximum = 50;
/** Milliseconds after which an account that could not be read is tried again. */
const retryDelayMs = 10 * 60_000;
/**
 * Milliseconds after which an account is tried again if its seller was suspended or deleted before the account was
 * created.
 */
const abandonedRetryMs = 24 * 3_600_000;

/**
 * Creates at the provider the accounts that were not created because of a crash, and reads the accounts that are due.
 * Accounts of sellers who are expected to act are due every hour, and active accounts every day. These reads make up
 * for lost events, because the list of events that the server reads has no events of connected accounts.
 * @returns the number of accounts that were tried.
 */
export async function reconcilePayoutAccounts(context: Context): Promise<number> {
  const { triedCount } = await runUntilProviderSilent(context.log, {
    items: await listSellerIdsOfDueAccounts(context.database, context.now(), accountsPerRunMaximum),
    run: async (sellerId) => {
      if ((await openProviderAccount(context, sellerId)) === null) await postpone(context, sellerId, abandonedRetryMs);
      else await readPayoutAccount(context, sellerId);
    },
    postpone: (sellerId) => postpone(context, sellerId, retryDelayMs),
    failureMessage: 'a payout account could not be read',
  });
  return triedCount;
}

async function postpone(context: Context, sellerId: AccountId, pauseMs: number): Promise<void> {
  await postponePayoutCheck(context.database, sellerId, new Date(context.now().getTime() + pauseMs));
}
