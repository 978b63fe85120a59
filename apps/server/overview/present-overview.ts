import type { OrderProgress } from '@carhouse/contract/order-progress';
import type { AdminOverview, BuyerOverview, Overview, SellerOverview, ShortBooking } from '@carhouse/contract/overview';
import type { BookingRecord } from '@carhouse/database/bookings/bookings';
import type { MoneySum } from '@carhouse/database/overview/figures';
import type { BookingId, BookingStatus } from '@carhouse/domain/booking/booking';
import { coeYearsLeft } from '@carhouse/domain/car/coe';
import { checkCardFit, dollarsFromCents } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { type ListingView, makeCoverUrl, presentListing } from '../listings/present-listing.ts';
import { formatReceiptNumber } from '../payments/present-receipt.ts';
import type { AdminFigures, BuyerFigures, SellerFigures } from './show-overview.ts';

/**
 * Returns the figures of the dashboard in the field names of the API. Other users are shown by name, without e-mail
 * address and telephone number.
 */
export function presentOverview(
  figures: SellerFigures | BuyerFigures | AdminFigures,
  view: ListingView,
  makeProviderUrl: (intentId: string) => string | null,
): Overview {
  if (figures.role === 'Seller') return presentSellerOverview(figures, view);
  return figures.role === 'Buyer'
    ? presentBuyerOverview(figures, view)
    : presentAdminOverview(figures, makeProviderUrl);
}

function presentSellerOverview(figures: SellerFigures, view: ListingView): SellerOverview {
  const { cars, fewPictures, notAdvertised } = figures;
  const today = toSingaporeDay(view.now);
  return {
    role: 'Seller',
    verifiedAt: figures.account?.verifiedAt?.toISOString() ?? null,
    cars: { ...cars },
    openBookings: figures.bookings.get('unpaid')?.count ?? 0,
    paid: { ...findBookingSum(figures, 'paid'), since: figures.bookings.get('paid')?.since?.toISOString() ?? null },
    bookingsPerWeek: presentWeeks(figures),
    bookingsPerDay: figures.lastDays.map((day) => ({ day, count: figures.bookingsByDay.get(day) ?? 0 })),
    viewings: { count: figures.viewings.length, next: figures.viewings[0]?.meetingDate ?? null },
    underWay: presentShortBookings(figures.underWay, figures.progress),
    newestBookings: presentShortBookings(figures.newest, figures.progress),
    coe: figures.coe.flatMap((car) => {
      const { coeExpiresOn } = car.facts;
      if (coeExpiresOn === null) return [];
      const carFields = { _id: car.id, title: car.title, image: makeCoverUrl(car), imageSize: car.coverSize };
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

function presentBuyerOverview(figures: BuyerFigures, view: ListingView): BuyerOverview {
  const countBookings = (status: BookingStatus): number => figures.bookings.get(status)?.count ?? 0;
  const meetings = figures.nextMeeting === undefined ? [] : [figures.nextMeeting];
  return {
    role: 'Buyer',
    orders: {
      unpaid: countBookings('unpaid'),
      paid: countBookings('paid'),
      cancelled: countBookings('cancelled'),
      refunded: countBookings('refunded'),
    },
    toPay: presentSum(figures.toPay),
    spent: findBookingSum(figures, 'paid'),
    waiting: presentShortBookings(figures.waiting, figures.progress),
    underWay: presentShortBookings(figures.underWay, figures.progress),
    nextMeeting: presentShortBookings(meetings, figures.progress)[0] ?? null,
    wishes: {
      count: figures.wishes.count,
      dropped: figures.wishes.dropped,
      prices: figures.prices.map(({ wishId, priceThen, wishedAt, listing }) => {
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
  figures: AdminFigures,
  makeProviderUrl: (intentId: string) => string | null,
): AdminOverview {
  const emptyUserCounts = { count: 0, newThisMonth: 0, suspended: 0 };
  const { booked: _booked, ...cars } = figures.cars;
  return {
    role: 'admin',
    accounts: {
      Buyer: { ...(figures.people.get('Buyer') ?? emptyUserCounts) },
      Seller: { ...(figures.people.get('Seller') ?? emptyUserCounts) },
      admin: { ...(figures.people.get('admin') ?? emptyUserCounts) },
    },
    sellersToVerify: {
      count: figures.toVerify,
      first: figures.firstToVerify.map((seller) => ({
        _id: seller.id,
        name: seller.name,
        photoURL: seller.photoUrl ?? '',
        joinedAt: seller.createdAt.toISOString(),
        carsOnOffer: seller.carsOnOffer,
      })),
    },
    cars,
    brands: figures.brands.map((brand) => ({ category: brand.apiName, name: brand.name, cars: brand.cars })),
    bookingsPerWeek: presentWeeks(figures),
    paymentsPerWeek: figures.mondays.map((week) => ({
      week,
      ...presentSum(figures.paymentsByWeek.get(week)),
    })),
    paidPerDay: figures.lastDays.map((day) => ({ day, ...presentSum(figures.paidByDay.get(day)) })),
    paid: presentSum(figures.paid),
    paidThisMonth: presentSum(figures.paidThisMonth),
    latestPayments: figures.latestPayments.map((payment) => ({
      bookingId: payment.bookingId,
      title: payment.title,
      image: payment.image ?? '',
      imageSize: payment.imageSize,
      buyerName: payment.buyerName,
      amount: dollarsFromCents(payment.amount),
      paidAt: payment.paidAt.toISOString(),
      number: formatReceiptNumber(payment.receiptNumber),
      providerUrl: makeProviderUrl(payment.intentId),
      refunded: payment.refunded,
    })),
    newestAccounts: figures.newestAccounts.map((account) => ({
      _id: account.id,
      name: account.name,
      photoURL: account.photoUrl ?? '',
      role: account.role ?? '',
      joinedAt: account.createdAt.toISOString(),
    })),
  };
}

function presentWeeks(figures: Pick<SellerFigures, 'mondays' | 'bookingsByWeek'>): { week: string; count: number }[] {
  return figures.mondays.map((week) => ({ week, count: figures.bookingsByWeek.get(week) ?? 0 }));
}

function findBookingSum(
  figures: Pick<SellerFigures, 'bookings'>,
  status: BookingStatus,
): { amount: number; count: number } {
  return presentSum(figures.bookings.get(status));
}

function presentSum(moneySum: MoneySum | undefined): { amount: number; count: number } {
  return moneySum === undefined
    ? { amount: 0, count: 0 }
    : { amount: dollarsFromCents(moneySum.amount), count: moneySum.count };
}

function presentShortBookings(
  bookings: readonly BookingRecord[],
  progresses: ReadonlyMap<BookingId, OrderProgress>,
): ShortBooking[] {
  return bookings.flatMap((booking) => {
    const progress = progresses.get(booking.id);
    return progress === undefined ? [] : [presentShortBooking(booking, progress)];
  });
}

function presentShortBooking(booking: BookingRecord, progress: OrderProgress): ShortBooking {
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
    payableByCard: checkCardFit(booking.price) !== 'too-small',
    ...progress,
  };
}
