import { runPreparedStatement } from '@carhouse/database/connection/statement';
import { makeSimilarityFactsStatement } from '@carhouse/database/listings/listing-detail';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';
import { assertVisible } from '../listings/show-listing.ts';

/**
 * Returns listings on sale that are similar to this one.
 * @throws DomainError NOT_FOUND when the actor may not see the listing; UNAVAILABLE while the catalogue is loading.
 */
export async function listSimilar(
  { readDatabase, catalogue }: Context,
  actor: Actor | null,
  id: string,
  limit: number,
): Promise<readonly ListingId[]> {
  const listingId = requireId<'listing'>(id);
  // The catalogue knows the attributes of a listing on sale, so the actor's rights and the similar listings are queried in
  // parallel.
  const [similarityFacts, similarListings] = await Promise.allSettled([
    readDatabase.read(async ({ pool }) => {
      const facts = await runPreparedStatement(pool, makeSimilarityFactsStatement(listingId));
      if (facts === undefined) throw new DomainError('NOT_FOUND');
      assertVisible(actor, facts);
      return facts;
    }),
    catalogue.ask('similar', { car: listingId, limit }),
  ]);
  if (similarityFacts.status === 'rejected') throw similarityFacts.reason;
  if (similarListings.status === 'rejected') throw similarListings.reason;
  if (similarListings.value !== null) return similarListings.value;
  const { brand, title, body, price } = similarityFacts.value;
  return (await catalogue.ask('similar', { car: { id: listingId, brand, title, body, price }, limit })) ?? [];
}
