import type { Actor } from '@carhouse/core/account/account';
import type { Listing } from '@carhouse/core/listing/listing';
import { listNearestInPrice } from '@carhouse/database/listing-detail';
import type { Context } from '../context.ts';
import { showListing } from '../listings/show-listing.ts';

/** The nearest in price of the same brand; where it has too few, those of others fill up. @throws DomainError NOT_FOUND */
export async function listSimilar(
  context: Context,
  actor: Actor | null,
  id: string,
  limit: number,
): Promise<readonly Listing[]> {
  const listing = await showListing(context, actor, id);
  const brand = await listNearestInPrice(context.database, listing, true, limit);
  if (brand.length === limit) return brand;
  return [...brand, ...(await listNearestInPrice(context.database, listing, false, limit - brand.length))];
}
