import type { Actor } from '@carhouse/core/account/account';
import type { ListingId } from '@carhouse/core/listing/listing';
import type { Context } from '../context.ts';
import { showListing } from '../listings/show-listing.ts';

/** Cars on offer that are like this one. @throws DomainError NOT_FOUND, as the page of the car does; UNAVAILABLE while loading. */
export async function listSimilar(
  context: Context,
  actor: Actor | null,
  id: string,
  limit: number,
): Promise<readonly ListingId[]> {
  const { id: found, brand, title, facts, resalePrice } = await showListing(context, actor, id);
  const car = { id: found, brand, title, body: facts.body, price: Number(resalePrice) };
  return context.catalogue.ask('similar', { car, limit });
}
