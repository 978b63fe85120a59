import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockReport, dismissReport as saveDismissal } from '@carhouse/database/reports/reports';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { reportLifecycle } from '@carhouse/domain/report/report';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/**
 * Dismisses a report for an admin.
 * @param reason 3 to 300 characters, which admins read.
 * @returns 1, or 0 when the report is already closed.
 * @throws DomainError NOT_FOUND, and the errors of `authoriseAdmin`.
 */
export async function dismissReport(context: Context, actor: Actor, id: string, reason: string): Promise<0 | 1> {
  const reportId = requireId<'report'>(id);
  return inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const report = await lockReport(trx, reportId);
    if (report === undefined) throw new DomainError('NOT_FOUND');
    if (report.state !== 'open') return 0;
    const state = advance(reportLifecycle, report.state, 'dismiss', 'admin');
    await saveDismissal(trx, admin, reportId, reason, context.now());
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'dismiss',
      noun: 'report',
      nounId: reportId,
      before: { state: report.state },
      after: { state, reason },
    });
    return 1;
  });
}
