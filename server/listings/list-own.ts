import type { Actor } from '@carhouse/core/account/account';
import { assertOwnAddress } from '@carhouse/core/account/owner-selector';
import type { Listing } from '@carhouse/core/listing/listing';
import { findAdvertised } from '@carhouse/database/advertisements';
import { listSellerListings } from '@carhouse/database/listings';
import type { Context } from '../context.ts';
import { type Page, readPage } from '../http/page-cursor.ts';

export type OwnListing = Listing & { readonly advertised: boolean };

/** A page of a seller's own cars in every status, newest first. @throws DomainError NOT_FOUND for another's address, BAD_REQUEST for a cursor that is not ours. */
export async function listOwn(
  context: Context,
  actor: Actor,
  query: { readonly email?: string | undefined; readonly before?: string | undefined },
): Promise<Page<OwnListing>> {
  assertOwnAddress(actor, query.email);
  const page = await readPage({
    before: query.before,
    timeOf: (listing: Listing) => listing.postedAt,
    select: (limit, after) => listSellerListings(context.database, actor.accountId, limit, after),
  });
  const advertised = await findAdvertised(
    context.database,
    page.rows.map(({ id }) => id),
  );
  return { ...page, rows: page.rows.map((listing) => ({ ...listing, advertised: advertised.has(listing.id) })) };
}
