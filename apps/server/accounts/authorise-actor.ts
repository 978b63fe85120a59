import { lockAccount, lockAccountShared, lockAccounts } from '@carhouse/database/accounts/accounts';
import { makeSessionLockStatement } from '@carhouse/database/accounts/sessions';
import { runStatement } from '@carhouse/database/connection/statement';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Account, AccountId, Actor } from '@carhouse/domain/account/account';
import { assertOtherAccount, assertRole } from '@carhouse/domain/account/account-policy';
import type { CurrentActor, CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';

/*
 * Every transaction takes its locks in this order: the sign-up network (only in a booking), accounts, sessions,
 * approvals, cars, bookings, charges, all other rows. One statement locks several accounts, in the order of their ids.
 * When a request arrives, the hooks of its route check the session and the account of the user. The functions of this
 * file lock the account and then check the session and the account again. A suspension, deletion or demotion locks the
 * same account. An action that passes this check is committed before a concurrent suspension. An action that locks the
 * account after the suspension is refused. Decision 0039 gives the reasons for this order of locks and for these
 * checks.
 */

/**
 * Locks the account of the actor and checks that they may still act.
 * @param lockMode 'shared' when two actions of one user may run at the same time and neither changes the account.
 * @throws DomainError UNAUTHENTICATED (the account is suspended or deleted, or the session has ended), ROLE_REQUIRED (the
 * role has
 *   changed).
 */
export async function authoriseActor(
  context: Context,
  trx: Transaction,
  actor: Actor,
  lockMode: 'own' | 'shared' = 'own',
): Promise<CurrentActor> {
  const account = await (lockMode === 'own' ? lockAccount : lockAccountShared)(trx, actor.accountId);
  return assertCurrentActor(context, trx, actor, account);
}

/**
 * Locks the caller's own account in order to change it. The role is not checked, because a concurrent call of the
 * sign-up may have set it.
 * @throws DomainError UNAUTHENTICATED.
 */
export async function lockOwnAccount(context: Context, trx: Transaction, actor: Actor): Promise<Account> {
  const account = await lockAccount(trx, actor.accountId);
  if (account === undefined) throw new DomainError('UNAUTHENTICATED');
  await assertCurrentActor(context, trx, { ...actor, role: account.role }, account);
  return account;
}

/**
 * Does what `authoriseActor` does, for an action that only an admin may perform.
 * @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED.
 */
export async function authoriseAdmin(context: Context, trx: Transaction, actor: Actor): Promise<CurrentAdmin> {
  return assertCurrentAdmin(await authoriseActor(context, trx, actor));
}

/**
 * Does what `authoriseAdmin` does, for an admin who changes the status of another account. The account whose status
 * changes is locked too.
 * @returns the admin and the current state of the account whose status changes; the state is undefined when that
 * account does not exist.
 * @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED; OWN_ACCOUNT, because admins may not change their own status.
 */
export async function authoriseAdminForAccount(
  context: Context,
  trx: Transaction,
  actor: Actor,
  accountId: AccountId,
): Promise<{ readonly admin: CurrentAdmin; readonly account: Account | undefined }> {
  assertOtherAccount(actor, accountId);
  const { admin, accounts } = await authoriseAdminForAccounts(context, trx, actor, [accountId]);
  return { admin, account: accounts.find(({ id }) => id === accountId) };
}

/**
 * Does what `authoriseAdmin` does, for an action that depends on the state of other accounts. The accounts on which the
 * action depends are locked too.
 * @returns the admin's account and the other accounts, as read after they were locked.
 * @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED.
 */
export async function authoriseAdminForAccounts(
  context: Context,
  trx: Transaction,
  actor: Actor,
  otherAccountIds: readonly AccountId[],
): Promise<{ readonly admin: CurrentAdmin; readonly accounts: readonly Account[] }> {
  const accounts = await lockAccounts(trx, [actor.accountId, ...otherAccountIds]);
  const ownAccount = accounts.find(({ id }) => id === actor.accountId);
  return { admin: assertCurrentAdmin(await assertCurrentActor(context, trx, actor, ownAccount)), accounts };
}

/**
 * Checks an actor whose account this transaction has locked. `account` is the state of the account that was read after the
 * lock.
 */
async function assertCurrentActor(
  context: Context,
  trx: Transaction,
  actor: Actor,
  account: Account | undefined,
): Promise<CurrentActor> {
  const session = { id: actor.sessionId, accountId: actor.accountId };
  const isSessionActive =
    actor.sessionId === null || (await runStatement(trx, makeSessionLockStatement(session, context.now())));
  return assertSessionCurrent(actor, account, isSessionActive);
}

/**
 * Checks an actor in a pipelined transaction, which reads the account and the session by separate statements. The
 * caller passes the account that was read after the lock, and whether the session was found afterwards.
 * @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED.
 */
export function assertSessionCurrent(
  actor: Actor,
  account: Pick<Account, 'status' | 'role'> | undefined,
  isSessionLive: boolean,
): CurrentActor {
  if (account?.status !== 'active') throw new DomainError('UNAUTHENTICATED');
  if (actor.sessionId !== null && !isSessionLive) throw new DomainError('UNAUTHENTICATED');
  if (account.role !== actor.role) throw new DomainError('ROLE_REQUIRED');
  return actor as CurrentActor;
}

/** Checks that an actor is an admin with a session. Every action of an admin is made in a session. */
function assertCurrentAdmin(actor: CurrentActor): CurrentAdmin {
  if (actor.sessionId === null) throw new DomainError('UNAUTHENTICATED');
  assertRole(actor, 'admin');
  return actor as CurrentAdmin;
}
