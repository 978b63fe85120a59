import { lockAccount, lockAccounts, shareAccount } from '@carhouse/database/accounts/accounts';
import { keepSession } from '@carhouse/database/accounts/sessions';
import { runStatement } from '@carhouse/database/connection/statement';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Account, AccountId, Actor } from '@carhouse/domain/account/account';
import { assertOtherAccount, assertRole } from '@carhouse/domain/account/account-policy';
import type { CurrentActor, CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';

/*
 * Order of locks, in every transaction: accounts (several by their ids, in one statement), then sessions, approvals, cars,
 * bookings, charges, everything else. A request is let in by the state of its session and account on arrival. These functions
 * check again behind the lock of the account, which a suspension, deletion or demotion also takes. An act that is let
 * through has committed before the suspension, and one that comes after it is refused. See docs/decisions/0039.
 */

/**
 * Locks the account of the actor and checks that they may still act.
 * @param lock 'shared' where two acts of one person may run side by side and none of them changes the account.
 * @throws DomainError UNAUTHENTICATED (suspended, deleted, or the session has ended), ROLE_REQUIRED (another role by now).
 */
export async function authoriseActor(
  context: Context,
  trx: Transaction,
  actor: Actor,
  lock: 'own' | 'shared' = 'own',
): Promise<CurrentActor> {
  const account = await (lock === 'own' ? lockAccount : shareAccount)(trx, actor.accountId);
  return checkActor(context, trx, actor, account);
}

/**
 * Locks the own account for a change of it, whatever its role is by now: two calls of one sign-up may choose a role.
 * @throws DomainError UNAUTHENTICATED.
 */
export async function lockOwnAccount(context: Context, trx: Transaction, actor: Actor): Promise<Account> {
  const account = await lockAccount(trx, actor.accountId);
  if (account === undefined) throw new DomainError('UNAUTHENTICATED');
  await checkActor(context, trx, { ...actor, role: account.role }, account);
  return account;
}

/** The same for an act of an admin. @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED. */
export async function authoriseAdmin(context: Context, trx: Transaction, actor: Actor): Promise<CurrentAdmin> {
  return checkAdmin(await authoriseActor(context, trx, actor));
}

/**
 * The same for an admin who changes the status of another account, which is locked too.
 * @returns the admin, and the other account as it stands now: undefined when there is none.
 * @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED; OWN_ACCOUNT, because nobody changes their own status.
 */
export async function authoriseAdminOver(
  context: Context,
  trx: Transaction,
  actor: Actor,
  accountId: AccountId,
): Promise<{ readonly admin: CurrentAdmin; readonly account: Account | undefined }> {
  assertOtherAccount(actor, accountId);
  const { admin, accounts } = await authoriseAdminAmong(context, trx, actor, [accountId]);
  return { admin, account: accounts.find(({ id }) => id === accountId) };
}

/**
 * The same for an act that depends on the state of other accounts, which are locked too.
 * @returns the admin's account and the other accounts, as read behind their locks.
 * @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED.
 */
export async function authoriseAdminAmong(
  context: Context,
  trx: Transaction,
  actor: Actor,
  others: readonly AccountId[],
): Promise<{ readonly admin: CurrentAdmin; readonly accounts: readonly Account[] }> {
  const accounts = await lockAccounts(trx, [actor.accountId, ...others]);
  const own = accounts.find(({ id }) => id === actor.accountId);
  return { admin: checkAdmin(await checkActor(context, trx, actor, own)), accounts };
}

/** Checks an actor whose account is locked in this transaction: `account` is what was read behind the lock. */
async function checkActor(
  context: Context,
  trx: Transaction,
  actor: Actor,
  account: Account | undefined,
): Promise<CurrentActor> {
  const session = { id: actor.sessionId, accountId: actor.accountId };
  const isLive = actor.sessionId === null || (await runStatement(trx, keepSession(session, context.now())));
  return assertCurrent(actor, account, isLive);
}

/**
 * The same for a pipelined transaction, whose reads are statements: the account as it was read behind its lock, and whether
 * its session was found after that.
 * @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED.
 */
export function assertCurrent(
  actor: Actor,
  account: Pick<Account, 'status' | 'role'> | undefined,
  isSessionLive: boolean,
): CurrentActor {
  if (account?.status !== 'active') throw new DomainError('UNAUTHENTICATED');
  if (actor.sessionId !== null && !isSessionLive) throw new DomainError('UNAUTHENTICATED');
  if (account.role !== actor.role) throw new DomainError('ROLE_REQUIRED');
  return actor as CurrentActor;
}

/** Every act of an admin comes from a session. */
function checkAdmin(actor: CurrentActor): CurrentAdmin {
  if (actor.sessionId === null) throw new DomainError('UNAUTHENTICATED');
  assertRole(actor, 'admin');
  return actor as CurrentAdmin;
}
