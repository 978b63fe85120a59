import { listDuePayoutAccounts, postponePayoutCheck } from '@carhouse/database/payout-accounts/payout-accounts';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';
import { runUntilProviderSilent } from '../jobs/run-for-each.ts';
import { openProviderAccount } from './open-provider-account.ts';
import { readPayoutAccount } from './read-payout-account.ts';

/** Maximum number of accounts that one run reads. The next run, a minute later, reads the remaining ones. */
const accountsPerRunMaximum = 50;
/** Milliseconds until an account is tried again that could not be read. */
const retryDelayMs = 10 * 60_000;
/** Milliseconds until an account is tried again whose seller was suspended or deleted before it was made. */
const abandonedRetryMs = 24 * 3_600_000;

/**
 * Makes the accounts at the provider that a crash has left unmade, and reads the accounts that are due. Accounts of
 * sellers who are expected to act are due every hour, and active accounts every day. These reads make up for lost
 * events, because the list of events that the server reads has no events of connected accounts.
 * @returns the number of accounts that were tried.
 */
export async function reconcilePayoutAccounts(context: Context): Promise<number> {
  const { triedCount } = await runUntilProviderSilent(context.log, {
    items: await listDuePayoutAccounts(context.database, context.now(), accountsPerRunMaximum),
    run: async (sellerId) => {
      if ((await openProviderAccount(context, sellerId)) === null) await postpone(context, sellerId, abandonedRetryMs);
      else await readPayoutAccount(context, sellerId);
    },
    postpone: (sellerId) => postpone(context, sellerId, retryDelayMs),
    failure: 'a payout account could not be read',
  });
  return triedCount;
}

async function postpone(context: Context, sellerId: AccountId, pauseMs: number): Promise<void> {
  await postponePayoutCheck(context.database, sellerId, new Date(context.now().getTime() + pauseMs));
}
