import type { Connection } from '@carhouse/auth/openid-sign-in';
import { lockAccount } from '@carhouse/database/accounts/accounts';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Context } from '../context.ts';

/**
 * Runs after the sign-in library has connected a provider to an account, in a separate transaction. It ends the other
 * sessions and mails the owner. A trigger of the database writes the audit entry.
 */
export async function recordConnection(context: Context, { accountId, sessionId }: Connection): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    await lockAccount(trx, accountId);
    await deleteSessions(trx, accountId, sessionId);
    await context.jobs.enqueue(trx, 'account-notice', { notice: 'provider-connected', accountId });
  });
}
