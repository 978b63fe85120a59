import { removeExpired } from '@carhouse/database/accounts/forget-user';
import { listOutdatedApprovals } from '@carhouse/database/approvals/approvals';
import { retentionLimit } from '@carhouse/domain/privacy/retention';
import { mailFolder, removeOldMails } from '@carhouse/mail/remove-old-mails';
import { expireRequest } from '../approvals/decide-approval.ts';
import type { Context } from '../context.ts';

/**
 * Deletes personal data whose retention period is over (packages/domain/privacy/retention.ts). Also expires approval
 * requests whose time is over. A repeated run changes nothing.
 */
export async function expirePersonalData(context: Context): Promise<void> {
  const rows = await removeExpired(context.database, context.now());
  const folder = mailFolder(context.config.dataDir);
  const mailFile = await removeOldMails(folder, retentionLimit('mailFile', context.now()));
  const removed = { ...rows, ...(mailFile > 0 ? { mailFile } : {}) };
  for (const approval of await listOutdatedApprovals(context.database, context.now()))
    await expireRequest(context, approval);
  if (Object.keys(removed).length > 0) context.log.info({ removed }, 'personal data beyond its time is removed');
}
