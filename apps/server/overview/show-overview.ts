import { findAccount } from '@carhouse/database/accounts/accounts';
import { listBookingsOfSeller, listOpenBookingsOfBuyer } from '@carhouse/database/bookings/bookings';
import { listBrands } from '@carhouse/database/brands/brands';
import { countUnreadFeedback } from '@carhouse/database/feedback/feedback';
import * as figures from '@carhouse/database/overview/figures';
import * as lists from '@carhouse/database/overview/overview-lists';
import { countOpenDiscrepancies } from '@carhouse/database/reconciliation/discrepancies';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { cardMaximum, cardMinimum } from '@carhouse/domain/money/money';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import { singaporeDays, singaporeWeeks } from '@carhouse/domain/text/singapore-week';
import type { Context } from '../context.ts';

const weeks = 12;
const days = 30;
/** Number of days over which bookings are shown: six weeks. */
const bookingDays = 42;
/** Number of rows in a short list. */
const shortListRows = 5;
const brandsShown = 8;
/** Minimum number of images. A listing with fewer images is shown to its seller as a task. */
const enoughImages = 3;

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

async function readSellerFigures({ database, now }: Context, { accountId }: Actor) {
  const mondays = singaporeWeeks(now(), weeks);
  const lastDays = singaporeDays(now(), bookingDays);
  return {
    role: 'Seller' as const,
    account: await findAccount(database, accountId),
    cars: await figures.countCars(database, accountId),
    bookings: await figures.sumBookings(database, 'seller_id', accountId),
    mondays,
    bookingsByWeek: await figures.countBookingsBy(database, 'week', accountId, mondays[0] ?? ''),
    lastDays,
    bookingsByDay: await figures.countBookingsBy(database, 'day', accountId, lastDays[0] ?? ''),
    newest: await listBookingsOfSeller(database, accountId, shortListRows),
    coe: await lists.listEndingCoe(database, accountId, shortListRows),
    fewPictures: await lists.findFewImages(database, accountId, enoughImages),
    notAdvertised: await lists.findNotAdvertised(database, accountId),
  };
}

async function readBuyerFigures({ database }: Context, { accountId }: Actor) {
  return {
    role: 'Buyer' as const,
    bookings: await figures.sumBookings(database, 'buyer_id', accountId),
    toPay: await figures.sumPayable(database, accountId, cardMinimum, cardMaximum),
    waiting: await listOpenBookingsOfBuyer(database, accountId, shortListRows),
    wishes: await lists.countWishesAndDrops(database, accountId),
    prices: await lists.listWishedPrices(database, accountId, shortListRows),
  };
}

async function readAdminFigures({ database, now }: Context) {
  const mondays = singaporeWeeks(now(), weeks);
  const lastDays = singaporeDays(now(), days);
  const month = `${singaporeDay(now()).slice(0, 7)}-01`;
  const brands = await listBrands(database);
  return {
    role: 'admin' as const,
    people: await figures.countUsers(database, month),
    toVerify: await figures.countSellersToVerify(database),
    firstToVerify: await lists.listSellersToVerify(database, shortListRows),
    // Counts the cars on sale in the same way as the brands do: without the cars of suspended sellers.
    cars: {
      ...(await figures.countCars(database, null)),
      available: brands.reduce((sum, brand) => sum + brand.cars, 0),
    },
    brands: brands.toSorted((one, other) => other.cars - one.cars).slice(0, brandsShown),
    mondays,
    bookingsByWeek: await figures.countBookingsBy(database, 'week', null, mondays[0] ?? ''),
    paymentsByWeek: await figures.sumPaymentsBy(database, 'week', mondays[0] ?? ''),
    lastDays,
    paidByDay: await figures.sumPaymentsBy(database, 'day', lastDays[0] ?? ''),
    paid: await figures.sumPayments(database, null),
    paidThisMonth: await figures.sumPayments(database, month),
    latestPayments: await lists.listLatestPayments(database, shortListRows),
    openFindings: (await countOpenDiscrepancies(database)).reduce((sum, each) => sum + each.open, 0),
    unreadFeedback: await countUnreadFeedback(database),
    newestAccounts: await lists.listNewestAccounts(database, shortListRows),
  };
}
