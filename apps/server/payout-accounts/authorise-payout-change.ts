import type { Transaction } from '@carhouse/database/connection/transaction';
import { readPayoutSafety } from '@carhouse/database/payout-accounts/payout-accounts';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { assertHasSecondFactor, assertMayChangePayouts } from '@carhouse/domain/payout-account/payout-account-policy';
import type { Context } from '../context.ts';
import { authoriseFactorChange } from '../second-factor/authorise-factor-change.ts';

/**
 * Locks the account of a seller in order to start or change where their money goes. A stolen password must not be
 * enough, and neither must a stolen session: the account has a second factor, the session has proved it in the last five
 * minutes, and the seller has confirmed by a mailed link since the account has a second factor (decision 0071). The
 * route has checked the role and the recent sign-in.
 * @throws DomainError SECOND_FACTOR_REQUIRED, PAYOUTS_UNCONFIRMED, and the errors of `authoriseFactorChange`.
 */
export async function authorisePayoutChange(context: Context, trx: Transaction, actor: Actor): Promise<CurrentActor> {
  const currentAccount = await authoriseFactorChange(context, trx, actor);
  assertMayChangePayouts(await readPayoutSafety(trx, currentAccount.accountId));
  return currentAccount;
}

/**
 * Does what `authorisePayoutChange` does, for the confirmation itself.
 * @throws DomainError SECOND_FACTOR_REQUIRED, and the errors of `authoriseFactorChange`.
 */
export async function authorisePayoutConfirmation(
  context: Context,
  trx: Transaction,
  actor: Actor,
): Promise<CurrentActor> {
  const currentAccount = await authoriseFactorChange(context, trx, actor);
  assertHasSecondFactor(await readPayoutSafety(trx, currentAccount.accountId));
  return currentAccount;
}
