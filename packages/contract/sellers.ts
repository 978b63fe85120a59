import { sellerKinds } from '@carhouse/domain/account/account';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { day, dollars, makeFreeTextSchema, makeSingleLineSchema } from './fields.ts';
import { product } from './listings.ts';

/** Number of cars on one page of a seller's cars. */
export const carsPerSellerPage = 12;

const cars = z.number();

/**
 * The public data about a seller, which is computed from their account, listings and sales. The public data contains no
 * e-mail address, telephone number, photo or rating.
 */
export const sellerProfile = z.object({
  /** The name of the seller in URLs: `seller-` and an id (packages/domain/account/public-name.ts). */
  publicName: z.string(),
  name: z.string(),
  /** The kind of the seller; `dealer` only after an admin has verified them. */
  kind: z.enum(sellerKinds),
  /** The day in Singapore on which the account was made, as an ISO date. */
  memberSince: day,
  /**
   * The day in Singapore on which an admin verified the seller, as an ISO date; null when the seller is not verified.
   */
  verifiedOn: z.nullable(day),
  /**
   * Number of the seller's cars on sale. `carsOnOffer` and the following fields about cars on sale consider only the
   * seller's newest 1,000 cars on sale (`countedSellerCarsMaximum`).
   */
  carsOnOffer: cars,
  /** Number of cars on sale that have a photo. */
  withPhotos: cars,
  /** The lowest price of the seller's cars; null when no car is on sale. */
  lowestPrice: z.nullable(dollars),
  highestPrice: z.nullable(dollars),
  /** Brands of the cars on sale. The brand with the most cars is first. */
  brands: z.array(z.object({ category: z.string(), cars })),
  /** At most six locations of the cars on sale. The location with the most cars is first. */
  places: z.array(z.object({ location: z.string(), cars })),
  /**
   * Number of cars sold through this server, by month in Singapore: twelve months, the current one last. Refunded sales
   * are not counted.
   */
  sales: z.array(z.object({ month: z.string(), cars })),
});

export type SellerProfile = z.infer<typeof sellerProfile>;

const params = z.object({ id: z.string() });

export const getSeller = call({
  method: 'GET',
  path: '/api/v1/sellers/:id',
  summary: 'The public page of a seller, by public name: active sellers with a car that is on sale or sold',
  noun: 'sellers',
  access: 'anyone',
  lane: 'costly',
  params,
  sameForVisitors: true,
  answers: { 200: sellerProfile },
});

export const carsOfSeller = call({
  method: 'GET',
  path: '/api/v1/sellers/:id/listings',
  summary: 'The cars of a seller that are on sale, newest first, 12 a page; Link rel="next" leads on',
  noun: 'sellers',
  access: 'anyone',
  lane: 'costly',
  params,
  query: z.object({
    /** The API name of a brand. Only cars of this brand are listed. */
    brand: z.optional(makeSingleLineSchema(60, 1)),
    /** The cursor from the previous page's `Link: rel="next"` header. */
    before: z.optional(makeFreeTextSchema(80)),
  }),
  sameForVisitors: true,
  answers: { 200: z.array(product) },
});
