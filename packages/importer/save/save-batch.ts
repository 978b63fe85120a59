import type { Database } from '@carhouse/database/connection/connect';
import { findSqlState, inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { type DealerColumn, dealerColumnNames, dealerColumns } from '@carhouse/database/imports/dealer-columns';
import { toFactColumns } from '@carhouse/database/listings/listing-row';
import type { AccountId } from '@carhouse/domain/account/account';
import type { CarFacts, FactColumn } from '@carhouse/domain/car/car-facts';
import { findPlate } from '@carhouse/domain/car/plate';
import { computeNewestSortTime } from '@carhouse/domain/listing/newest-sort-time';
import { countYearsBetween } from '@carhouse/domain/text/singapore-day';
import { sql } from 'kysely';
import { ImportFault } from '../read/import-fault.ts';
import type { BatchRow, Outcome } from './batch-outcome.ts';
import { auditChangedPrices, refuseFrozenListings, soldReason } from './locked-listings.ts';
import { recordLookAlikes } from './note-look-alikes.ts';
import { type OfferLimits, refuseRows } from './refuse-rows.ts';

export type BatchContext = {
  readonly limits?: OfferLimits | undefined;
  /** Number of cars that the seller put on sale today, including the saved batches of this import. */
  readonly postedTodayCounter: { cars: number };
  readonly sellerId: AccountId;
  readonly now: Date;
  /** The current day in Singapore, as an ISO date. */
  readonly today: string;
  readonly makeId: () => string;
  /**
   * Called at the end of each transaction with all outcomes of the batch so far. When this callback throws, the
   * transaction is rolled back.
   */
  readonly beforeCommit?: (trx: Transaction, outcomes: readonly Outcome[]) => Promise<void>;
};

/** Determines the outcomes that saving the rows would have. Nothing is saved. */
export async function compareBatch(
  database: Database | Transaction,
  rows: readonly BatchRow[],
  { sellerId }: Pick<BatchContext, 'sellerId'>,
): Promise<readonly Outcome[]> {
  const refs = rows.map((row) => row.draft.dealerRef);
  // Each reference is found by one lookup in the unique index. For `dealer_ref = ANY (...)` the planner may read all
  // cars of the seller while the table's statistics are older than the import: measured 406 ms instead of 1.5 ms.
  const knownListingsResult = await sql<{ dealer_ref: string; dealer_row_hash: string | null; status: string }>`
    SELECT known.dealer_ref, known.dealer_row_hash, known.status
    FROM unnest(${refs}::text[]) AS wanted (ref)
    CROSS JOIN LATERAL (
      SELECT dealer_ref, dealer_row_hash, status FROM listing
      WHERE seller_id = ${sellerId} AND dealer_ref = wanted.ref OFFSET 0
    ) AS known`.execute(database);
  const knownListings = new Map(knownListingsResult.rows.map((listing) => [listing.dealer_ref, listing]));
  return rows.map((row): Outcome => {
    const knownListing = knownListings.get(row.draft.dealerRef);
    if (knownListing === undefined) return { kind: 'imported', row };
    if (knownListing.dealer_row_hash === row.hash) return { kind: 'unchanged', row };
    return knownListing.status === 'sold' ? { kind: 'rejected', row, reason: soldReason } : { kind: 'updated', row };
  });
}

/**
 * Saves the rows in one transaction. New rows become available listings. Changed rows update the dealer's values and
 * keep the status. Changed rows of cars that are sold, or that a buyer is paying for, are rejected. Unchanged rows are
 * skipped. No two rows may have the same reference.
 */
export async function saveBatch(
  database: Database,
  rows: readonly BatchRow[],
  context: BatchContext,
  earlierOutcomes: readonly Outcome[] = [],
): Promise<readonly Outcome[]> {
  if (rows.length === 0) return [];
  try {
    const savedOutcomes = await inTransaction(database, async (trx) => {
      await lockSeller(trx, context.sellerId);
      const allowedOutcomes = await refuseRows(trx, await compareBatch(trx, rows, context), context);
      const { outcomes, lockedListings: locked } = await refuseFrozenListings(trx, allowedOutcomes, context.sellerId);
      const changedRows = outcomes
        .filter(({ kind }) => kind === 'imported' || kind === 'updated')
        .map(({ row }) => row);
      if (changedRows.length > 0) {
        const importedRows = new Set(outcomes.filter(({ kind }) => kind === 'imported').map(({ row }) => row));
        await upsertListings(trx, changedRows, computeNewestSortTimes(changedRows, importedRows, context), context);
        await auditChangedPrices(trx, outcomes, locked, context);
        if (context.limits !== undefined) await recordLookAlikes(trx, changedRows, context);
      }
      await context.beforeCommit?.(trx, [...earlierOutcomes, ...outcomes]);
      return outcomes;
    });
    context.postedTodayCounter.cars += savedOutcomes.filter(({ kind }) => kind === 'imported').length;
    return savedOutcomes;
  } catch (error) {
    // Class 22 means that a value does not fit its type, class 23 that a constraint is violated. Errors outside the
    // classes 22 and 23 are not caused by a row.
    if (!/^2[23]/.test(findSqlState(error) ?? '')) throw error;
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) {
      const { constraint } = error as { readonly constraint?: string };
      return [{ kind: 'rejected', row, reason: `could not be stored (${constraint ?? findSqlState(error)})` }];
    }
    const middleIndex = rows.length >> 1;
    const firstOutcomes = await saveBatch(database, rows.slice(0, middleIndex), context, earlierOutcomes);
    return [
      ...firstOutcomes,
      ...(await saveBatch(database, rows.slice(middleIndex), context, [...earlierOutcomes, ...firstOutcomes])),
    ];
  }
}

/**
 * Locks the seller's account, so that it is not suspended or deleted before the batch is saved.
 * @throws ImportFault when the seller is not allowed to sell at present.
 */
async function lockSeller(trx: Transaction, sellerId: AccountId): Promise<void> {
  const activeSellerResult = await sql<{
    may_sell: boolean;
  }>`SELECT keep_active_seller(${sellerId}::uuid) AS may_sell`.execute(trx);
  if (activeSellerResult.rows[0]?.may_sell !== true) throw new ImportFault('The account may not sell now.');
}

const names = dealerColumnNames;
const overwriteColumnsSql = names.map((column) => `${column} = excluded.${column}`).join(', ');

/**
 * Writes all rows in one statement with an array for each column. The text of the statement is the same for every
 * batch, and PostgreSQL reads arrays in half the time of JSON. Ids ascend within a batch, so that its rows are adjacent
 * in the indexes that end with the id.
 */
async function upsertListings(
  trx: Transaction,
  rows: readonly BatchRow[],
  newest: readonly (Date | null)[],
  context: BatchContext,
): Promise<void> {
  const ids = rows.map(() => context.makeId()).toSorted();
  const values = rows.map((row) => makeColumnValues(row, context.today));
  const refs = rows.map(({ draft }) => draft.dealerRef);
  const columnArrays = names.map(
    (name) => sql`${values.map((value) => value[name])}::${sql.raw(dealerColumns[name])}[]`,
  );
  const columns = sql.raw(names.join(', '));
  await sql`
    INSERT INTO listing (id, seller_id, status, posted_at, newest_at, updated_at, dealer_ref, ${columns})
    SELECT id, ${context.sellerId}::uuid, 'available', ${context.now}::timestamptz, newest_at, ${context.now}::timestamptz, dealer_ref, ${columns}
    FROM unnest(${ids}::uuid[], ${refs}::text[], ${newest}::timestamptz[], ${sql.join(columnArrays)}) AS row (id, dealer_ref, newest_at, ${columns})
    ON CONFLICT ON CONSTRAINT listing_seller_dealer_ref_key
    DO UPDATE SET ${sql.raw(overwriteColumnsSql)}, updated_at = excluded.updated_at`.execute(trx);
}

/**
 * Computes the times by which the rows are sorted in newest-first lists. Each new row counts as one more car that the
 * seller put on sale today.
 */
function computeNewestSortTimes(
  rows: readonly BatchRow[],
  importedRows: ReadonlySet<BatchRow>,
  { limits, now, postedTodayCounter }: BatchContext,
): readonly (Date | null)[] {
  let postedCount = postedTodayCounter.cars;
  return rows.map((row) => {
    if (limits === undefined || !importedRows.has(row)) return null;
    postedCount += 1;
    return computeNewestSortTime(now, postedCount - 1, limits.maxNewestPerDay);
  });
}

type ColumnValues = { readonly [Column in DealerColumn]: string | number | boolean | null };

function makeColumnValues({ draft, hash, brand }: BatchRow, today: string): ColumnValues {
  const { facts } = draft;
  const cents = (amount: bigint | null): string | null => (amount === null ? null : String(amount));
  const firstUseDay = facts.registeredOn ?? `${draft.yearOfPurchase}-12-31`;
  return {
    dealer_row_hash: hash,
    brand,
    title: draft.title,
    location: draft.location,
    original_price_cents: cents(draft.originalPrice),
    resale_price_cents: cents(draft.resalePrice),
    years_of_use: draft.yearsOfUse ?? Math.min(150, countYearsBetween(firstUseDay, today)),
    year_of_purchase: draft.yearOfPurchase,
    description: draft.description,
    plate: findPlate(`${draft.title}\n${draft.description}`),
    ...convertFacts(facts),
  };
}

/** The facts of a car as columns. Amounts are texts, as the driver requires. */
function convertFacts(facts: CarFacts): Pick<ColumnValues, FactColumn> {
  const columns = Object.entries(toFactColumns(facts));
  return Object.fromEntries(
    columns.map(([column, value]) => [column, typeof value === 'bigint' ? String(value) : value]),
  ) as Pick<ColumnValues, FactColumn>;
}
