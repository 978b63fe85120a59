import type { Connection } from '@carhouse/auth/openid-sign-in';
import { lockAccount } from '@carhouse/database/accounts/accounts';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Context } from '../context.ts';

/**
 * What follows from a sign-in provider that was connected to an account, which the sign-in library has done in a transaction of its
 * own: the other sessions end, and the owner gets a mail. The database has written the audit entry.
 */
export async function recordConnection(context: Context, { accountId, sessionId }: Connection): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    await lockAccount(trx, accountId);
    await deleteSessions(trx, accountId, sessionId);
    await context.jobs.enqueue(trx, 'account-notice', { notice: 'provider-connected', accountId });
  });
}
