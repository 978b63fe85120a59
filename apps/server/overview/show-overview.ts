import { findAccount } from '@carhouse/database/accounts/accounts';
import {
  type BookingRecord,
  findBooking,
  listBookingsOfSeller,
  listOpenBookingsOfBuyer,
} from '@carhouse/database/bookings/bookings';
import { listMeetings } from '@carhouse/database/bookings/meetings';
import { listBrands } from '@carhouse/database/brands/brands';
import type { Database } from '@carhouse/database/connection/connect';
import * as figures from '@carhouse/database/overview/figures';
import * as lists from '@carhouse/database/overview/overview-lists';
import { listUnfinishedOrderIds } from '@carhouse/database/sales/sale-standings';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import { listUpcomingViewings } from '@carhouse/domain/booking/viewing-to-come';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { cardPaymentMaximum, cardPaymentMinimum } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { listLastDays, listLastMondays } from '@carhouse/domain/text/singapore-week';
import { readOrderProgress } from '../bookings/read-order-progress.ts';
import type { Context } from '../context.ts';

const chartedWeekCount = 12;
const adminChartDayCount = 30;
/** Number of days for which the dashboard shows the bookings per day: six weeks. */
const chartedDayCount = 42;
/** Maximum number of rows in a list of the dashboard. */
const shortListRowCount = 5;
const shownBrandCountMaximum = 8;
/** Maximum number of orders whose meeting dates are read, the newest orders first. */
const meetingCountMaximum = 1_000;
/** A listing with fewer images than this number is shown to its seller as a task. */
const minimumImageCount = 3;

export type SellerFigures = Awaited<ReturnType<typeof readSellerFigures>>;
export type BuyerFigures = Awaited<ReturnType<typeof readBuyerFigures>>;
export type AdminFigures = Awaited<ReturnType<typeof readAdminFigures>>;

/**
 * Returns the figures of the dashboard for the actor's role.
 * @throws DomainError ROLE_REQUIRED while the actor has no role yet.
 */
export function showOverview(
  context: Context,
  actor: Actor,
): Promise<SellerFigures> | Promise<BuyerFigures> | Promise<AdminFigures> {
  if (actor.role === 'Seller') return readSellerFigures(context, actor);
  if (actor.role === 'Buyer') return readBuyerFigures(context, actor);
  if (actor.role === 'admin') return readAdminFigures(context);
  throw new DomainError('ROLE_REQUIRED');
}

async function readSellerFigures(context: Context, { accountId }: Actor) {
  const { database, now } = context;
  const mondaysOfWeeks = listLastMondays(now(), chartedWeekCount);
  const daysOfChart = listLastDays(now(), chartedDayCount);
  const newestBookings = await listBookingsOfSeller(database, accountId, shortListRowCount);
  const ordersUnderWay = await readOrdersUnderWay(database, 'seller_id', accountId);
  return {
    role: 'Seller' as const,
    account: await findAccount(database, accountId),
    cars: await figures.countCars(database, accountId),
    bookings: await figures.sumBookings(database, 'seller_id', accountId),
    mondays: mondaysOfWeeks,
    bookingsByWeek: await figures.countBookingsPerUnit(database, 'week', accountId, mondaysOfWeeks[0] ?? ''),
    lastDays: daysOfChart,
    bookingsByDay: await figures.countBookingsPerUnit(database, 'day', accountId, daysOfChart[0] ?? ''),
    newest: newestBookings,
    underWay: ordersUnderWay,
    progress: await readOrderProgress(context, [...newestBookings, ...ordersUnderWay]),
    viewings: listUpcomingViewings(await listMeetings(database, 'seller_id', accountId, meetingCountMaximum), now()),
    coe: await lists.listListingsWithEndingCoe(database, accountId, shortListRowCount),
    fewPictures: await lists.findListingWithFewImages(database, accountId, minimumImageCount),
    notAdvertised: await lists.findNotAdvertisedListing(database, accountId),
  };
}

/** Reads the paid orders of a buyer or seller that are not finished. */
async function readOrdersUnderWay(database: Database, partyColumn: 'buyer_id' | 'seller_id', accountId: AccountId) {
  const bookings: BookingRecord[] = [];
  for (const id of await listUnfinishedOrderIds(database, partyColumn, accountId, shortListRowCount)) {
    const booking = await findBooking(database, id);
    if (booking !== undefined) bookings.push(booking);
  }
  return bookings;
}

async function readBuyerFigures(context: Context, { accountId }: Actor) {
  const { database, now } = context;
  const openBookings = await listOpenBookingsOfBuyer(database, accountId, shortListRowCount);
  const ordersUnderWay = await readOrdersUnderWay(database, 'buyer_id', accountId);
  const [nextViewing] = listUpcomingViewings(
    await listMeetings(database, 'buyer_id', accountId, meetingCountMaximum),
    now(),
  );
  const nextMeeting = nextViewing === undefined ? undefined : await findBooking(database, nextViewing.id);
  const shownOrders = [...openBookings, ...ordersUnderWay, ...(nextMeeting === undefined ? [] : [nextMeeting])];
  return {
    role: 'Buyer' as const,
    bookings: await figures.sumBookings(database, 'buyer_id', accountId),
    toPay: await figures.sumOrdersPayableByCard(database, accountId, cardPaymentMinimum, cardPaymentMaximum),
    waiting: openBookings,
    underWay: ordersUnderWay,
    nextMeeting,
    progress: await readOrderProgress(context, shownOrders),
    wishes: await lists.countWishesAndPriceDrops(database, accountId),
    prices: await lists.listWishedPrices(database, accountId, shortListRowCount),
  };
}

async function readAdminFigures({ database, now }: Context) {
  const mondaysOfWeeks = listLastMondays(now(), chartedWeekCount);
  const daysOfChart = listLastDays(now(), adminChartDayCount);
  const monthStart = `${toSingaporeDay(now()).slice(0, 7)}-01`;
  const brands = await listBrands(database);
  return {
    role: 'admin' as const,
    people: await figures.countUsers(database, monthStart),
    toVerify: await figures.countSellersToVerify(database),
    firstToVerify: await lists.listSellersToVerify(database, shortListRowCount),
    // Cars of suspended sellers do not count as on sale, which is also the rule for the number of cars of each brand.
    cars: {
      ...(await figures.countCars(database, null)),
      available: brands.reduce((sum, brand) => sum + brand.cars, 0),
    },
    brands: brands.toSorted((a, b) => b.cars - a.cars).slice(0, shownBrandCountMaximum),
    mondays: mondaysOfWeeks,
    bookingsByWeek: await figures.countBookingsPerUnit(database, 'week', null, mondaysOfWeeks[0] ?? ''),
    paymentsByWeek: await figures.sumPaymentsPerUnit(database, 'week', mondaysOfWeeks[0] ?? ''),
    lastDays: daysOfChart,
    paidByDay: await figures.sumPaymentsPerUnit(database, 'day', daysOfChart[0] ?? ''),
    paid: await figures.sumPayments(database, null),
    paidThisMonth: await figures.sumPayments(database, monthStart),
    latestPayments: await lists.listLatestPayments(database, shortListRowCount),
    newestAccounts: await lists.listNewestAccounts(database, shortListRowCount),
  };
}
