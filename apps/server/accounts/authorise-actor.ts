import { lockAccount, lockAccounts, shareAccount } from '@carhouse/database/accounts/accounts';
import { shareLiveSession } from '@carhouse/database/accounts/sessions';
import { runStatement } from '@carhouse/database/connection/statement';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Account, AccountId, Actor } from '@carhouse/domain/account/account';
import { assertOtherAccount, assertRole } from '@carhouse/domain/account/account-policy';
import type { CurrentActor, CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';

/*
 * Order of locks, in every transaction: in a booking the network of the sign-up, then accounts (several by their ids, in
 * one statement), then sessions, approvals, cars, bookings, charges, everything else. The hooks of a request check its session and account once, on arrival.
 * These functions check again behind the lock of the account, which a suspension, deletion or demotion also takes. An
 * act that passes this check commits before the suspension; a later one is refused. See docs/decisions/0039.
 */

/**
 * Locks the account of the actor and checks that they may still act.
 * @param lock 'shared' where two acts of one user may run at the same time and neither changes the account.
 * @throws DomainError UNAUTHENTICATED (suspended, deleted, or the session has ended), ROLE_REQUIRED (the role has
 *   changed).
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
 * Locks the caller's own account in order to change it, whatever its current role: two calls of one sign-up may choose
 * a role.
 * @throws DomainError UNAUTHENTICATED.
 */
export async function lockOwnAccount(context: Context, trx: Transaction, actor: Actor): Promise<Account> {
  const account = await lockAccount(trx, actor.accountId);
  if (account === undefined) throw new DomainError('UNAUTHENTICATED');
  await checkActor(context, trx, { ...actor, role: account.role }, account);
  return account;
}

/** As `authoriseActor`, for an act of an admin. @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED. */
export async function authoriseAdmin(context: Context, trx: Transaction, actor: Actor): Promise<CurrentAdmin> {
  return checkAdmin(await authoriseActor(context, trx, actor));
}

/**
 * As `authoriseAdmin`, for an admin who changes the status of another account. That account is locked too.
 * @returns the admin and the current state of the other account; undefined when it does not exist.
 * @throws DomainError UNAUTHENTICATED, ROLE_REQUIRED; OWN_ACCOUNT, because admins may not change their own status.
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
 * As `authoriseAdmin`, for an act that depends on the state of other accounts. Those accounts are locked too.
 * @returns the admin's account and the other accounts, as read after they were locked.
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

/** Checks an actor whose account this transaction has locked. `account` is what was read after the lock. */
async function checkActor(
  context: Context,
  trx: Transaction,
  actor: Actor,
  account: Account | undefined,
): Promise<CurrentActor> {
  const session = { id: actor.sessionId, accountId: actor.accountId };
  const isLive = actor.sessionId === null || (await runStatement(trx, shareLiveSession(session, context.now())));
  return assertCurrent(actor, account, isLive);
}

/**
 * The same check for a pipelined transaction, whose reads are statements: it gets the account as read after the lock,
 * and whether the session was found after that.
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
