import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, freeText, id } from './fields.ts';

/** A listing, in the words of the specification. `email` is there for signed-in callers only. */
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
  /** Cover picture, 960 pixels wide; `''` when there is none. */
  image: z.string(),
  /** The stamp of the specification: characters 8 to 21 of the date text. */
  time: z.string(),
  author: z.string(),
  email: z.optional(z.string()),
  verification: z.enum(['Verified', '']),
  role: z.literal('Seller'),
  // beyond the specification
  status: z.enum(['available', 'sold', 'withdrawn', 'draft']),
  postedAt: z.string(),
  /** All pictures, cover first. */
  images: z.array(z.string()),
  /** Years of COE left, one decimal; null when the end of the COE is unknown. */
  coeYearsLeft: z.nullable(z.number()),
  /** Estimated cost of a year in dollars; null when a fact that it needs is unknown. */
  depreciationPerYear: z.nullable(dollars),
});

export type Product = z.infer<typeof product>;

const page = z.object({
  /** Where the `Link: rel="next"` header of the page before pointed. */
  before: z.optional(z.string().check(z.maxLength(80))),
});

function brandDatas<const Path extends `/api/${string}`>(path: Path, brand: string) {
  return call({
    method: 'GET',
    path,
    summary: `Available cars of ${brand}, newest first, 200 at most; Link rel="next" leads on`,
    noun: 'listings',
    access: 'anyone',
    query: page,
    answers: { 200: z.array(product) },
  });
}

function brandPreview<const Path extends `/api/${string}`>(path: Path, brand: string) {
  return call({
    method: 'GET',
    path,
    summary: `The three newest cars of ${brand}, for the home page`,
    noun: 'listings',
    access: 'anyone',
    answers: { 200: z.array(product) },
  });
}

export const audiDatas = brandDatas('/api/audiDatas', 'Audi');
export const ferrariDatas = brandDatas('/api/ferrariDatas', 'Ferrari');
export const mercedesDatas = brandDatas('/api/mercedesDatas', 'Mercedes-Benz');
export const rollsDatas = brandDatas('/api/rollsDatas', 'Rolls-Royce');
export const teslaDatas = brandDatas('/api/teslaDatas', 'Tesla');

export const mercedesPreview = brandPreview('/api/mercedes', 'Mercedes-Benz');
export const rollsPreview = brandPreview('/api/rolls', 'Rolls-Royce');
export const teslasPreview = brandPreview('/api/teslas', 'Tesla');

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
  wireName: z.string(),
  name: z.string(),
  pagePath: z.nullable(z.string()),
  listable: z.boolean(),
  /** Available cars. */
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
  answers: { 200: z.array(brand) },
});

export const addBrand = call({
  method: 'POST',
  path: '/api/v1/brands',
  summary: 'Adds a brand, or opens and closes a known one for listing. It shows in search, not in the navbar',
  noun: 'listings',
  access: 'admin',
  body: z.strictObject({ name: freeText(60, 1), listable: z.optional(z.boolean()) }),
  answers: { 200: z.object({ wireName: z.string(), listable: z.boolean() }) },
});

export const ownProduct = z.extend(product, { /** Whether the car is advertised now. */ advertised: z.boolean() });

export const products = call({
  method: 'GET',
  path: '/api/products',
  summary: 'The own cars of a seller in every status, newest first, 200 at most; Link rel="next" leads on',
  noun: 'listings',
  access: 'Seller',
  query: z.object({ email: z.optional(freeText(254)), before: z.optional(freeText(80)) }),
  answers: { 200: z.array(ownProduct) },
});
