import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockPayoutAccount, markAccountRequested } from '@carhouse/database/payout-accounts/payout-accounts';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { mayFillInOnboardingForm } from '@carhouse/domain/payout-account/payout-account-policy';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { authorisePayoutChange } from './authorise-payout-change.ts';
import { openProviderAccount } from './open-provider-account.ts';

/** For this number of milliseconds after a start, the reconciler leaves the account to the call that started it. */
const startGraceMs = 120_000;

/**
 * Path of the page to which the browser comes back from the provider. The query of the URL says why the browser comes
 * back (payouts-page.tsx).
 */
const payoutsPath = '/dashboard/payouts';

/**
 * Starts or continues the form by which the provider identifies a seller. The first start creates the account at the
 * provider, and a mail tells the seller about it. The call has three phases: a transaction that records the start, the
 * account at the provider (`openProviderAccount`), and a new link to the form. No transaction is open while the
 * provider is called.
 * @returns the URL of the form, which works once and only for some minutes.
 * @throws DomainError ILLEGAL_TRANSITION when there is nothing to fill in, PAYMENT_PROVIDER_UNAVAILABLE, and the errors
 *   of `authorisePayoutChange`.
 */
export async function startOnboarding(context: Context, actor: Actor): Promise<string> {
  await inTransaction(context.database, async (trx) => {
    const { accountId } = await authorisePayoutChange(context, trx, actor);
    const account = await lockPayoutAccount(trx, accountId);
    if (account === undefined) throw new DomainError('PAYOUTS_UNCONFIRMED');
    if (!mayFillInOnboardingForm(account)) throw new DomainError('ILLEGAL_TRANSITION');
    const isFirstStart = account.startedAt === null;
    await recordAudit(context, trx, {
      actorId: accountId,
      action: isFirstStart ? 'start' : 'open-form',
      noun: 'payout_account',
      nounId: accountId,
    });
    if (!isFirstStart) return;
    const now = context.now();
    await markAccountRequested(trx, accountId, { now, nextCheckAt: new Date(now.getTime() + startGraceMs) });
    await context.jobs.enqueue(trx, 'account-notice', { notice: 'payouts-started', accountId });
  });
  const accountId = await openProviderAccount(context, actor.accountId);
  // The seller may have been suspended or deleted meanwhile. The account at the provider stays, but a suspended or
  // deleted seller gets no link to the provider's form.
  await inTransaction(context.database, (trx) => authoriseActor(context, trx, actor, 'shared'));
  if (accountId === null) throw new DomainError('UNAUTHENTICATED');
  const { publicUrl } = context.config;
  return context.payoutProvider.createOnboardingLink({
    accountId,
    returnUrl: `${publicUrl}${payoutsPath}?back=form`,
    refreshUrl: `${publicUrl}${payoutsPath}?back=expired`,
  });
}
