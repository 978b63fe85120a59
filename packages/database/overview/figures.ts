import type { AccountId, Role } from '@carhouse/domain/account/account';
import type { BookingStatus } from '@carhouse/domain/booking/booking';
import type { ListingStatus } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import { findStartOfDay } from '@carhouse/domain/text/singapore-day';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';

/**
 * Counts and sums for the dashboards. Each function runs one statement, which uses an index to read only the rows of
 * one user or of a period.
 */

export type MoneySum = { readonly amount: Cents; readonly count: number };
export type CarCounts = Readonly<Record<ListingStatus | 'booked' | 'advertised', number>>;

/**
 * Counts the listings of a seller or of the whole server by status. The result also contains the number of available
 * listings that are booked, and the number that are advertised.
 */
export async function countCars(database: Database, sellerId: AccountId | null): Promise<CarCounts> {
  const statuses = await database
    .selectFrom('listing')
    .select(['status', sql<number>`count(*)::int`.as('cars')])
    .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId))
    .groupBy('status')
    .execute();
  const available = await database
    .selectFrom('listing')
    .where('status', '=', 'available')
    .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId))
    .where(sql<boolean>`seller_id IN (SELECT id FROM account WHERE status = 'active')`)
    .where((where) =>
      where.or([
        where('id', 'in', where.selectFrom('advertisement').select('listing_id')),
        where('id', 'in', where.selectFrom('booking').select('listing_id').where('status', '=', 'unpaid')),
      ]),
    )
    .select([
      sql<number>`(count(*) filter (where exists (select from booking where listing_id = listing.id and status = 'unpaid')))::int`.as(
        'booked',
      ),
      sql<number>`(count(*) filter (where exists (select from advertisement where listing_id = listing.id)))::int`.as(
        'advertised',
      ),
    ])
    .executeTakeFirstOrThrow();
  const countCarsWithStatus = (status: ListingStatus): number =>
    statuses.find((row) => row.status === status)?.cars ?? 0;
  return {
    draft: countCarsWithStatus('draft'),
    available: countCarsWithStatus('available'),
    sold: countCarsWithStatus('sold'),
    withdrawn: countCarsWithStatus('withdrawn'),
    hidden: countCarsWithStatus('hidden'),
    ...available,
  };
}

/** Counts the bookings of a buyer or seller by status, with the sum of their prices. */
export async function sumBookings(
  database: Database,
  side: 'buyer_id' | 'seller_id',
  accountId: AccountId,
): Promise<ReadonlyMap<BookingStatus, MoneySum & { readonly since: Date | null }>> {
  const rows = await database
    .selectFrom('booking')
    .select([
      'status',
      sql<number>`count(*)::int`.as('count'),
      sql<Cents>`sum(price_cents)::bigint`.as('amount'),
      sql<Date | null>`min(paid_at)`.as('since'),
    ])
    .where(side, '=', accountId)
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, ...figures }) => [status, figures]));
}

/** Counts and sums the open orders of a buyer whose price fits into one card payment. */
export async function sumOrdersPayableByCard(
  database: Database,
  buyerId: AccountId,
  minPrice: Cents,
  maxPrice: Cents,
): Promise<MoneySum> {
  return database
    .selectFrom('booking')
    .select([sql<number>`count(*)::int`.as('count'), sql<Cents>`coalesce(sum(price_cents), 0)::bigint`.as('amount')])
    .where('buyer_id', '=', buyerId)
    .where('status', '=', 'unpaid')
    .where('price_cents', '>=', minPrice)
    .where('price_cents', '<=', maxPrice)
    .executeTakeFirstOrThrow();
}

/** SQL for the ISO date, in Singapore time, on which the week (a Monday) or the day of a time begins. */
function makePeriodStartSql(periodUnit: 'week' | 'day', timeSql: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(date_trunc(${sql.lit(periodUnit)}, ${timeSql} at time zone 'Asia/Singapore'), 'YYYY-MM-DD')`;
}

/**
 * Counts bookings per week or day since a day, for a seller's listings or for the whole server. The result omits periods
 * without bookings.
 */
export async function countBookingsPerUnit(
  database: Database,
  periodUnit: 'week' | 'day',
  sellerId: AccountId | null,
  since: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('booking')
    .select([makePeriodStartSql(periodUnit, sql`created_at`).as('period'), sql<number>`count(*)::int`.as('count')])
    .where('created_at', '>=', findStartOfDay(since))
    .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId))
    .groupBy('period')
    .execute();
  return new Map(rows.map((row) => [row.period, row.count]));
}

/** Sums payments per week or day since a day; refunded orders are excluded. */
export async function sumPaymentsPerUnit(
  database: Database,
  periodUnit: 'week' | 'day',
  since: string,
): Promise<ReadonlyMap<string, MoneySum>> {
  const rows = await selectKeptPayments(database)
    .select([
      makePeriodStartSql(periodUnit, sql`payment.paid_at`).as('period'),
      sql<number>`count(*)::int`.as('count'),
      sql<Cents>`sum(payment.amount_cents)::bigint`.as('amount'),
    ])
    .where('payment.paid_at', '>=', findStartOfDay(since))
    .groupBy('period')
    .execute();
  return new Map(rows.map(({ period: periodStart, ...figures }) => [periodStart, figures]));
}

/** Sums payments since a day or ever; refunded orders are excluded. */
export async function sumPayments(database: Database, since: string | null): Promise<MoneySum> {
  return selectKeptPayments(database)
    .select([
      sql<number>`count(DISTINCT payment.booking_id)::int`.as('count'),
      sql<Cents>`coalesce(sum(payment.amount_cents), 0)::bigint`.as('amount'),
    ])
    .$if(since !== null, (query) => query.where('payment.paid_at', '>=', findStartOfDay(since ?? '')))
    .executeTakeFirstOrThrow();
}

function selectKeptPayments(database: Database) {
  return database
    .selectFrom('payment')
    .innerJoin('booking', 'booking.id', 'payment.booking_id')
    .where('booking.status', '=', 'paid');
}

export type UserCounts = { readonly count: number; readonly newThisMonth: number; readonly suspended: number };

/** Counts accounts that are not deleted, by role. */
export async function countUsers(database: Database, monthStart: string): Promise<ReadonlyMap<Role, UserCounts>> {
  const rows = await database
    .selectFrom('account')
    .select([
      'role',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where created_at >= ${findStartOfDay(monthStart)}))::int`.as('newThisMonth'),
      sql<number>`(count(*) filter (where status = 'suspended'))::int`.as('suspended'),
    ])
    .where('status', '<>', 'deleted')
    .where('role', 'is not', null)
    .groupBy('role')
    .execute();
  return new Map(rows.flatMap(({ role, ...counts }) => (role === null ? [] : [[role, counts] as const])));
}

export async function countSellersToVerify(database: Database): Promise<number> {
  const row = await database
    .selectFrom('account')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('role', '=', 'Seller')
    .where('verified_at', 'is', null)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return row.count;
}
