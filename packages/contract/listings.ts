import { listingStatuses } from '@carhouse/domain/listing/listing';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { carFacts, sentFacts } from './car-facts.ts';
import {
  dollars,
  id,
  imageDimensions,
  makeFreeTextSchema,
  makePublicLineSchema,
  makePublicTextSchema,
  makeWholeNumberSchema,
  price,
} from './fields.ts';
import { validationTexts } from './validation-texts.ts';

/**
 * A listing in the field names of the specification. Only signed-in callers get the field `email`, which contains the
 * seller's public name in place of their e-mail address.
 */
export const product = z.object({
  _id: id,
  title: z.string(),
  category: z.string(),
  location: z.string(),
  originalPrice: z.nullable(dollars),
  resalePrice: dollars,
  yearsOfUse: z.number(),
  yearOfPurchase: z.number(),
  description: z.string(),
  /** URL of the cover image, 960 pixels wide; `''` when there is none. */
  image: z.string(),
  /** The posting time in the specification's format: characters 8 to 21 of JavaScript's date text. */
  time: z.string(),
  author: z.string(),
  email: z.optional(z.string()),
  verification: z.enum(['Verified', '']),
  role: z.literal('Seller'),
  // The specification does not have the following fields.
  status: z.enum(listingStatuses),
  postedAt: z.string(),
  /** The URLs of all images, cover first. */
  images: z.array(z.string()),
  /**
   * The size of the cover image, from which the widths of its variants follow (packages/domain/image/image-widths.ts).
   */
  imageSize: imageDimensions,
  /** Remaining years of the COE with one decimal; null when the end of the COE is unknown. */
  coeYearsLeft: z.nullable(z.number()),
  /** Estimated yearly cost in dollars; null when a fact that it needs is unknown. */
  depreciationPerYear: z.nullable(dollars),
  /** The mileage in kilometres; null when unknown. */
  mileageKm: z.nullable(z.number()),
  /** Number of owners, including the seller; null when unknown. */
  owners: z.nullable(z.number()),
  /** The date of the first registration in Singapore (ISO date); null when unknown. */
  registeredOn: z.nullable(z.string()),
});

export type Product = z.infer<typeof product>;

const page = z.object({
  /** The cursor from the previous page's `Link: rel="next"` header. */
  before: z.optional(z.string().check(z.maxLength(80))),
});

function makeBrandDatasCall<const Path extends `/api/${string}`>(path: Path, brand: string) {
  return call({
    method: 'GET',
    path,
    summary: `Available cars of ${brand}, newest first, 200 at most; Link rel="next" leads on`,
    noun: 'listings',
    access: 'anyone',
    query: page,
    sameForVisitors: true,
    answers: { 200: z.array(product) },
  });
}

function makeBrandPreviewCall<const Path extends `/api/${string}`>(path: Path, brand: string) {
  return call({
    method: 'GET',
    path,
    summary: `The three newest cars of ${brand} for the home page, of different sellers where there are several`,
    noun: 'listings',
    access: 'anyone',
    sameForVisitors: true,
    answers: { 200: z.array(product) },
  });
}

export const audiDatas = makeBrandDatasCall('/api/audiDatas', 'Audi');
export const ferrariDatas = makeBrandDatasCall('/api/ferrariDatas', 'Ferrari');
export const mercedesDatas = makeBrandDatasCall('/api/mercedesDatas', 'Mercedes-Benz');
export const rollsDatas = makeBrandDatasCall('/api/rollsDatas', 'Rolls-Royce');
export const teslaDatas = makeBrandDatasCall('/api/teslaDatas', 'Tesla');

export const mercedesPreview = makeBrandPreviewCall('/api/mercedes', 'Mercedes-Benz');
export const rollsPreview = makeBrandPreviewCall('/api/rolls', 'Rolls-Royce');
export const teslasPreview = makeBrandPreviewCall('/api/teslas', 'Tesla');

export const productById = call({
  method: 'GET',
  path: '/api/productById/:id',
  summary: 'One listing',
  noun: 'listings',
  access: 'anyone',
  params: z.object({ id: z.string() }),
  answers: { 200: product },
});

export const brand = z.object({
  apiName: z.string(),
  name: z.string(),
  pagePath: z.nullable(z.string()),
  listable: z.boolean(),
  /** Number of available cars. */
  cars: z.number(),
  lowestPrice: z.nullable(dollars),
  highestPrice: z.nullable(dollars),
});

export type BrandOnOffer = z.infer<typeof brand>;

export const brands = call({
  method: 'GET',
  path: '/api/v1/brands',
  summary: 'All brands with the number of available cars and their lowest and highest price',
  noun: 'listings',
  access: 'anyone',
  sameForVisitors: true,
  answers: { 200: z.array(brand) },
});

export const addBrand = call({
  method: 'POST',
  path: '/api/v1/brands',
  summary: 'Adds a brand, or opens and closes a known one for listing. It shows in search, not in the navbar',
  noun: 'listings',
  access: 'admin',
  body: z.strictObject({ name: makePublicLineSchema(60, 1), listable: z.optional(z.boolean()) }),
  answers: { 200: z.object({ apiName: z.string(), listable: z.boolean() }) },
});

export const ownProduct = z.extend(product, {
  /** Whether the listing is advertised now. */
  advertised: z.boolean(),
  /** The time at which the hold of a paying buyer ends; null when there is no hold. */
  heldUntil: z.nullable(z.string()),
  /** Number of unpaid bookings of the listing. */
  openBookings: z.number(),
  /** The reason why an admin has hidden the listing; null when it is not hidden. */
  hiddenReason: z.nullable(z.string()),
  /**
   * Whether the seller marked the listing as sold without a payment on this site; the seller may put such a listing on
   * sale again.
   */
  isMarkedSale: z.boolean(),
});

export type OwnProduct = z.infer<typeof ownProduct>;

export const products = call({
  method: 'GET',
  path: '/api/products',
  summary: 'The own cars of a seller in every status, newest first, 200 at most; Link rel="next" leads on',
  noun: 'listings',
  access: 'Seller',
  query: z.object({ email: z.optional(makeFreeTextSchema(254)), before: z.optional(makeFreeTextSchema(80)) }),
  answers: { 200: z.array(ownProduct) },
});

const terms = {
  title: makePublicLineSchema(120, 1, validationTexts.titleRequired),
  location: makePublicLineSchema(120, 1),
  category: makeFreeTextSchema(60, 1),
  resalePrice: price,
  yearsOfUse: makeWholeNumberSchema(0, 100),
  yearOfPurchase: makeWholeNumberSchema(1900, 2200),
  description: makePublicTextSchema(5000, 1),
  facts: z.optional(sentFacts),
};

/** URLs of images that the caller uploaded, in order; the first is the cover. */
const images = z.array(makeFreeTextSchema(2048, 1)).check(z.maxLength(12));

/** A field that a client may send and that the server ignores. */
const ignoredField = z.optional(z.unknown());

export const postProduct = call({
  method: 'POST',
  path: '/api/products',
  summary: 'Lists a car for sale. Seller, verification, role, time and status come from the server, whatever is sent',
  noun: 'listings',
  access: 'Seller',
  body: z.object({
    ...terms,
    originalPrice: price,
    image: makeFreeTextSchema(2048, 1, validationTexts.imageRequired),
    images: z.optional(images),
    verification: ignoredField,
    role: ignoredField,
    author: ignoredField,
    email: ignoredField,
    time: ignoredField,
  }),
  answers: { 200: z.object({ acknowledged: z.boolean(), insertedId: id }) },
});

/**
 * The fields of a change of a listing. `originalPrice`, the price of the car when it was new, may be null, because it
 * is often unknown for imported cars.
 */
const editedFields = { ...terms, originalPrice: z.nullable(price), images };

/** A listing as its seller sees it, with everything that they may edit. */
export const ownListing = z.extend(ownProduct, { facts: carFacts });

export type OwnListing = z.infer<typeof ownListing>;

export const createListing = call({
  method: 'POST',
  path: '/api/v1/listings',
  summary: 'Lists a car for sale, or keeps it as a draft that only its seller sees; a draft needs no picture yet',
  noun: 'listings',
  access: 'Seller',
  body: z.strictObject({ ...editedFields, status: z.optional(z.enum(['draft', 'available'])) }),
  answers: { 201: z.object({ insertedId: id }) },
});

const byId = z.object({ id: z.string() });

export const getOwnListing = call({
  method: 'GET',
  path: '/api/v1/listings/:id/edition',
  summary: 'One own car in any status, with everything that can be edited',
  noun: 'listings',
  access: 'Seller',
  params: byId,
  answers: { 200: ownListing },
});

export const editListing = call({
  method: 'PUT',
  path: '/api/v1/listings/:id',
  summary:
    'Edits an own car that is not sold. Bookings keep their price; while a buyer is paying the price stays (409)',
  noun: 'listings',
  access: 'Seller',
  params: byId,
  body: z.strictObject(editedFields),
  answers: { 200: ownListing },
});

function makeListingActionCall<const Path extends `/api/${string}`>(
  path: Path,
  access: 'Seller' | 'signed-in',
  summary: string,
  lane?: 'protective',
) {
  return call({
    method: 'POST',
    path,
    summary,
    noun: 'listings',
    access,
    ...(lane === undefined ? {} : { lane }),
    params: byId,
    answers: { 200: z.object({ modifiedCount: z.number() }) },
  });
}

export const publishListing = makeListingActionCall(
  '/api/v1/listings/:id/publication',
  'Seller',
  'Puts a draft on offer; it needs a picture and a brand that can be listed',
);
export const withdrawListing = makeListingActionCall(
  '/api/v1/listings/:id/withdrawal',
  'signed-in',
  'Takes a car off the market for its seller; open bookings are cancelled. 409 while a buyer is paying. For an admin it hides the car without a reason',
  'protective',
);
export const relistListing = makeListingActionCall(
  '/api/v1/listings/:id/relisting',
  'Seller',
  'Puts a withdrawn car on offer again, at its old place in the lists, or one that its seller marked as sold by mistake',
);
export const sellListing = makeListingActionCall(
  '/api/v1/listings/:id/sale',
  'Seller',
  'Says that a car was sold outside the server; open bookings are cancelled. 409 while a buyer is paying',
);

export const categories = call({
  method: 'GET',
  path: '/api/v1/categories',
  summary: 'The categories of the add-product form in their order, those that are coming soon as not listable',
  noun: 'listings',
  access: 'anyone',
  answers: { 200: z.array(z.object({ category: z.string(), name: z.string(), listable: z.boolean() })) },
});
