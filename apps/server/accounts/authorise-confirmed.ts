import { findAccount } from '@carhouse/database/accounts/accounts';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Account, Actor } from '@carhouse/domain/account/account';
import { assertConfirmedEmail } from '@carhouse/domain/account/confirmed-email';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { authoriseActor } from './authorise-actor.ts';

/** An actor whose account is locked and whose e-mail address is confirmed, with the account as read after the lock. */
export type ConfirmedActor = { readonly actor: CurrentActor; readonly account: Account };

/**
 * Does what `authoriseActor` does, for actions that need a confirmed e-mail address: selling, importing and uploading.
 * (A booking applies the same rule, but reads the account with its own SQL statement.) @throws DomainError
 * EMAIL_UNCONFIRMED, and the errors of `authoriseActor`.
 */
export async function authoriseConfirmed(
  context: Context,
  trx: Transaction,
  sessionActor: Actor,
  lockMode: 'own' | 'shared' = 'own',
): Promise<ConfirmedActor> {
  const actor = await authoriseActor(context, trx, sessionActor, lockMode);
  const account = await findAccount(trx, actor.accountId);
  if (account === undefined) throw new DomainError('UNAUTHENTICATED');
  assertConfirmedEmail(account, context.config.trust.needsConfirmedEmail);
  return { actor, account };
}
