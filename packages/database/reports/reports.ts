import type { AccountId, AccountStatus } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import type { Report, ReportId, ReportState } from '@carhouse/domain/report/report';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { ReportTable } from '../schema/report-tables.ts';

/**
 * Saves a new report. Nothing is saved when the report is already saved, or when its reporter has an open report about
 * the same car or seller.
 * @returns the id of the new report, or of the report that was saved before.
 */
export async function insertReport(
  trx: Transaction,
  report: Pick<Report, 'id' | 'listingId' | 'sellerId' | 'reporterId' | 'ground' | 'text' | 'createdAt'>,
): Promise<ReportId> {
  const row = await trx
    .insertInto('report')
    .values({
      id: report.id,
      listing_id: report.listingId,
      seller_id: report.sellerId,
      reporter_id: report.reporterId,
      ground: report.ground,
      text: report.text,
      state: 'open',
      decision: null,
      decided_by: null,
      created_at: report.createdAt,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined || report.reporterId === null) return report.id;
  const earlierReport = await trx
    .selectFrom('report')
    .select('id')
    .where('reporter_id', '=', report.reporterId)
    .where('seller_id', '=', report.sellerId)
    .where('listing_id', 'is not distinct from', report.listingId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return earlierReport?.id ?? report.id;
}

/** Counts the open reports about a seller and their cars. */
export async function countOpenReportsOfSeller(trx: Transaction, sellerId: AccountId): Promise<number> {
  const row = await trx
    .selectFrom('report')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return row.open;
}

/** Counts all open reports. */
export async function countOpenReports(database: Database): Promise<number> {
  const row = await database
    .selectFrom('report')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return row.open;
}

/** A report with the data about its car, its seller and its reporter that the admins' list shows. */
export type ListedReport = Report & {
  /** The car; null when the report is about the seller. */
  readonly car: { readonly brand: string; readonly title: string; readonly status: ListingStatus } | null;
  readonly sellerName: string;
  readonly sellerStatus: AccountStatus;
  readonly sellerVerified: boolean;
  /** The name of the reporter; null for a visitor. */
  readonly reporterName: string | null;
  /** Number of open reports about the seller and their cars. */
  readonly openReportCountOfSeller: number;
};

/** Lists the open reports, oldest first, or the closed ones, newest first, with keyset pagination. */
export async function listReports(
  database: Database,
  stage: 'open' | 'closed',
  limit: number,
  after?: { readonly at: Date; readonly id: ReportId },
): Promise<readonly ListedReport[]> {
  let query = database
    .selectFrom('report')
    .innerJoin('account as seller', 'seller.id', 'report.seller_id')
    .leftJoin('listing', 'listing.id', 'report.listing_id')
    .leftJoin('account as reporter', 'reporter.id', 'report.reporter_id')
    .selectAll('report')
    .select([
      'listing.brand',
      'listing.title',
      'listing.status as listing_status',
      'seller.name as seller_name',
      'seller.status as seller_status',
      'seller.verified_at',
      'reporter.name as reporter_name',
      sql<number>`(SELECT count(*)::int FROM report o WHERE o.seller_id = report.seller_id AND o.state = 'open')`.as(
        'open_of_seller',
      ),
    ])
    .where('report.state', stage === 'open' ? '=' : '<>', 'open');
  const comparison = sql.raw(stage === 'open' ? '>' : '<');
  if (after !== undefined)
    query = query.where(sql<boolean>`(report.created_at, report.id) ${comparison} (${after.at}, ${after.id})`);
  const sortDirection = stage === 'open' ? 'asc' : 'desc';
  const rows = await query
    .orderBy('report.created_at', sortDirection)
    .orderBy('report.id', sortDirection)
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...reportFromRow(row),
    car:
      row.brand === null || row.title === null || row.listing_status === null
        ? null
        : { brand: row.brand, title: row.title, status: row.listing_status },
    sellerName: row.seller_name,
    sellerStatus: row.seller_status,
    sellerVerified: row.verified_at !== null,
    reporterName: row.reporter_name,
    openReportCountOfSeller: row.open_of_seller,
  }));
}

/** Locks a report until the end of the transaction. */
export async function lockReport(trx: Transaction, id: ReportId): Promise<Report | undefined> {
  const row = await trx.selectFrom('report').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && reportFromRow(row);
}

/** Dismisses a locked report for an admin. */
export async function dismissReport(
  trx: Transaction,
  by: CurrentAdmin,
  id: ReportId,
  decision: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('report')
    .set({ state: 'dismissed', decision, decided_by: by.accountId, closed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Closes the open reports about a car, or about a seller and their cars.
 * @param by the admin who acts; null when the seller's account is deleted.
 * @returns the ids of the closed reports.
 */
export async function closeReports(
  trx: Transaction,
  listingOrSeller: { readonly listingId: ListingId } | { readonly sellerId: AccountId },
  to: Exclude<ReportState, 'open' | 'dismissed'>,
  by: CurrentAdmin | null,
  now: Date,
): Promise<readonly ReportId[]> {
  const rows = await trx
    .updateTable('report')
    .set({ state: to, decided_by: by?.accountId ?? null, closed_at: now })
    .where('state', '=', 'open')
    .where((where) =>
      'listingId' in listingOrSeller
        ? where('listing_id', '=', listingOrSeller.listingId)
        : where('seller_id', '=', listingOrSeller.sellerId),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Removes a deleted user from reports. Reports by the deleted user no longer name the account. The text of their closed
 * reports is removed now; the retention rule removes the text of open reports later. Reports about the deleted user
 * become obsolete and lose their texts.
 */
export async function removeDeletedUserFromReports(trx: Transaction, id: AccountId, now: Date): Promise<void> {
  await closeReports(trx, { sellerId: id }, 'obsolete', null, now);
  await sql`UPDATE report SET text = '', decision = NULL WHERE seller_id = ${id}`.execute(trx);
  await removeReporterFromReports(trx, id);
}

/** Removes the account of a reporter from their reports. Open reports keep their text until an admin has decided. */
export async function removeReporterFromReports(trx: Transaction, id: AccountId): Promise<void> {
  await sql`UPDATE report SET reporter_id = NULL, text = CASE WHEN state = 'open' THEN text ELSE '' END
            WHERE reporter_id = ${id}`.execute(trx);
}

function reportFromRow(row: Selectable<ReportTable>): Report {
  return {
    id: row.id,
    listingId: row.listing_id,
    sellerId: row.seller_id,
    reporterId: row.reporter_id,
    ground: row.ground,
    text: row.text,
    state: row.state,
    decision: row.decision,
    decidedBy: row.decided_by,
    createdAt: row.created_at,
    closedAt: row.closed_at,
  };
}
