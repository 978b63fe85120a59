import type { OrderProgress } from '@carhouse/contract/order-progress';
import type { AdminOverview, BuyerOverview, Overview, SellerOverview, ShortBooking } from '@carhouse/contract/overview';
import type { BookingOnRecord } from '@carhouse/database/bookings/bookings';
import type { MoneySum } from '@carhouse/database/overview/figures';
import type { BookingId, BookingStatus } from '@carhouse/domain/booking/booking';
import { coeYearsLeft } from '@carhouse/domain/car/coe';
import { dollarsFromCents, fitsCard } from '@carhouse/domain/money/money';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import { coverUrl, type ListingView, presentListing } from '../listings/present-listing.ts';
import { formatReceiptNumber } from '../payments/present-receipt.ts';
import type { AdminFigures, BuyerFigures, SellerFigures } from './show-overview.ts';

/**
 * Returns the figures of the dashboard in the field names of the API. Other users are shown by name, without e-mail
 * address and telephone number.
 */
export function presentOverview(
  foundFigures: SellerFigures | BuyerFigures | AdminFigures,
  view: ListingView,
  providerUrlOf: (intentId: string) => string | null,
): Overview {
  if (foundFigures.role === 'Seller') return presentSellerOverview(foundFigures, view);
  return foundFigures.role === 'Buyer'
    ? presentBuyerOverview(foundFigures, view)
    : presentAdminOverview(foundFigures, providerUrlOf);
}

function presentSellerOverview(foundFigures: SellerFigures, view: ListingView): SellerOverview {
  const { cars, fewPictures, notAdvertised } = foundFigures;
  const today = singaporeDay(view.now);
  return {
    role: 'Seller',
    verifiedAt: foundFigures.account?.verifiedAt?.toISOString() ?? null,
    cars: { ...cars },
    openBookings: foundFigures.bookings.get('unpaid')?.count ?? 0,
    paid: { ...findSum(foundFigures, 'paid'), since: foundFigures.bookings.get('paid')?.since?.toISOString() ?? null },
    bookingsPerWeek: presentWeeks(foundFigures),
    bookingsPerDay: foundFigures.lastDays.map((day) => ({ day, count: foundFigures.bookingsByDay.get(day) ?? 0 })),
    viewings: { count: foundFigures.viewings.length, next: foundFigures.viewings[0]?.meetingDate ?? null },
    underWay: presentShortBookings(foundFigures.underWay, foundFigures.progress),
    newestBookings: presentShortBookings(foundFigures.newest, foundFigures.progress),
    coe: foundFigures.coe.flatMap((car) => {
      const { coeExpiresOn } = car.facts;
      if (coeExpiresOn === null) return [];
      const carFields = { _id: car.id, title: car.title, image: coverUrl(car), imageSize: car.coverSize };
      return [{ ...carFields, coeYearsLeft: coeYearsLeft(coeExpiresOn, today) }];
    }),
    toDo: {
      fewPictures:
        fewPictures === undefined
          ? null
          : { _id: fewPictures.id, title: fewPictures.title, pictures: fewPictures.images },
      notAdvertised:
        notAdvertised === undefined
          ? null
          : { _id: notAdvertised.id, title: notAdvertised.title, postedAt: notAdvertised.posted_at.toISOString() },
      drafts: cars.draft,
    },
  };
}

function presentBuyerOverview(foundFigures: BuyerFigures, view: ListingView): BuyerOverview {
  const countBookings = (status: BookingStatus): number => foundFigures.bookings.get(status)?.count ?? 0;
  const meetings = foundFigures.nextMeeting === undefined ? [] : [foundFigures.nextMeeting];
  return {
    role: 'Buyer',
    orders: {
      unpaid: countBookings('unpaid'),
      paid: countBookings('paid'),
      cancelled: countBookings('cancelled'),
      refunded: countBookings('refunded'),
    },
    toPay: presentSum(foundFigures.toPay),
    spent: findSum(foundFigures, 'paid'),
    waiting: presentShortBookings(foundFigures.waiting, foundFigures.progress),
    underWay: presentShortBookings(foundFigures.underWay, foundFigures.progress),
    nextMeeting: presentShortBookings(meetings, foundFigures.progress)[0] ?? null,
    wishes: {
      count: foundFigures.wishes.count,
      dropped: foundFigures.wishes.dropped,
      prices: foundFigures.prices.map(({ wishId, priceThen, wishedAt, listing }) => {
        const { title, image, imageSize, resalePrice, depreciationPerYear, coeYearsLeft } = presentListing(
          listing,
          view,
        );
        const price = {
          priceThen: dollarsFromCents(priceThen),
          priceNow: resalePrice,
          wishedAt: wishedAt.toISOString(),
        };
        return { wishId, productId: listing.id, title, image, imageSize, ...price, depreciationPerYear, coeYearsLeft };
      }),
    },
  };
}

function presentAdminOverview(
  foundFigures: AdminFigures,
  providerUrlOf: (intentId: string) => string | null,
): AdminOverview {
  const noUsers = { count: 0, newThisMonth: 0, suspended: 0 };
  const { booked: _booked, ...cars } = foundFigures.cars;
  return {
    role: 'admin',
    accounts: {
      Buyer: { ...(foundFigures.people.get('Buyer') ?? noUsers) },
      Seller: { ...(foundFigures.people.get('Seller') ?? noUsers) },
      admin: { ...(foundFigures.people.get('admin') ?? noUsers) },
    },
    sellersToVerify: {
      count: foundFigures.toVerify,
      first: foundFigures.firstToVerify.map((seller) => ({
        _id: seller.id,
        name: seller.name,
        photoURL: seller.photoUrl ?? '',
        joinedAt: seller.createdAt.toISOString(),
        carsOnOffer: seller.carsOnOffer,
      })),
    },
    cars,
    brands: foundFigures.brands.map((brand) => ({ category: brand.apiName, name: brand.name, cars: brand.cars })),
    bookingsPerWeek: presentWeeks(foundFigures),
    paymentsPerWeek: foundFigures.mondays.map((week) => ({
      week,
      ...presentSum(foundFigures.paymentsByWeek.get(week)),
    })),
    paidPerDay: foundFigures.lastDays.map((day) => ({ day, ...presentSum(foundFigures.paidByDay.get(day)) })),
    paid: presentSum(foundFigures.paid),
    paidThisMonth: presentSum(foundFigures.paidThisMonth),
    latestPayments: foundFigures.latestPayments.map((payment) => ({
      bookingId: payment.bookingId,
      title: payment.title,
      image: payment.image ?? '',
      imageSize: payment.imageSize,
      buyerName: payment.buyerName,
      amount: dollarsFromCents(payment.amount),
      paidAt: payment.paidAt.toISOString(),
      number: formatReceiptNumber(payment.receiptNumber),
      providerUrl: providerUrlOf(payment.intentId),
      refunded: payment.refunded,
    })),
    newestAccounts: foundFigures.newestAccounts.map((account) => ({
      _id: account.id,
      name: account.name,
      photoURL: account.photoUrl ?? '',
      role: account.role ?? '',
      joinedAt: account.createdAt.toISOString(),
    })),
  };
}

function presentWeeks(
  foundFigures: Pick<SellerFigures, 'mondays' | 'bookingsByWeek'>,
): { week: string; count: number }[] {
  return foundFigures.mondays.map((week) => ({ week, count: foundFigures.bookingsByWeek.get(week) ?? 0 }));
}

function findSum(
  foundFigures: Pick<SellerFigures, 'bookings'>,
  status: BookingStatus,
): { amount: number; count: number } {
  return presentSum(foundFigures.bookings.get(status));
}

function presentSum(moneySum: MoneySum | undefined): { amount: number; count: number } {
  return moneySum === undefined
    ? { amount: 0, count: 0 }
    : { amount: dollarsFromCents(moneySum.amount), count: moneySum.count };
}

function presentShortBookings(
  bookings: readonly BookingOnRecord[],
  progresses: ReadonlyMap<BookingId, OrderProgress>,
): ShortBooking[] {
  return bookings.flatMap((booking) => {
    const progress = progresses.get(booking.id);
    return progress === undefined ? [] : [presentShortBooking(booking, progress)];
  });
}

function presentShortBooking(booking: BookingOnRecord, progress: OrderProgress): ShortBooking {
  const { snapshot } = booking;
  return {
    _id: booking.id,
    productId: booking.listingId,
    title: snapshot.title,
    image: snapshot.image ?? '',
    imageSize: booking.imageSize,
    price: dollarsFromCents(booking.price),
    status: booking.status,
    meetingDate: booking.meetingDate,
    bookedAt: booking.createdAt.toISOString(),
    buyerName: snapshot.buyerName,
    sellerName: snapshot.sellerName,
    location: snapshot.location,
    payableByCard: fitsCard(booking.price) !== 'too-small',
    ...progress,
  };
}
