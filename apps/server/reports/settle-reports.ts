import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { closeReports } from '@carhouse/database/reports/reports';
import type { AccountId } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { reportLifecycle } from '@carhouse/domain/report/report';
import type { Context } from '../context.ts';

/**
 * Upholds the open reports about a car that an admin hides, or about a seller whom an admin suspends, and their cars. A
 * seller has at most about `openReportMaximum` open reports, because only reports that arrive at the same moment may
 * exceed the limit.
 */
export async function settleReports(
  context: Context,
  trx: Transaction,
  admin: CurrentAdmin,
  reportSubject: { readonly listingId: ListingId } | { readonly sellerId: AccountId },
): Promise<void> {
  const state = advance(reportLifecycle, 'open', 'uphold', 'admin');
  if (state !== 'upheld') throw new Error(`an upheld report is ${state}`);
  for (const id of await closeReports(trx, reportSubject, state, admin, context.now())) {
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'uphold',
      noun: 'report',
      nounId: id,
      before: { state: 'open' },
      after: { state },
    });
  }
}
