import { texts } from '@carhouse/contract/texts';
import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import type { ListingId } from '@carhouse/core/listing/listing';
import type { ListingTerms } from '@carhouse/core/listing/listing-terms';
import { writeAudit } from '@carhouse/database/audit';
import { replaceListingImages } from '@carhouse/database/images';
import { hasListing, insertListing } from '@carhouse/database/listing-writes';
import { inTransaction } from '@carhouse/database/transaction';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { resolvePictures } from '../images/resolve-pictures.ts';
import { assertListableBrand, assertMayList } from './check-new-offer.ts';

export type NewListing = {
  /** The same for every run of one request: a run that finds the car of an earlier one answers with it. */
  readonly id: ListingId;
  readonly terms: ListingTerms;
  /** URLs of own uploads, cover first, and the field that named them. */
  readonly pictures: { readonly urls: readonly string[]; readonly field: string };
  readonly status: 'draft' | 'available';
};

/**
 * Lists a car for sale, or keeps it as a draft. Seller, time and status are the server's to say (RELIABILITY I14).
 * @throws DomainError BRAND_CLOSED, LISTING_LIMIT, IMAGE_NOT_YOURS, INVALID (no picture), UNAUTHENTICATED.
 */
export async function createListing(context: Context, actor: Actor, car: NewListing): Promise<ListingId> {
  const { id, terms, pictures, status } = car;
  if (status !== 'draft') assertPicture(pictures.urls);
  return inTransaction(context.database, async (trx) => {
    const now = context.now();
    const seller = await authoriseActor(context, trx, actor);
    await assertMayList(trx, seller, now, id);
    // Behind the lock of the seller: a run that goes on while this one takes over has come to its end.
    if (await hasListing(trx, id)) return id;
    await assertListableBrand(trx, terms.brand);
    const images = await resolvePictures(trx, actor.accountId, pictures.urls, pictures.field);
    await insertListing(trx, { id, sellerId: actor.accountId, terms, status, now });
    await replaceListingImages(trx, id, [...new Set(images)]);
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
      actorId: actor.accountId,
      action: 'create',
      noun: 'listing',
      nounId: id,
      after: { status, priceCents: String(terms.resalePrice) },
    });
    return id;
  });
}

/** @throws DomainError INVALID where a car on offer would have no picture. */
export function assertPicture(pictures: readonly string[], field = 'images'): void {
  if (pictures.length > 0) return;
  const message = texts.validation.photoRequired;
  throw new DomainError('INVALID', { detail: message, errors: [{ path: field, code: 'required', message }] });
}
