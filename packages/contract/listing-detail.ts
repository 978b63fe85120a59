import { sellerKinds } from '@carhouse/domain/account/account';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { carFacts } from './car-facts.ts';
import { dollars, id } from './fields.ts';
import { product } from './listings.ts';

/** Another car of the same brand and model that is on offer now. */
export const comparable = z.object({ _id: id, resalePrice: dollars, yearsOfUse: z.number() });

/** A car with everything that its page shows. `email` of the seller is there for signed-in callers only. */
export const listingDetail = z.extend(product, {
  /** What is known of the car; every fact may be null. */
  facts: carFacts,
  /** All images with their size, cover first: `url` is the 960 pixels wide file, the size says which widths there are. */
  pictures: z.array(z.object({ url: z.string(), width: z.number(), height: z.number() })),
  /** Until when a paying buyer holds the car. Null when nobody does; `status` stays available. */
  heldUntil: z.nullable(z.string()),
  seller: z.object({
    name: z.string(),
    verified: z.boolean(),
    kind: z.enum(sellerKinds),
    /** The day of Singapore on which the account was made, ISO date. */
    memberSince: z.string(),
    /** Cars that they have on offer now; 1,000 (`carsCountedAtMost`) means that number or more. */
    carsOnOffer: z.number(),
  }),
  /**
   * The part of the ARF that comes back at the end of the COE, as `depreciationPerYear` counts it; null when unknown. The rule is that of
   * `facts.coeObtainedOn`, or of `facts.registeredOn` where that is null.
   */
  minimumParf: z.nullable(dollars),
  /** What the signed-in caller has to do with the car; null for visitors. */
  viewer: z.nullable(
    z.object({
      own: z.boolean(),
      wished: z.boolean(),
      /** For `DELETE /api/v1/wishes/:id`; null when it is not wished for. */
      wishId: z.nullable(id),
      /** The caller's open (unpaid) booking of this car. */
      bookingId: z.nullable(id),
    }),
  ),
  /** Dearest last. Empty when there are fewer than five: too few to compare. The 50 nearest in years of use at most. */
  comparables: z.array(comparable),
  /** At most three cars on offer, of the same brand before others, nearest in price first. */
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
