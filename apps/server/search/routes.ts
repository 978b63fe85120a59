import type { CallAnswer, CallInput } from '@carhouse/contract/call';
import * as api from '@carhouse/contract/search';
import { foundListings } from '@carhouse/contract/search';
import { type Suggestion, suggest } from '@carhouse/contract/suggest';
import type { Actor } from '@carhouse/domain/account/account';
import type { Suggestion as Suggested } from '@carhouse/search/query/suggest';
import type { FastifyInstance } from 'fastify';
import type { PageCounts } from '../catalogue/catalogue-messages.ts';
import type { Context } from '../context.ts';
import { WrittenJson } from '../http/cache/written-json.ts';
import { mount } from '../http/routing/mount.ts';
import { makeJsonWriter } from '../http/routing/serializer.ts';
import type { CardWriter } from '../listings/present-cards.ts';
import type { NearestListings } from './find-nearest.ts';
import { listSimilar } from './list-similar.ts';
import type { CompletedUnderstanding } from './read-query.ts';
import { type FoundListings, searchListings } from './search-listings.ts';
import { startRebuild } from './start-rebuild.ts';

const similarCarCount = 6;
const suggestionCount = 8;

export function registerSearchRoutes(app: FastifyInstance, context: Context, cardWriter: CardWriter): void {
  async function search(query: CallInput<typeof api.searchListings>['query'], view: 'visitors' | 'people') {
    const searchResult = await searchListings(context, query);
    // The database and the catalogue's thread work in parallel.
    const [writtenCards, writtenNearestCards, counts] = await Promise.all([
      cardWriter.writeCards(searchResult.ids, view),
      cardWriter.writeCards(searchResult.nearestListings?.ids ?? [], view),
      searchResult.countsPromise,
    ]);
    return {
      status: 200 as const,
      body: presentFoundListings(searchResult, counts, writtenCards, writtenNearestCards),
    };
  }

  async function readSimilarCars(actor: Actor | null, id: string, limit = similarCarCount) {
    const similarListings = await listSimilar(context, actor, id, limit);
    // Similar listings never contain a seller's public name, so their cards are those for visitors.
    const items = await cardWriter.writeCards(similarListings, 'visitors');
    const body = new WrittenJson<CallAnswer<typeof api.similarListings>>(`[${items.join(',')}]`);
    return { status: 200 as const, body };
  }

  mount(app, api.searchListings, {
    publicHandler: ({ query }) => search(query, 'visitors'),
    credentialHandler: ({ query, actor }) => search(query, actor === null ? 'visitors' : 'people'),
  });

  mount(app, suggest, {
    publicHandler: async ({ query }) => {
      const suggestions = await context.catalogue.ask('suggest', { text: query.q, limit: suggestionCount });
      return { status: 200, body: suggestions.map(presentSuggestion) };
    },
  });

  mount(app, api.similarListings, {
    publicHandler: ({ params, query }) => readSimilarCars(null, params.id, query.limit),
    credentialHandler: ({ params, query, actor }) => readSimilarCars(actor, params.id, query.limit),
  });

  mount(app, api.rebuildCatalogue, async ({ actor }) => {
    await startRebuild(context, actor);
    return { status: 202, body: { asked: true } };
  });
}

const { corrections, understood } = foundListings.shape;
const { without, absent, like, beyond, prefer, ways } = foundListings.shape.nearest._zod.def.innerType.shape;
const writeOmittedFiltersJson = makeJsonWriter(without);
const writeFiltersWithoutCarsJson = makeJsonWriter(absent);
const writeUnmetFiltersJson = makeJsonWriter(beyond);
const writePreferredPhrases = makeJsonWriter(prefer);
const writeSimilarityFiltersJson = makeJsonWriter(like);
const writeNearestWays = makeJsonWriter(ways);
const writeCorrections = makeJsonWriter(corrections);
const writeUnderstood = makeJsonWriter(understood);

/**
 * Returns the JSON of a page of a search, from parts that are already serialised.
 *
 * @param items JSON of each listing
 * @param nearestCards JSON of each of the nearest listings
 */
export function presentFoundListings(
  searchAnswer: Omit<FoundListings, 'ids' | 'countsPromise'>,
  counts: PageCounts,
  items: readonly string[],
  nearestCards: readonly string[],
): WrittenJson<(typeof foundListings)['_zod']['input']> {
  const jsonParts = [
    `"items":[${items.join(',')}]`,
    `"total":${counts.total}`,
    `"next":${JSON.stringify(searchAnswer.next)}`,
    `"facets":${counts.facetsJson}`,
    `"corrections":${writeCorrections([...searchAnswer.corrections])}`,
    `"partial":${searchAnswer.isPartial}`,
    `"understood":${writeUnderstood(searchAnswer.understanding === null ? null : presentUnderstanding(searchAnswer.understanding))}`,
    `"nearest":${writeNearest(searchAnswer.nearestListings, nearestCards)}`,
  ];
  return new WrittenJson(`{${jsonParts.join(',')}}`);
}

function writeNearest(nearestListings: NearestListings | null, items: readonly string[]): string {
  if (nearestListings === null) return 'null';
  const jsonParts = [
    `"without":${writeOmittedFiltersJson([...nearestListings.leftOutParameters])}`,
    `"absent":${writeFiltersWithoutCarsJson([...nearestListings.absentParameters])}`,
    `"like":${writeSimilarityFiltersJson(nearestListings.similarityFilters.map(({ name, value }) => ({ name, value })))}`,
    `"likeTotal":${nearestListings.likeTotal}`,
    `"beyond":${writeUnmetFiltersJson([...nearestListings.unmetParameters])}`,
    `"order":${JSON.stringify(nearestListings.order)}`,
    `"prefer":${writePreferredPhrases([...nearestListings.prefer])}`,
    `"areMidPriced":${nearestListings.areMidPriced}`,
    `"closest":${JSON.stringify(nearestListings.closestValue)}`,
    `"total":${nearestListings.total}`,
    `"items":[${items.join(',')}]`,
    `"ways":${writeNearestWays(nearestListings.ways.map((removal) => ({ ...removal, without: [...removal.without] })))}`,
  ];
  return `{${jsonParts.join(',')}}`;
}

function presentUnderstanding({
  remainingText,
  filters,
  unusedTexts,
  preferredPhrases,
  preferredOnly,
  notes,
}: CompletedUnderstanding) {
  return {
    q: remainingText,
    filters: filters.map(({ name, value, typed }) => ({ name, value, typed })),
    dropped: [...unusedTexts],
    preferred: [...preferredPhrases],
    preferredOnly,
    notes: [...notes],
  };
}

/** Presents a suggestion in the fields of the API, with the filters that it applies. */
function presentSuggestion({ kind, value, text, count }: Suggested): Suggestion {
  if (kind === 'brand') return { kind, text, brand: value, count };
  if (kind === 'model') return { kind, text, brand: value.slice(0, value.indexOf('/')), model: value, count };
  if (kind === 'word') return { kind, text, q: value, count };
  return { kind, text, location: value, count };
}
