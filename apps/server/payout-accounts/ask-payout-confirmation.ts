import { inTransaction } from '@carhouse/database/connection/transaction';
import { readPayoutChangeFacts } from '@carhouse/database/payout-accounts/payout-accounts';
import type { Actor } from '@carhouse/domain/account/account';
import { assertHasSecondFactor, isPayoutConfirmed } from '@carhouse/domain/payout-account/payout-account-policy';
import { requestLinkMail } from '../accounts/ask-link.ts';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { assertIsPaidHere } from './authorise-payout-change.ts';

/**
 * Enqueues a mail with a link by which the seller confirms that they want to be paid. No mail is sent when the seller
 * has already confirmed. The account must have a second factor before the confirmation, because a confirmation counts
 * only for the factors that the account has at that time.
 * @param rateLimitBucket the client's address or subnet, by which mails are counted.
 * @throws DomainError SECOND_FACTOR_REQUIRED, and the errors of `assertIsPaidHere` and of `authoriseConfirmed`.
 */
export async function askPayoutConfirmation(context: Context, actor: Actor, rateLimitBucket: string): Promise<void> {
  const { account, safety: changeFacts } = await inTransaction(context.database, async (trx) => {
    const confirmedActor = await authoriseConfirmed(context, trx, actor, 'shared');
    await assertIsPaidHere(context, trx, confirmedActor.account.id);
    return { account: confirmedActor.account, safety: await readPayoutChangeFacts(trx, confirmedActor.account.id) };
  });
  assertHasSecondFactor(changeFacts);
  if (isPayoutConfirmed(changeFacts)) return;
  await requestLinkMail(context, 'confirm-payouts', account.email, {
    accountId: account.id,
    rateLimitBucket,
    isConfirmed: account.emailConfirmed || account.isDemo,
  });
}
