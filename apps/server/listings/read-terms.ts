import type { CallInput } from '@carhouse/contract/call';
import type { SentFacts } from '@carhouse/contract/car-facts';
import type { createListing, editListing, postProduct } from '@carhouse/contract/listings';
import { type CarFacts, mapFacts } from '@carhouse/domain/car/car-facts';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { findTermsFaults, type ListingTerms } from '@carhouse/domain/listing/listing-terms';
import { type Cents, centsFromDollars } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';

type CarInput =
  | CallInput<typeof postProduct>['body']
  | CallInput<typeof createListing>['body']
  | CallInput<typeof editListing>['body'];

/**
 * Reads a seller's terms of a listing from the API's request fields.
 * @throws DomainError INVALID for values that are impossible on this day.
 */
export function parseListingTerms(carInput: CarInput, now: Date): ListingTerms {
  const terms: ListingTerms = {
    brand: carInput.category,
    title: carInput.title.trim(),
    location: carInput.location.trim(),
    originalPrice: parseDollars(carInput.originalPrice),
    resalePrice: centsFromDollars(carInput.resalePrice),
    yearsOfUse: carInput.yearsOfUse,
    yearOfPurchase: carInput.yearOfPurchase,
    description: carInput.description.trim(),
    facts: parseCarFacts(carInput.facts ?? {}),
  };
  const errors = findTermsFaults(terms, toSingaporeDay(now));
  if (errors.length > 0) throw new DomainError('INVALID', { errors });
  return terms;
}

/**
 * Returns the URLs of the images in the specification's payload, and the field that contains them. The payload has its
 * only image in `image`, or all images in `images`, whose first must be `image`.
 * @throws DomainError INVALID when `image` is not the first of `images`.
 */
export function parseImageUrls(
  image: string,
  images: readonly string[] | undefined,
): { readonly urls: readonly string[]; readonly field: string } {
  if (images === undefined || images.length === 0) return { urls: [image], field: 'image' };
  if (images[0] !== image) {
    const message = 'The first of the pictures is the cover';
    throw new DomainError('INVALID', { detail: message, errors: [{ path: 'image', code: 'not_cover', message }] });
  }
  return { urls: images, field: 'images' };
}

function parseCarFacts(carInput: Partial<SentFacts>): CarFacts {
  return mapFacts((name, { kind }) => {
    const value = carInput[name];
    return kind === 'money' ? parseDollars(value as number | null | undefined) : (value ?? null);
  }) as CarFacts;
}

function parseDollars(dollars: number | null | undefined): Cents | null {
  return dollars === null || dollars === undefined ? null : centsFromDollars(dollars);
}
