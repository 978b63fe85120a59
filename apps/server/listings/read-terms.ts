import type { CallInput } from '@carhouse/contract/call';
import type { WrittenFacts } from '@carhouse/contract/car-facts';
import type { createListing, editListing, postProduct } from '@carhouse/contract/listings';
import { type CarFacts, eachFact } from '@carhouse/domain/car/car-facts';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type ListingTerms, termsFaults } from '@carhouse/domain/listing/listing-terms';
import { type Cents, centsFromDollars } from '@carhouse/domain/money/money';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';

type WrittenCar =
  | CallInput<typeof postProduct>['body']
  | CallInput<typeof createListing>['body']
  | CallInput<typeof editListing>['body'];

/**
 * Reads a seller's terms of a listing from the API's request fields.
 * @throws DomainError INVALID for values that are impossible on this day.
 */
export function readTerms(written: WrittenCar, now: Date): ListingTerms {
  const terms: ListingTerms = {
    brand: written.category,
    title: written.title.trim(),
    location: written.location.trim(),
    originalPrice: readMoney(written.originalPrice),
    resalePrice: centsFromDollars(written.resalePrice),
    yearsOfUse: written.yearsOfUse,
    yearOfPurchase: written.yearOfPurchase,
    description: written.description.trim(),
    facts: readFacts(written.facts ?? {}),
  };
  const errors = termsFaults(terms, singaporeDay(now));
  if (errors.length > 0) throw new DomainError('INVALID', { errors });
  return terms;
}

/**
 * Reads the images of the specification's payload: `image` alone, or `images` whose first is `image`.
 * @throws DomainError INVALID when `image` is not the first of `images`.
 */
export function readImages(
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

function readFacts(written: Partial<WrittenFacts>): CarFacts {
  return eachFact((name, { kind }) => {
    const value = written[name];
    return kind === 'money' ? readMoney(value as number | null | undefined) : (value ?? null);
  }) as CarFacts;
}

function readMoney(dollars: number | null | undefined): Cents | null {
  return dollars === null || dollars === undefined ? null : centsFromDollars(dollars);
}
