import { product } from '@carhouse/contract/listings';
import { type FreshListing, type ListingVersion, readChanged } from '@carhouse/database/listings/found-listings';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';
import { ForEverybody } from '../http/cache/for-everybody.ts';
import { type CacheLimits, ResponseCache } from '../http/cache/response-cache.ts';
import { writerOf } from '../http/routing/serializer.ts';
import { type ListingView, presentListing } from './present-listing.ts';

/** The audience of a card: signed-in users see the sellers' public names, visitors do not. */
export type Audience = 'visitors' | 'people';

/**
 * The cache limits for each audience. Popular listings are serialised only once; about a hundred pages of other listings
 * evict them.
 */
export const cardLimits: CacheLimits = {
  freshFor: Number.POSITIVE_INFINITY,
  keptFor: Number.POSITIVE_INFINITY,
  entries: 40_000,
  bytes: 32 * 1024 * 1024,
};

/** Serialises the cards of a list, each as a `product` of the API contract. */
export type CardWriter = {
  /** @returns the JSON of each listing that is on sale now, in the order of the ids. */
  write(ids: readonly ListingId[], audience: Audience): Promise<readonly string[]>;
};

const writeProduct = writerOf(product);

/** The JSON of a card, which is the same for all users of one audience. */
class Card extends ForEverybody {
  readonly version: ListingVersion;
  readonly json: string;
  readonly size: number;

  private constructor(version: ListingVersion, json: string) {
    super();
    this.version = version;
    this.json = json;
    // Computing its length also flattens the concatenated string in memory.
    this.size = Buffer.byteLength(json);
  }

  static of({ version, listing }: FreshListing, view: ListingView): Card {
    return new Card(version, writeProduct(presentListing(listing, view)));
  }
}

/**
 * Cached JSON is used while the versions of the listing, its seller and its images in the database are unchanged (decision
 * 0029). A listing that is sold, or whose seller is suspended, therefore disappears when that change is committed.
 */
export function createCardWriter(
  context: Pick<Context, 'pool' | 'now' | 'minimumParfRules' | 'metrics'>,
  limits: CacheLimits = cardLimits,
): CardWriter {
  const { pool, minimumParfRules, metrics } = context;
  const caches = { visitors: new ResponseCache<Card>(limits), people: new ResponseCache<Card>(limits) };
  metrics.cache('cards for visitors', caches.visitors);
  metrics.cache('cards for people', caches.people);

  return {
    async write(ids, audience) {
      const now = context.now();
      const cache = caches[audience];
      const view = { withPublicName: audience === 'people', now, minimumParfRules };
      // The card depends on the day, through the remaining years of the COE and the yearly cost.
      const day = singaporeDay(now);
      const known = ids.map((id) => cache.peek(day + id));
      const changed = await readChanged(
        pool,
        ids,
        known.map((card) => card?.version),
      );
      return ids.flatMap((id, place) => {
        const fresh = changed.get(place);
        if (fresh === null) return [];
        if (fresh !== undefined) return [cache.keep(day + id, Card.of(fresh, view)).json];
        const card = known[place];
        if (card === undefined) throw new Error('A car was called known that nobody knew.');
        return [card.json];
      });
    },
  };
}
