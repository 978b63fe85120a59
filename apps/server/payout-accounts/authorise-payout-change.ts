import type { Transaction } from '@carhouse/database/connection/transaction';
import { readPayoutChangeFacts } from '@carhouse/database/payout-accounts/payout-accounts';
import { hasSaleOfSeller } from '@carhouse/database/sales/sales';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { assertBusinessMode } from '@carhouse/domain/payment/business-mode';
import { assertHasSecondFactor, assertMayChangePayouts } from '@carhouse/domain/payout-account/payout-account-policy';
import type { Context } from '../context.ts';
import { authoriseFactorChange } from '../second-factor/authorise-factor-change.ts';

/**
 * Locks the account of a seller in order to start or change where their money goes. A stolen password or a stolen
 * session must not be enough. Therefore the account has a second factor, the session has proved it in the last five
 * minutes, and the seller has confirmed by a mailed link after adding the factor (decision 0071). The route has checked
 * the role and the recent sign-in.
 * @throws DomainError SECOND_FACTOR_REQUIRED, PAYOUTS_UNCONFIRMED, and the errors of `assertIsPaidHere` and of
 *   `authoriseFactorChange`.
 */
export async function authorisePayoutChange(context: Context, trx: Transaction, actor: Actor): Promise<CurrentActor> {
  const currentAccount = await authoriseFactorChange(context, trx, actor);
  await assertIsPaidHere(context, trx, currentAccount.accountId);
  assertMayChangePayouts(await readPayoutChangeFacts(trx, currentAccount.accountId));
  return currentAccount;
}

/**
 * Makes the checks of `authorisePayoutChange` for the call that confirms payouts, except the check of the confirmation.
 * @throws DomainError SECOND_FACTOR_REQUIRED, and the errors of `assertIsPaidHere` and of `authoriseFactorChange`.
 */
export async function authorisePayoutConfirmation(
  context: Context,
  trx: Transaction,
  actor: Actor,
): Promise<CurrentActor> {
  const currentAccount = await authoriseFactorChange(context, trx, actor);
  await assertIsPaidHere(context, trx, currentAccount.accountId);
  assertHasSecondFactor(await readPayoutChangeFacts(trx, currentAccount.accountId));
  return currentAccount;
}

/**
 * Checks that Car House pays this seller. Where buyers pay sellers directly, Car House pays out only money from sales
 * before the operator changed the mode (decision 0078). A seller without such a sale needs no account at the provider.
 * @throws DomainError PAYMENTS_NOT_TAKEN.
 */
export async function assertIsPaidHere(
  { config }: Pick<Context, 'config'>,
  trx: Transaction,
  sellerId: AccountId,
): Promise<void> {
  if (!(await hasSaleOfSeller(trx, sellerId))) assertBusinessMode(config.businessMode, 'marketplace');
}
