import type { Connection } from '@carhouse/auth/openid-sign-in';
import { lockAccount } from '@carhouse/database/accounts/accounts';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Context } from '../context.ts';

/**
 * Ends the other sessions of an account and mails its owner, after the sign-in library has connected a provider to the
 * account in a transaction of its own. A database trigger writes the audit entry about the connection.
 */
export async function recordConnection(context: Context, { accountId, sessionId }: Connection): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    await lockAccount(trx, accountId);
    await deleteSessions(trx, accountId, sessionId);
    await context.jobs.enqueue(trx, 'account-notice', { notice: 'provider-connected', accountId });
  });
}
