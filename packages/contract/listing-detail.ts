import { sellerKinds } from '@carhouse/domain/account/account';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { carFacts } from './car-facts.ts';
import { dollars, id } from './fields.ts';
import { product } from './listings.ts';

/** Another listing of the same brand and model that is on sale now. */
export const comparable = z.object({ _id: id, resalePrice: dollars, yearsOfUse: z.number() });

/** A listing with everything that its page shows. The field `email` of the seller is present for signed-in callers only. */
export const listingDetail = z.extend(product, {
  /** The facts of the car; an unknown fact is null. */
  facts: carFacts,
  /**
   * All images with their sizes, cover first: `url` is the variant that is 960 pixels wide, and the size implies the other
   * widths.
   */
  pictures: z.array(z.object({ url: z.string(), width: z.number(), height: z.number() })),
  /** The path of the preview image of a shared link (JPEG, 1200 × 630); null for a draft and a withdrawn car. */
  sharePicture: z.nullable(z.string()),
  /** The end of a paying buyer's hold. Null when there is no hold. During a hold `status` stays `available`. */
  heldUntil: z.nullable(z.string()),
  seller: z.object({
    /** The seller's public name, which is part of the URL of their public page: `/sellers/<public name>`. */
    publicName: z.string(),
    name: z.string(),
    verified: z.boolean(),
    kind: z.enum(sellerKinds),
    /** The day in Singapore on which the seller's account was made, as an ISO date. */
    memberSince: z.string(),
    /** Number of the seller's cars on sale; 1,000 (`carsCountedAtMost`) means that number or more. */
    carsOnOffer: z.number(),
  }),
  /**
   * The part of the ARF that is paid back at the end of the COE, from which `depreciationPerYear` is computed; null when
   * unknown. `facts.coeObtainedOn` decides which rule of the law applies, or `facts.registeredOn` when the former is null.
   */
  minimumParf: z.nullable(dollars),
  /** How the signed-in caller is related to the listing; null for visitors. */
  viewer: z.nullable(
    z.object({
      own: z.boolean(),
      wished: z.boolean(),
      /** The id of the caller's wish, for `DELETE /api/v1/wishes/:id`; null when the caller has no wish for the car. */
      wishId: z.nullable(id),
      /** The id of the caller's open (unpaid) booking of this car. */
      bookingId: z.nullable(id),
    }),
  ),
  /**
   * Comparable cars, the most expensive last. The list is empty when there are fewer than five, which are too few to
   * compare. It has at most the 50 cars that are nearest in years of use.
   */
  comparables: z.array(comparable),
  /** At most three similar cars on sale: first those of the same brand, nearest in price first. */
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
