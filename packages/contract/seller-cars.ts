import { sellerCarSortOrders, sellerCarStates } from '@carhouse/domain/listing/seller-car-states';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, makeFreeTextSchema, makeSingleLineSchema, makeWholeNumberSchema, price } from './fields.ts';
import { ownProduct } from './listings.ts';

/** Maximum number of cars in one response. */
export const carsPerCall = 100;
/**
 * Maximum number of cars in one call that changes several cars. A response about so many cars is always small enough to
 * be stored under its idempotency key (`keptAnswerMaximumBytes`), so a repeated call gets the stored response and does
 * not run again.
 */
export const carsPerChange = 30;

/** One of the caller's own cars, as a row of a long list. */
export const sellerCar = z.extend(ownProduct, {
  mileageKm: z.nullable(z.number()),
  /** Number of wish lists that contain the car. */
  wishes: z.number(),
});

export type SellerCar = z.infer<typeof sellerCar>;

export const ownCars = call({
  method: 'GET',
  path: '/api/v1/me/cars',
  summary: 'The own cars of a seller by state, words, category and order, page by page, with the number in each state',
  noun: 'listings',
  access: 'Seller',
  query: z.strictObject({
    state: z.optional(z.enum(sellerCarStates)),
    /**
     * The search text. Each word of the search text must occur in the brand, the title, the year of purchase, the
     * number plate or the seller's reference of a car.
     */
    search: z.optional(makeSingleLineSchema(100)),
    category: z.optional(makeFreeTextSchema(60, 1)),
    sort: z.optional(z.enum(sellerCarSortOrders)),
    page: z.optional(makeWholeNumberSchema(1, 100_000)),
    size: z.optional(makeWholeNumberSchema(1, carsPerCall)),
  }),
  answers: {
    200: z.object({
      cars: z.array(sellerCar),
      /** Number of matching cars on all pages together. */
      total: z.number(),
      /**
       * Number of the seller's cars in each state, independent of the filters of the request. `available` does not
       * include booked cars and cars that `photosMissing` counts.
       */
      counts: z.object({
        all: z.number(),
        available: z.number(),
        booked: z.number(),
        photosMissing: z.number(),
        draft: z.number(),
        withdrawn: z.number(),
        hidden: z.number(),
        sold: z.number(),
      }),
      /** Sum of the prices of all of the seller's cars on sale. */
      asked: dollars,
      /** The brands of the seller's cars, sorted by name. */
      categories: z.array(z.object({ category: z.string(), cars: z.number() })),
    }),
  },
});

export type OwnCars = z.infer<(typeof ownCars)['answers'][200]>;

/**
 * The outcome for each car of the request, in the order of the request. `code` and `detail` are null when the car was
 * changed.
 */
const outcomes = z.object({
  outcomes: z.array(z.object({ _id: id, code: z.nullable(z.string()), detail: z.nullable(z.string()) })),
});

export type CarOutcomes = z.infer<typeof outcomes>;

const carIds = z.array(makeFreeTextSchema(64, 1)).check(z.minLength(1), z.maxLength(carsPerChange));

export const changePrices = call({
  method: 'POST',
  path: '/api/v1/me/cars/prices',
  summary:
    'Changes the prices of own cars, each named once and in a transaction of its own; a car whose price is not `expectedPrice` stays as it is',
  noun: 'listings',
  access: 'Seller',
  countedList: { name: 'cars', maximum: carsPerChange },
  body: z.strictObject({
    cars: z
      .array(z.strictObject({ _id: makeFreeTextSchema(64, 1), expectedPrice: price, resalePrice: price }))
      .check(z.minLength(1), z.maxLength(carsPerChange)),
  }),
  answers: { 200: outcomes },
});

export const withdrawCars = call({
  method: 'POST',
  path: '/api/v1/me/cars/withdrawals',
  summary:
    'Takes own cars off the market, each named once and in a transaction of its own; open bookings are cancelled',
  noun: 'listings',
  access: 'Seller',
  countedList: { name: 'ids', maximum: carsPerChange },
  body: z.strictObject({ ids: carIds }),
  answers: { 200: outcomes },
});
