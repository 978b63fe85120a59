import * as wire from '@carhouse/contract/search';
import type { Actor } from '@carhouse/core/account/account';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/mount.ts';
import { WrittenJson } from '../http/written-json.ts';
import { createCardWriter } from '../listings/present-cards.ts';
import { listSimilar } from './list-similar.ts';
import { presentFound } from './present-found.ts';
import { presentSuggestion } from './present-suggestion.ts';
import { rememberBrandNames } from './read-brand-names.ts';
import { searchListings } from './search-listings.ts';
import { startRebuild } from './start-rebuild.ts';

/** Visitors all get the same answer, so caches may keep it for a moment; signed-in people get sellers' addresses. */
const forVisitors = { 'cache-control': 'public, max-age=15', vary: 'cookie, authorization' } as const;
const headersFor = (actor: Actor | null) => (actor === null ? forVisitors : {});

const similarCars = 6;
const suggestions = 8;

export function registerSearchRoutes(app: FastifyInstance, context: Context): void {
  const brandNames = rememberBrandNames(context);
  const cards = createCardWriter(context);

  mount(
    app,
    wire.searchListings,
  )(async ({ query, actor }) => {
    if (query.facets !== undefined) context.catalogue.nameBrands(await brandNames());
    const found = await searchListings(context, query);
    // The database and the thread of the catalogue work side by side.
    const written = cards.write(found.ids, actor === null ? 'visitors' : 'people');
    const [items, counts] = await Promise.all([written, found.counts]);
    return { status: 200, body: presentFound(found, counts, items), headers: headersFor(actor) };
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
    const items = await cards.write(found, 'visitors');
    return { status: 200, body: new WrittenJson(`[${items.join(',')}]`), headers: headersFor(actor) };
  });

  mount(
    app,
    wire.rebuildCatalogue,
  )(async ({ actor }) => {
    await startRebuild(context, actor);
    return { status: 202, body: { asked: true } };
  });
}
