import { roles } from '@carhouse/domain/account/account';
import { bookingStatuses } from '@carhouse/domain/booking/booking';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, imageDimensions } from './fields.ts';
import { orderProgress } from './order-progress.ts';

/** The number of orders in a group, and the sum of the orders' prices. Refunded orders are not included. */
const countAndAmount = z.object({ amount: dollars, count: z.number() });

/**
 * The figures of one of the twelve weeks that end with the current one, oldest first. A week without orders has zeros.
 */
const weekFields = {
  /** The Monday of the week in Singapore, as an ISO date. */
  week: z.string(),
  count: z.number(),
};
const bookingsPerWeek = z.array(z.object(weekFields));

const coverFields = {
  /** URL of the cover image; `''` when there is none. */
  image: z.string(),
  imageSize: imageDimensions,
};

/** A booking in a list of the dashboard. */
const shortBooking = z.object({
  _id: id,
  productId: id,
  title: z.string(),
  ...coverFields,
  price: dollars,
  status: z.enum(bookingStatuses),
  /** The meeting date as the buyer typed it: free text. */
  meetingDate: z.string(),
  bookedAt: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  location: z.string(),
  payableByCard: z.boolean(),
  ...orderProgress,
});
export type ShortBooking = z.infer<typeof shortBooking>;

const carsByStatus = {
  draft: z.number(),
  available: z.number(),
  sold: z.number(),
  withdrawn: z.number(),
  hidden: z.number(),
};

/** The figures of a seller's dashboard. The server does not count how often a listing is viewed. */
const sellerOverview = z.object({
  role: z.literal('Seller'),
  /** The time at which an admin verified the seller; null when they are not verified. */
  verifiedAt: z.nullable(z.string()),
  cars: z.object({
    ...carsByStatus,
    /** Number of available cars that have an open booking. */
    booked: z.number(),
    advertised: z.number(),
  }),
  /** Number of unpaid bookings of the seller's cars. */
  openBookings: z.number(),
  /** The future viewings of the seller's cars, and the text of the next viewing as the buyer typed it. */
  viewings: z.object({ count: z.number(), next: z.nullable(z.string()) }),
  /**
   * At most five paid orders that are not finished: orders with an open complaint first, then by payment time, newest
   * first.
   */
  underWay: z.array(shortBooking),
  paid: z.extend(countAndAmount, {
    /** The time of the first payment; null when no order was paid. */ since: z.nullable(z.string()),
  }),
  bookingsPerWeek,
  /** Bookings on each of the last 42 days in Singapore, oldest first; a day without bookings has zero. */
  bookingsPerDay: z.array(z.object({ day: z.string(), count: z.number() })),
  /** At most five bookings, newest first, in every status. */
  newestBookings: z.array(shortBooking),
  /** The five available cars of the seller with the least COE left, or all when there are fewer. */
  coe: z.array(z.object({ _id: id, title: z.string(), ...coverFields, coeYearsLeft: z.number() })),
  toDo: z.object({
    /** The available car with the fewest images, if it has fewer than three. */
    fewPictures: z.nullable(z.object({ _id: id, title: z.string(), pictures: z.number() })),
    /** The available car that has been on sale longest without an advertisement. */
    notAdvertised: z.nullable(z.object({ _id: id, title: z.string(), postedAt: z.string() })),
    drafts: z.number(),
  }),
});

const buyerOverview = z.object({
  role: z.literal('Buyer'),
  orders: z.object({ unpaid: z.number(), paid: z.number(), cancelled: z.number(), refunded: z.number() }),
  /** Number and sum of open orders whose price fits into one card payment. */
  toPay: countAndAmount,
  spent: countAndAmount,
  /** At most five open orders, newest first. */
  waiting: z.array(shortBooking),
  /**
   * At most five paid orders that are not finished: orders with an open complaint first, then by payment time, newest
   * first.
   */
  underWay: z.array(shortBooking),
  /** The order with the earliest future viewing. Orders whose meeting date names no day come last. */
  nextMeeting: z.nullable(shortBooking),
  wishes: z.object({
    count: z.number(),
    /** Number of cars on sale from the buyer's wish list whose price is lower than when the buyer made the wish. */
    dropped: z.number(),
    /**
     * At most five cars on sale from the buyer's wish list: cars whose price has changed first, then by the time of the
     * wish, newest first.
     */
    prices: z.array(
      z.object({
        wishId: id,
        productId: id,
        title: z.string(),
        ...coverFields,
        priceThen: dollars,
        priceNow: dollars,
        wishedAt: z.string(),
        depreciationPerYear: z.nullable(dollars),
        coeYearsLeft: z.nullable(z.number()),
      }),
    ),
  }),
});

const accountCounts = z.object({
  /** Number of accounts that are not deleted, including suspended ones. */
  count: z.number(),
  /** Number of these accounts that were created since the first day of this month in Singapore. */
  newThisMonth: z.number(),
  suspended: z.number(),
});

const adminOverview = z.object({
  role: z.literal('admin'),
  accounts: z.object({ Buyer: accountCounts, Seller: accountCounts, admin: accountCounts }),
  sellersToVerify: z.object({
    count: z.number(),
    /** At most five sellers who wait for verification. The seller who has waited longest is first. */
    first: z.array(
      z.object({ _id: id, name: z.string(), photoURL: z.string(), joinedAt: z.string(), carsOnOffer: z.number() }),
    ),
  }),
  cars: z.object({ ...carsByStatus, advertised: z.number() }),
  /** At most eight brands, ordered by their number of available cars. */
  brands: z.array(z.object({ category: z.string(), name: z.string(), cars: z.number() })),
  bookingsPerWeek,
  paymentsPerWeek: z.array(z.object({ ...weekFields, amount: dollars })),
  /** Payments on each of the last 30 days in Singapore, oldest first. */
  paidPerDay: z.array(z.object({ day: z.string(), count: z.number(), amount: dollars })),
  paid: countAndAmount,
  paidThisMonth: countAndAmount,
  /** At most five payments, newest first. */
  latestPayments: z.array(
    z.object({
      bookingId: id,
      title: z.string(),
      ...coverFields,
      buyerName: z.string(),
      amount: dollars,
      paidAt: z.string(),
      /** The receipt number. */
      number: z.string(),
      /** URL of the page of the charge at the card provider; null when the provider has none. */
      providerUrl: z.nullable(z.string()),
      refunded: z.boolean(),
    }),
  ),
  /** At most five accounts, newest first. */
  newestAccounts: z.array(
    z.object({
      _id: id,
      name: z.string(),
      photoURL: z.string(),
      /** The role of the account; `''` until the user has chosen a role, which is the second call of the sign-up. */
      role: z.enum([...roles, '']),
      joinedAt: z.string(),
    }),
  ),
});

export type SellerOverview = z.infer<typeof sellerOverview>;
export type BuyerOverview = z.infer<typeof buyerOverview>;
export type AdminOverview = z.infer<typeof adminOverview>;

/**
 * Returns the dashboard's figures. The response has one of three forms, which its field `role` names. For an account
 * without a role the response is 403.
 */
export const overview = call({
  method: 'GET',
  path: '/api/v1/overview',
  summary: 'The figures of the dashboard for the role of the caller',
  noun: 'accounts',
  access: 'signed-in',
  showsPeople: true,
  answers: { 200: z.discriminatedUnion('role', [sellerOverview, buyerOverview, adminOverview]) },
});

export type Overview = SellerOverview | BuyerOverview | AdminOverview;
