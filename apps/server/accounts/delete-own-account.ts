import { lockActiveAdmins } from '@carhouse/database/accounts/accounts';
import { hasPassword } from '@carhouse/database/accounts/personal-data';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { findRequestBucket } from '../http/routing/client-address.ts';
import { checkRecentSignIn } from '../http/routing/session.ts';
import { stopImportsOfSeller } from '../imports/stop-import.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { assertFactorProved, authoriseFactorChange } from '../second-factor/authorise-factor-change.ts';
import { removeUser } from './remove-user.ts';

/**
 * Deletes the caller's own account, with the same effects as a deletion by an admin. The caller proves their identity
 * again: by the password, or by a recent sign-in when the account has no password. If the account has a second factor,
 * the caller must also have proved one in this session recently, because an attacker may have stolen the password.
 * @returns the number of deleted accounts, always 1.
 * @throws DomainError OLD_PASSWORD_WRONG, RATE_LIMITED, RECENT_SIGN_IN_REQUIRED, LAST_ADMIN, and the errors of
 * `authoriseFactorChange`.
 */
export async function deleteOwnAccount(
  context: Context,
  actor: Actor,
  password: string | undefined,
  request: FastifyRequest,
): Promise<1> {
  const { accountId, role } = actor;
  await assertFactorProved(context, context.database, actor);
  if (await hasPassword(context.database, accountId))
    await checkOwnPassword(context, actor, password ?? '', findRequestBucket(request));
  else await checkRecentSignIn(request);
  const cancelledBookingIds = await inTransaction(context.database, async (trx) => {
    // The active admins are locked before any other account, in the order of their ids.
    const otherAdminIds = role === 'admin' ? (await lockActiveAdmins(trx)).filter((id) => id !== accountId) : null;
    await authoriseFactorChange(context, trx, actor);
    if (otherAdminIds?.length === 0) throw new DomainError('LAST_ADMIN');
    return removeUser(context, trx, { accountId, role, actorId: accountId, party: 'owner' });
  });
  await stopImportsOfSeller(context, accountId);
  await releaseBookings(context, cancelledBookingIds);
  return 1;
}

/**
 * Checks the password of the caller's account. Wrong passwords in this call and in a change of the password count
 * towards one limit, so that a stolen session cannot be used to guess the password.
 */
async function checkOwnPassword(
  { identity }: Context,
  { accountId }: Actor,
  password: string,
  rateLimitBucket: string,
): Promise<void> {
  const passwordAttempt = await identity.guard.take('password change', accountId);
  if (!(await identity.isPasswordOf(accountId, password, { bucket: rateLimitBucket })))
    throw new DomainError('OLD_PASSWORD_WRONG');
  await passwordAttempt.release();
}
