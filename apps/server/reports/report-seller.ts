import { lockAccountShared } from '@carhouse/database/accounts/accounts';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { readPublicName } from '@carhouse/domain/account/public-name';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ReportId } from '@carhouse/domain/report/report';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { showSeller } from '../sellers/show-seller.ts';
import type { NewReportInput } from './report-listing.ts';
import { saveReport } from './save-report.ts';

/**
 * Stores a report of a user or a visitor about a seller who has a public page.
 * @param publicName the public name of the form `seller-<id>`
 * @returns the id of the report, or of the open report that the user has made about the seller before.
 * @throws DomainError NOT_FOUND, UNAUTHENTICATED when the account has just been deleted, and the errors of
 * `assertMayReport`.
 */
export async function reportSeller(
  context: Context,
  actor: Actor | null,
  publicName: string,
  input: NewReportInput,
): Promise<ReportId> {
  await showSeller(context, publicName);
  const sellerId = readPublicName(publicName);
  if (sellerId === undefined) throw new DomainError('NOT_FOUND');
  return inTransaction(context.database, async (trx) => {
    // The lock makes this transaction wait for a deletion of the account, because the deletion also removes the
    // account's reports.
    if (actor !== null) await authoriseActor(context, trx, actor, 'shared');
    const seller = await lockAccountShared(trx, sellerId);
    if (seller?.status !== 'active') throw new DomainError('NOT_FOUND');
    return saveReport(context, trx, actor, { ...input, listingId: null, sellerId });
  });
}
