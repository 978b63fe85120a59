import { hashToken } from '@carhouse/auth/link-tokens';
import { findLinkOwner, spendAccountLink } from '@carhouse/database/accounts/account-links';
import { findAccount, lockActiveAdmins } from '@carhouse/database/accounts/accounts';
import { isEmailVerified } from '@carhouse/database/accounts/passwords';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Context } from '../context.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { removeUser } from './remove-user.ts';
import { makeInvalidLinkError } from './send-link.ts';

const purpose = 'confirm-email';

/**
 * Removes an account that was created with the e-mail address of another person. The owner of that address makes this
 * call with the token of the confirmation mail. The effects on the account are those of its deletion
 * (`deleteOwnAccount`). The call is refused when the e-mail address is confirmed, because the owner of a confirmed
 * account can sign in and delete it.
 * @throws DomainError LINK_NOT_VALID, RATE_LIMITED, LAST_ADMIN
 */
export async function refuseAccount(context: Context, token: string, rateLimitBucket: string): Promise<void> {
  const { identity, database } = context;
  await identity.guard.take('link address', rateLimitBucket);
  const tokenHash = hashToken(token);
  const linkOwner = await findLinkOwner(database, purpose, tokenHash, context.now());
  const account = linkOwner && (await findAccount(database, linkOwner.accountId));
  if (account === undefined) throw makeInvalidLinkError();
  const { id: accountId, role } = account;
  const cancelledBookingIds = await inTransaction(database, async (trx) => {
    // The active admins are locked before any other account, in the order of their ids.
    const admins = role === 'admin' ? await lockActiveAdmins(trx) : [];
    const now = context.now();
    const link = await spendAccountLink(trx, purpose, tokenHash, now);
    if (link?.accountId !== accountId) throw makeInvalidLinkError();
    if (role === 'admin' && admins.every((id) => id === accountId)) throw new DomainError('LAST_ADMIN');
    if (await isEmailVerified(trx, accountId)) throw makeInvalidLinkError();
    await recordAudit(context, trx, {
      actorId: null,
      action: 'refuse-account',
      noun: 'account',
      nounId: accountId,
      before: { role },
    });
    return removeUser(context, trx, { accountId, role, actorId: accountId, party: 'system' });
  });
  await releaseBookings(context, cancelledBookingIds);
}
