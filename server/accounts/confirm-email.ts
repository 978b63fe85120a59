import { takeLink } from '@carhouse/database/account-links';
import { lockAccount } from '@carhouse/database/accounts';
import { markEmailVerified } from '@carhouse/database/passwords';
import { inTransaction } from '@carhouse/database/transaction';
import { hashLinkToken } from '@carhouse/identity/link-tokens';
import type { Context } from '../context.ts';
import { linkFault } from './send-link.ts';

/** Confirms an e-mail address by the token of a mail. @throws DomainError LINK_NOT_VALID, RATE_LIMITED */
export async function confirmEmail(context: Context, token: string, bucket: string): Promise<void> {
  await context.identity.guard.take('link address', bucket);
  await inTransaction(context.database, async (trx) => {
    const now = context.now();
    const link = await takeLink(trx, 'confirm-email', hashLinkToken(token), now);
    if (link === undefined) throw linkFault();
    await lockAccount(trx, link.accountId);
    if (!(await markEmailVerified(trx, link.accountId, link.email, now))) throw linkFault();
  });
}
