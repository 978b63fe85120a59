import { removeExpiredData } from '@carhouse/database/accounts/forget-user';
import { listOutdatedApprovals } from '@carhouse/database/approvals/approvals';
import { computeRetentionLimit } from '@carhouse/domain/privacy/retention';
import { makeMailFolderPath, removeOldMails } from '@carhouse/mail/remove-old-mails';
import { expireApproval } from '../approvals/decide-approval.ts';
import type { Context } from '../context.ts';

/**
 * Deletes personal data whose retention period has ended (packages/domain/privacy/retention.ts). The function also
 * marks approval requests that are older than `approvalMs` as expired. A repeated run changes nothing.
 */
export async function expirePersonalData(context: Context): Promise<void> {
  const rows = await removeExpiredData(context.database, context.now());
  const folder = makeMailFolderPath(context.config.dataDir);
  const removedMailFileCount = await removeOldMails(folder, computeRetentionLimit('mailFile', context.now()));
  const removedCounts = { ...rows, ...(removedMailFileCount > 0 ? { mailFile: removedMailFileCount } : {}) };
  for (const approval of await listOutdatedApprovals(context.database, context.now()))
    await expireApproval(context, approval);
  if (Object.keys(removedCounts).length > 0)
    context.log.info({ removed: removedCounts }, 'personal data beyond its time is removed');
}
