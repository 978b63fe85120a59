import { listDuePayoutAccounts, postponePayoutCheck } from '@carhouse/database/payout-accounts/payout-accounts';
import type { AccountId } from '@carhouse/domain/account/account';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { openProviderAccount } from './open-provider-account.ts';
import { readPayoutAccount } from './read-payout-account.ts';

/** Maximum number of accounts that one run reads. The next run, a minute later, reads the remaining ones. */
const accountsPerRunMaximum = 50;
/** Number of consecutive accounts for which the provider did not respond, after which the run ends. */
const silentAccountMaximum = 3;
/** Milliseconds until an account is tried again that could not be read. */
const retryMs = 10 * 60_000;
/** Milliseconds until an account is tried again whose seller was suspended or deleted before it was made. */
const leftMs = 24 * 3_600_000;

/**
 * Makes the accounts at the provider that a crash has left unmade, and reads the accounts whose time has come: those of
 * sellers who are expected to act every hour, active ones every day. This makes up for lost events, because the list of
 * events that the server reads has no events of connected accounts.
 * @returns the number of accounts that were tried.
 */
export async function reconcilePayoutAccounts(context: Context): Promise<number> {
  const due = await listDuePayoutAccounts(context.database, context.now(), accountsPerRunMaximum);
  let tried = 0;
  let silentAccounts = 0;
  for (const sellerId of due) {
    tried += 1;
    silentAccounts = (await tryToRead(context, sellerId)) ? 0 : silentAccounts + 1;
    if (silentAccounts >= silentAccountMaximum) break;
  }
  return tried;
}

/** @returns whether the provider responded. */
async function tryToRead(context: Context, sellerId: AccountId): Promise<boolean> {
  try {
    if ((await openProviderAccount(context, sellerId)) === null) await postpone(context, sellerId, leftMs);
    else await readPayoutAccount(context, sellerId);
    return true;
  } catch (error) {
    // An account that cannot be read now must not delay the others.
    context.log.warn({ err: error, sellerId }, 'a payout account could not be read');
    await postpone(context, sellerId, retryMs);
    return !isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE');
  }
}

async function postpone(context: Context, sellerId: AccountId, pauseMs: number): Promise<void> {
  await postponePayoutCheck(context.database, sellerId, new Date(context.now().getTime() + pauseMs));
}
