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
  found: SellerFigures | BuyerFigures | AdminFigures,
  view: ListingView,
  providerUrlOf: (intentId: string) => string | null,
): Overview {
  if (found.role === 'Seller') return presentSellerOverview(found, view);
  return found.role === 'Buyer' ? presentBuyerOverview(found, view) : presentAdminOverview(found, providerUrlOf);
}

function presentSellerOverview(found: SellerFigures, view: ListingView): SellerOverview {
  const { cars, fewPictures, notAdvertised } = found;
  const today = singaporeDay(view.now);
  return {
    role: 'Seller',
    verifiedAt: found.account?.verifiedAt?.toISOString() ?? null,
    cars: { ...cars },
    openBookings: found.bookings.get('unpaid')?.count ?? 0,
    paid: { ...findSum(found, 'paid'), since: found.bookings.get('paid')?.since?.toISOString() ?? null },
    bookingsPerWeek: presentWeeks(found),
    bookingsPerDay: found.lastDays.map((day) => ({ day, count: found.bookingsByDay.get(day) ?? 0 })),
    viewings: { count: found.viewings.length, next: found.viewings[0]?.meetingDate ?? null },
    underWay: presentShortBookings(found.underWay, found.progress),
    newestBookings: presentShortBookings(found.newest, found.progress),
    coe: found.coe.flatMap((car) => {
      const { coeExpiresOn } = car.facts;
      if (coeExpiresOn === null) return [];
      const presentedCar = { _id: car.id, title: car.title, image: coverUrl(car), imageSize: car.coverSize };
      return [{ ...presentedCar, coeYearsLeft: coeYearsLeft(coeExpiresOn, today) }];
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

function presentBuyerOverview(found: BuyerFigures, view: ListingView): BuyerOverview {
  const count = (status: BookingStatus): number => found.bookings.get(status)?.count ?? 0;
  const meetings = found.nextMeeting === undefined ? [] : [found.nextMeeting];
  return {
    role: 'Buyer',
    orders: {
      unpaid: count('unpaid'),
      paid: count('paid'),
      cancelled: count('cancelled'),
      refunded: count('refunded'),
    },
    toPay: presentSum(found.toPay),
    spent: findSum(found, 'paid'),
    waiting: presentShortBookings(found.waiting, found.progress),
    underWay: presentShortBookings(found.underWay, found.progress),
    nextMeeting: presentShortBookings(meetings, found.progress)[0] ?? null,
    wishes: {
      count: found.wishes.count,
      dropped: found.wishes.dropped,
      prices: found.prices.map(({ wishId, priceThen, wishedAt, listing }) => {
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

function presentAdminOverview(found: AdminFigures, providerUrlOf: (intentId: string) => string | null): AdminOverview {
  const nobody = { count: 0, newThisMonth: 0, suspended: 0 };
  const { booked: _booked, ...cars } = found.cars;
  return {
    role: 'admin',
    accounts: {
      Buyer: { ...(found.people.get('Buyer') ?? nobody) },
      Seller: { ...(found.people.get('Seller') ?? nobody) },
      admin: { ...(found.people.get('admin') ?? nobody) },
    },
    sellersToVerify: {
      count: found.toVerify,
      first: found.firstToVerify.map((seller) => ({
        _id: seller.id,
        name: seller.name,
        photoURL: seller.photoUrl ?? '',
        joinedAt: seller.createdAt.toISOString(),
        carsOnOffer: seller.carsOnOffer,
      })),
    },
    cars,
    brands: found.brands.map((brand) => ({ category: brand.apiName, name: brand.name, cars: brand.cars })),
    bookingsPerWeek: presentWeeks(found),
    paymentsPerWeek: found.mondays.map((week) => ({ week, ...presentSum(found.paymentsByWeek.get(week)) })),
    paidPerDay: found.lastDays.map((day) => ({ day, ...presentSum(found.paidByDay.get(day)) })),
    paid: presentSum(found.paid),
    paidThisMonth: presentSum(found.paidThisMonth),
    latestPayments: found.latestPayments.map((payment) => ({
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
    newestAccounts: found.newestAccounts.map((account) => ({
      _id: account.id,
      name: account.name,
      photoURL: account.photoUrl ?? '',
      role: account.role ?? '',
      joinedAt: account.createdAt.toISOString(),
    })),
  };
}

function presentWeeks(found: Pick<SellerFigures, 'mondays' | 'bookingsByWeek'>): { week: string; count: number }[] {
  return found.mondays.map((week) => ({ week, count: found.bookingsByWeek.get(week) ?? 0 }));
}

function findSum(found: Pick<SellerFigures, 'bookings'>, status: BookingStatus): { amount: number; count: number } {
  return presentSum(found.bookings.get(status));
}

function presentSum(sum: MoneySum | undefined): { amount: number; count: number } {
  return sum === undefined ? { amount: 0, count: 0 } : { amount: dollarsFromCents(sum.amount), count: sum.count };
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
