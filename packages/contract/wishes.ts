import { listingStatuses } from '@carhouse/domain/listing/listing';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { carFigures, dollars, id, makeFreeTextSchema } from './fields.ts';

/** A wish in the field names of the specification, with the current state of its car. */
export const wish = z.object({
  _id: id,
  productId: id,
  author: z.string(),
  authorEmail: z.string(),
  productImage: z.string(),
  authorLocation: z.string(),
  originalPrice: z.nullable(dollars),
  resalePrice: dollars,
  postedTime: z.string(),
  productTitle: z.string(),
  yearOfPurchase: z.number(),
  yearsOfUse: z.number(),
  category: z.string(),
  description: z.string(),
  email: z.string(),
  wishTime: z.string(),
  wisher: z.enum(['Buyer', 'Seller', 'admin']),
  // The specification does not have the following fields.
  /** Whether the car can be booked now. */
  available: z.boolean(),
  status: z.enum(listingStatuses),
  /** The current price of the car; `resalePrice` is its price when the user made the wish. */
  priceNow: dollars,
  ...carFigures,
  /** Estimated yearly cost in dollars at today's price; null when a fact that it needs is unknown. */
  depreciationPerYear: z.nullable(dollars),
  /**
   * The field is `postedTime` in the form of an ISO time. The next field has the value of `wishTime` as an ISO time.
   */
  postedAt: z.string(),
  wishedAt: z.string(),
  verification: z.enum(['Verified', '']),
});

export type Wish = z.infer<typeof wish>;

const optionalText = z.optional(z.nullable(makeFreeTextSchema(5000)));
const optionalNumber = z.optional(z.nullable(z.union([z.number(), makeFreeTextSchema(40)])));

/**
 * The fields of a wish that the specification's client sends. Only the choice of the car is stored. The other fields
 * identify the car when `productId` is missing.
 */
export const wishPayload = z.object({
  productId: z.optional(makeFreeTextSchema(64)),
  authorEmail: z.optional(makeFreeTextSchema(254)),
  productTitle: z.optional(makeFreeTextSchema(120)),
  productImage: z.optional(z.nullable(makeFreeTextSchema(2048))),
  author: optionalText,
  authorLocation: optionalText,
  originalPrice: optionalNumber,
  resalePrice: optionalNumber,
  postedTime: optionalText,
  yearOfPurchase: optionalNumber,
  yearsOfUse: optionalNumber,
  category: optionalText,
  description: optionalText,
  email: optionalText,
  wishTime: optionalText,
  wisher: optionalText,
});

export const wishLists = call({
  method: 'POST',
  path: '/api/wishLists',
  summary: 'Puts a car on the own wish list. Wishing it again answers with the same wish',
  noun: 'wishes',
  access: 'signed-in',
  body: wishPayload,
  answers: { 200: z.object({ acknowledged: z.boolean(), insertedId: id }) },
});

export const myWish = call({
  method: 'GET',
  path: '/api/mywish',
  summary: 'The own wish list, newest first',
  noun: 'wishes',
  access: 'signed-in',
  query: z.object({ email: z.optional(makeFreeTextSchema(254)) }),
  answers: { 200: z.array(wish) },
});

export const removeWish = call({
  method: 'DELETE',
  path: '/api/v1/wishes/:id',
  summary: 'Takes a car off the own wish list',
  noun: 'wishes',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  answers: {
    200: z.object({
      deletedCount: z.number(),
      /** A text with which `POST /api/v1/wish-restorations` restores the wish. The text is valid for ten minutes. */
      undo: z.string(),
    }),
  },
});

export const restoreWish = call({
  method: 'POST',
  path: '/api/v1/wish-restorations',
  summary: 'Puts back a car that was taken off the own wish list, with its time and its price of that day',
  noun: 'wishes',
  access: 'signed-in',
  body: z.strictObject({ undo: makeFreeTextSchema(2000) }),
  answers: { 200: z.object({ acknowledged: z.boolean(), insertedId: id }) },
});
