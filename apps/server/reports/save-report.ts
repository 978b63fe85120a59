import type { Transaction } from '@carhouse/database/connection/transaction';
import { countOpenReportsOfSeller, insertReport } from '@carhouse/database/reports/reports';
import type { Actor } from '@carhouse/domain/account/account';
import { assertMayReport, type Report, type ReportId } from '@carhouse/domain/report/report';
import type { Context } from '../context.ts';

/**
 * Saves a report about a seller or a seller's car. The caller has locked the seller or the car.
 * @throws DomainError the errors of `assertMayReport`.
 */
export async function saveReport(
  context: Context,
  trx: Transaction,
  actor: Actor | null,
  report: Pick<Report, 'id' | 'listingId' | 'sellerId' | 'ground' | 'text'>,
): Promise<ReportId> {
  const values = { ...report, text: report.text.trim(), reporterId: actor?.accountId ?? null };
  assertMayReport(values, await countOpenReportsOfSeller(trx, report.sellerId));
  return insertReport(trx, { ...values, createdAt: context.now() });
}
