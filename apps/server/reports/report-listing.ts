import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ReportGround, ReportId } from '@carhouse/domain/report/report';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { assertVisible } from '../listings/show-listing.ts';
import { saveReport } from './save-report.ts';

export type NewReportInput = {
  /** The id of the new report, which is the same for all repetitions of a request under one idempotency key. */
  readonly id: ReportId;
  readonly ground: ReportGround;
  readonly text: string;
};

/**
 * Stores a report of a user or a visitor about a car that they may see.
 * @returns the id of the report, or of the open report that the user has made about the car before.
 * @throws DomainError NOT_FOUND, UNAUTHENTICATED when the account has just been deleted, and the errors of
 * `assertMayReport`.
 */
export async function reportListing(
  context: Context,
  actor: Actor | null,
  id: string,
  input: NewReportInput,
): Promise<ReportId> {
  const listingId = requireId<'listing'>(id);
  return inTransaction(context.database, async (trx) => {
    // The lock makes this transaction wait for a deletion of the account, because the deletion also removes the
    // account's reports.
    if (actor !== null) await authoriseActor(context, trx, actor, 'shared');
    const car = await lockListing(trx, listingId, 'share');
    if (car === undefined || car.isHidden) throw new DomainError('NOT_FOUND');
    assertVisible(actor, car.listing);
    return saveReport(context, trx, actor, { ...input, listingId, sellerId: car.listing.seller.id });
  });
}
