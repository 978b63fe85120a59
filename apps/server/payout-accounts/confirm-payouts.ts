import { hashToken } from '@carhouse/auth/link-tokens';
import { spendAccountLink } from '@carhouse/database/accounts/account-links';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { savePayoutConfirmation } from '@carhouse/database/payout-accounts/payout-accounts';
import type { Actor } from '@carhouse/domain/account/account';
import { makeInvalidLinkError } from '../accounts/send-link.ts';
import type { Context } from '../context.ts';
import { authorisePayoutConfirmation } from './authorise-payout-change.ts';

/**
 * Confirms, by the token of a mailed link, that a seller wants to be paid. The link proves that the caller reads the
 * mails of the account, and the session proves that they have its second factor. A person with only the password has
 * neither. A link of another account stays valid.
 * @param rateLimitBucket the client's address or subnet, by which tokens are counted.
 * @throws DomainError LINK_NOT_VALID, RATE_LIMITED, and the errors of `authorisePayoutConfirmation`.
 */
export async function confirmPayouts(
  context: Context,
  actor: Actor,
  token: string,
  rateLimitBucket: string,
): Promise<void> {
  await context.identity.guard.take('link address', rateLimitBucket);
  await inTransaction(context.database, async (trx) => {
    const { accountId } = await authorisePayoutConfirmation(context, trx, actor);
    const now = context.now();
    const link = await spendAccountLink(trx, 'confirm-payouts', hashToken(token), now);
    if (link?.accountId !== accountId) throw makeInvalidLinkError();
    const idempotencyKey = `payout-account-${context.newId()}`;
    await savePayoutConfirmation(trx, { sellerId: accountId, idempotencyKey, now });
    await recordAudit(context, trx, {
      actorId: accountId,
      action: 'confirm',
      noun: 'payout_account',
      nounId: accountId,
    });
  });
}
