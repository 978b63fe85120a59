import type { AdminQueues } from '@carhouse/contract/admin-queues';
import { countWaitingApprovals } from '@carhouse/database/approvals/approvals';
import { countUnreadFeedback } from '@carhouse/database/feedback/feedback';
import { countImportsToWatch } from '@carhouse/database/imports/admin-imports';
import { countSellersToVerify } from '@carhouse/database/overview/figures';
import { countWaitingBankParts } from '@carhouse/database/payments/bank-parts';
import { countOpenDiscrepanciesByKind } from '@carhouse/database/reconciliation/discrepancies';
import { countOpenReports } from '@carhouse/database/reports/reports';
import { countOpenComplaints } from '@carhouse/database/sales/open-complaints';
import type { Actor } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';
import { countStoppedPayments } from '../seller-payments/count-stopped-payments.ts';

/**
 * Counts the entries that wait for this admin in each list of the admins. The counted approvals are requests by other
 * admins.
 */
export async function countQueues(context: Context, { accountId }: Actor): Promise<AdminQueues> {
  const { database } = context;
  const approvalCounts = await countWaitingApprovals(database, accountId, context.now());
  return {
    complaints: await countOpenComplaints(database),
    reports: await countOpenReports(database),
    paymentIssues: (await countOpenDiscrepanciesByKind(database)).reduce((sum, each) => sum + each.open, 0),
    bankParts: await countWaitingBankParts(database),
    refundApprovals: approvalCounts.get('refund') ?? 0,
    adminApprovals: approvalCounts.get('new-admin') ?? 0,
    sellerPayments: await countStoppedPayments(context),
    imports: (await countImportsToWatch(database)).waiting,
    sellersToVerify: await countSellersToVerify(database),
    unreadFeedback: await countUnreadFeedback(database),
  };
}
