import { listingStatuses } from '@carhouse/domain/listing/listing';
import { z } from 'zod/mini';
import { call } from './call.ts';
import {
  dollars,
  id,
  imageDimensions,
  makeFreeTextSchema,
  makePublicTextSchema,
  makeWholeNumberSchema,
} from './fields.ts';

/** The statuses of a car for an admin. A car on sale is `not-shown` to buyers while its seller is suspended. */
export const adminCarStates = [...listingStatuses, 'not-shown'] as const;
export type AdminCarState = (typeof adminCarStates)[number];

/** A car in any status, as an admin sees it. */
const listedCar = z.object({
  _id: id,
  title: z.string(),
  category: z.string(),
  price: dollars,
  status: z.enum(listingStatuses),
  state: z.enum(adminCarStates),
  /** The admin's reason for hiding the car; null when it is not hidden. */
  hiddenReason: z.nullable(z.string()),
  /**
   * Whether an admin may hide the car now. A car that is hidden already, or that a user has paid for on this site,
   * cannot be hidden.
   */
  mayHide: z.boolean(),
  postedAt: z.string(),
  /** URL of the cover image; `''` when the car has none. */
  image: z.string(),
  imageSize: imageDimensions,
  /** Number of unpaid bookings of the car. */
  openBookings: z.number(),
  seller: z.object({ _id: id, name: z.string(), verified: z.boolean(), suspended: z.boolean() }),
});

export type AdminCar = z.infer<typeof listedCar>;

export const allListings = call({
  method: 'GET',
  path: '/api/v1/all-listings',
  summary:
    'The cars of all sellers in every status, newest first, 50 at most; `next` is the cursor of the page after, null on the last',
  noun: 'listings',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({
    /** A part of the brand and title, or of the seller's name or e-mail address; or the complete id of a car. */
    search: z.optional(makeFreeTextSchema(100)),
    status: z.optional(z.enum(adminCarStates)),
    /** The id of the seller whose cars are listed. */
    seller: z.optional(makeFreeTextSchema(80, 1)),
    limit: z.optional(makeWholeNumberSchema(1, 50)),
    cursor: z.optional(makeFreeTextSchema(80, 1)),
  }),
  answers: { 200: z.object({ cars: z.array(listedCar), next: z.nullable(z.string()) }) },
});

export const allListingTotals = call({
  method: 'GET',
  path: '/api/v1/all-listings/totals',
  summary: 'The number of cars by status',
  noun: 'listings',
  access: 'admin',
  answers: {
    200: z.object({
      draft: z.number(),
      available: z.number(),
      sold: z.number(),
      withdrawn: z.number(),
      hidden: z.number(),
      'not-shown': z.number(),
    }),
  },
});

export type CarTotals = z.infer<(typeof allListingTotals)['answers'][200]>;

const idParameters = z.object({ id: z.string() });
const modifiedAnswer = { 200: z.object({ modifiedCount: z.number() }) };

export const hideListing = call({
  method: 'POST',
  path: '/api/v1/listings/:id/hiding',
  summary:
    'Hides a draft, or a car that is on sale, withdrawn or marked as sold by its seller, from everybody but its seller and admins. 409 when a user has paid for it here. Open bookings are cancelled, a hold is broken; the seller reads the reason',
  noun: 'listings',
  access: 'admin',
  securityEvent: 'role-act',
  params: idParameters,
  body: z.strictObject({ reason: makePublicTextSchema(300, 3) }),
  answers: modifiedAnswer,
});

export const unhideListing = call({
  method: 'POST',
  path: '/api/v1/listings/:id/showing',
  summary:
    'Ends the hiding of a car: it is a draft or on sale, as before, or else withdrawn. 409 when it would be above the limit of its seller or a duplicate. Cancelled bookings stay cancelled',
  noun: 'listings',
  access: 'admin',
  securityEvent: 'role-act',
  params: idParameters,
  answers: modifiedAnswer,
});
