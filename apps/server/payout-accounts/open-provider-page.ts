import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockPayoutAccount } from '@carhouse/database/payout-accounts/payout-accounts';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { mayOpenProviderPage } from '@carhouse/domain/payout-account/payout-account-policy';
import type { Context } from '../context.ts';
import { authorisePayoutChange } from './authorise-payout-change.ts';

/**
 * Makes a link to the page of the provider on which a seller changes their details and their bank account.
 * @returns the address of the page, which works once.
 * @throws DomainError ILLEGAL_TRANSITION before the provider's form is complete, PAYMENT_PROVIDER_UNAVAILABLE, and the
 *   errors of `authorisePayoutChange`.
 */
export async function openProviderPage(context: Context, actor: Actor): Promise<string> {
  const providerAccountId = await inTransaction(context.database, async (trx) => {
    const { accountId } = await authorisePayoutChange(context, trx, actor);
    const account = await lockPayoutAccount(trx, accountId);
    if (account === undefined || account.providerAccountId === null || !mayOpenProviderPage(account))
      throw new DomainError('ILLEGAL_TRANSITION');
    await recordAudit(context, trx, {
      actorId: accountId,
      action: 'open-page',
      noun: 'payout_account',
      nounId: accountId,
    });
    return account.providerAccountId;
  });
  return context.payoutProvider.createLoginLink(providerAccountId);
}
