import { searchListings as call } from '@carhouse/contract/search';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/mount.ts';
import { presentListing } from '../listings/present-listing.ts';
import { searchListings } from './search-listings.ts';

/** Visitors all get the same answer, so caches may keep it for a moment; signed-in people get sellers' addresses. */
const forVisitors = { 'cache-control': 'public, max-age=15', vary: 'cookie, authorization' } as const;

export function registerSearchRoutes(app: FastifyInstance, context: Context): void {
  mount(
    app,
    call,
  )(async ({ query, actor }) => {
    const found = await searchListings(context, query);
    const view = { withEmail: actor !== null, now: context.now(), minimumParfRules: context.minimumParfRules };
    const items = found.listings.map((listing) => presentListing(listing, view));
    const body = { items, total: found.total, next: found.next };
    return { status: 200, body, headers: actor === null ? forVisitors : {} };
  });
}
