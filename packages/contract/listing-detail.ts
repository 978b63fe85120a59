import { sellerKinds } from '@carhouse/domain/account/account';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { carFacts } from './car-facts.ts';
import { dollars, id } from './fields.ts';
import { product } from './listings.ts';

/** Another listing of the same brand and model that is on sale now. */
export const comparable = z.object({ _id: id, resalePrice: dollars, yearsOfUse: z.number() });

/** A listing with everything that its page shows. Only signed-in callers get the field `email`. */
export const listingDetail = z.extend(product, {
  /** The facts of the car; an unknown fact is null. */
  facts: carFacts,
  /**
   * All images, cover first. `url` is the variant that is 960 pixels wide. `width` and `height` are the size of the
   * largest variant, which determines the widths of all other variants.
   */
  pictures: z.array(z.object({ url: z.string(), width: z.number(), height: z.number() })),
  /**
   * The path of the image that other sites show beside a link to the listing (JPEG, 1200 × 630); null for a draft and a
   * withdrawn car.
   */
  sharePicture: z.nullable(z.string()),
  /**
   * The time at which the hold of a paying buyer ends; null when there is no hold. During a hold `status` stays
   * `available`.
   */
  heldUntil: z.nullable(z.string()),
  /**
   * The time at which a buyer paid for the car on this site; null when the car is not sold, or was sold without this
   * site.
   */
  soldAt: z.nullable(z.string()),
  seller: z.object({
    /** The seller's public name, which is part of the URL of their public page: `/sellers/<public name>`. */
    publicName: z.string(),
    name: z.string(),
    verified: z.boolean(),
    kind: z.enum(sellerKinds),
    /** The day in Singapore on which the seller's account was made, as an ISO date. */
    memberSince: z.string(),
    /** Number of the seller's cars on sale; 1,000 (`countedSellerCarsMaximum`) means that number or more. */
    carsOnOffer: z.number(),
  }),
  /**
   * The minimum PARF rebate: the part of the ARF that is paid back at the end of the COE; null when unknown.
   * `depreciationPerYear` is computed from the minimum PARF rebate. The date `facts.coeObtainedOn` decides which legal
   * rule applies; when this date is null, `facts.registeredOn` decides.
   */
  minimumParf: z.nullable(dollars),
  /** What connects the signed-in caller with the listing, such as their wish and their booking; null for visitors. */
  viewer: z.nullable(
    z.object({
      own: z.boolean(),
      wished: z.boolean(),
      /** The id of the caller's wish, for `DELETE /api/v1/wishes/:id`; null when the caller has no wish for the car. */
      wishId: z.nullable(id),
      /** The id of the caller's open (unpaid) booking of this car; null when there is none. */
      bookingId: z.nullable(id),
    }),
  ),
  /**
   * Comparable cars on sale, cheapest first; at most the 50 that are nearest in years of use. The list is empty when
   * there are fewer than five comparable cars, because a comparison needs at least five.
   */
  comparables: z.array(comparable),
  /** At most three similar cars on sale. Cars of the same brand come first, sorted by how near their price is. */
  similar: z.array(product),
});

export type ListingDetail = z.infer<typeof listingDetail>;

export const listing = call({
  method: 'GET',
  path: '/api/v1/listings/:id',
  summary:
    'The page of a car: available and sold cars for everybody, drafts and withdrawn ones for their seller and admins',
  noun: 'listings',
  access: 'anyone',
  params: z.object({ id: z.string() }),
  answers: { 200: listingDetail },
});
