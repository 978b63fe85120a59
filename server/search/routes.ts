import type { Understanding } from '@carhouse/catalogue/understand';
import * as wire from '@carhouse/contract/search';
import type { Actor } from '@carhouse/core/account/account';
import type { ListedCar } from '@carhouse/core/listing/listing';
import { askForWholeStock } from '@carhouse/database/listing-changes';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/mount.ts';
import { presentListing } from '../listings/present-listing.ts';
import { listSimilar } from './list-similar.ts';
import { presentFacets } from './present-facets.ts';
import { presentSuggestion } from './present-suggestion.ts';
import { rememberBrandNames } from './read-brand-names.ts';
import { searchListings } from './search-listings.ts';

/** Visitors all get the same answer, so caches may keep it for a moment; signed-in people get sellers' addresses. */
const forVisitors = { 'cache-control': 'public, max-age=15', vary: 'cookie, authorization' } as const;
const headersFor = (actor: Actor | null) => (actor === null ? forVisitors : {});

const similarCars = 6;
const suggestions = 8;

export function registerSearchRoutes(app: FastifyInstance, context: Context): void {
  const brandNames = rememberBrandNames(context);
  const present = (listings: readonly ListedCar[], actor: Actor | null) => {
    const view = { withEmail: actor !== null, now: context.now(), minimumParfRules: context.minimumParfRules };
    return listings.map((listing) => presentListing(listing, view));
  };

  mount(
    app,
    wire.searchListings,
  )(async ({ query, actor }) => {
    const found = await searchListings(context, query);
    const body = {
      items: present(found.listings, actor),
      total: found.total,
      next: found.next,
      facets: presentFacets(found, query, query.facets === undefined ? new Map() : await brandNames()),
      corrections: [...found.corrections],
      understood: found.understood === null ? null : presentUnderstanding(found.understood),
    };
    return { status: 200, body, headers: headersFor(actor) };
  });

  mount(
    app,
    wire.suggest,
  )(async ({ query, actor }) => {
    const found = await context.catalogue.ask('suggest', { text: query.q, limit: suggestions });
    const names = await brandNames();
    return { status: 200, body: found.map((each) => presentSuggestion(each, names)), headers: headersFor(actor) };
  });

  mount(
    app,
    wire.similarListings,
  )(async ({ params, query, actor }) => {
    const found = await listSimilar(context, actor, params.id, query.limit ?? similarCars);
    // Nobody writes to a seller from here, so nobody gets his address.
    return { status: 200, body: present(found, null), headers: headersFor(actor) };
  });

  mount(
    app,
    wire.rebuildCatalogue,
  )(async () => {
    await askForWholeStock(context.database);
    return { status: 202, body: { asked: true } };
  });
}

function presentUnderstanding({ rest, pieces }: Understanding): NonNullable<wire.FoundListings['understood']> {
  return { q: rest, filters: pieces.map(({ name, value, typed }) => ({ name, value, typed })) };
}
