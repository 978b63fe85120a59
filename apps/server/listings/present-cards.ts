import { product } from '@carhouse/contract/listings';
import type { ListedVersion } from '@carhouse/database/listings/brand-listings';
import {
  type FreshListing,
  type ListingVersion,
  readChangedListings,
} from '@carhouse/database/listings/found-listings';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type pg from 'pg';
import type { Context } from '../context.ts';
import { type CacheLimits, ResponseCache } from '../http/cache/response-cache.ts';
import { SharedValue } from '../http/cache/shared-value.ts';
import { makeJsonWriter } from '../http/routing/serializer.ts';
import { type ListingView, presentListing } from './present-listing.ts';

/** The audience of a card: signed-in users (`people`) see the sellers' public names, and visitors do not. */
export type CardAudience = 'visitors' | 'people';

/** The cache limits for each audience. The cache holds the cards of about a hundred pages of a list. */
export const cardLimits: CacheLimits = {
  freshForMs: Number.POSITIVE_INFINITY,
  expiresAfterMs: Number.POSITIVE_INFINITY,
  entries: 40_000,
  bytes: 32 * 1024 * 1024,
};

/** Serialises the cards of a list, each as a `product` of the API contract. */
export type CardWriter = {
  /** @returns the JSON of each listing that is on sale now, in the order of the ids. */
  writeCards(ids: readonly ListingId[], audience: CardAudience): Promise<readonly string[]>;
  /**
   * Writes the cards of listings whose current versions the caller has read, so that only cards that are not cached are
   * read.
   * @param pool the connections from which the versions were read.
   * @returns the JSON of each listing that is still on sale, in the order of `listedVersions`.
   */
  writeListed(
    pool: pg.Pool,
    listedVersions: readonly ListedVersion[],
    audience: CardAudience,
  ): Promise<readonly string[]>;
};

const writeProduct = makeJsonWriter(product);

/** The JSON of a card, which is the same for all users of one audience. */
class CachedCard extends SharedValue {
  readonly version: ListingVersion;
  readonly json: string;
  readonly size: number;

  private constructor(version: ListingVersion, json: string) {
    super();
    this.version = version;
    this.json = json;
    // `Buffer.byteLength` also flattens the concatenated string in memory.
    this.size = Buffer.byteLength(json);
  }

  static create({ version, listing }: FreshListing, view: ListingView): CachedCard {
    return new CachedCard(version, writeProduct(presentListing(listing, view)));
  }
}

/**
 * Creates a writer that caches the JSON of cards. A cached card is used while the versions of its listing, seller and
 * images in the database are unchanged (decision 0029). A listing that was sold, or whose seller was suspended, is
 * therefore omitted as soon as the change is committed and, when a replica is read, replayed there.
 */
export function createCardWriter(
  context: Pick<Context, 'readDatabase' | 'now' | 'minimumParfRules' | 'metrics'>,
  limits: CacheLimits = cardLimits,
): CardWriter {
  const { readDatabase, minimumParfRules, metrics } = context;
  const caches = { visitors: new ResponseCache<CachedCard>(limits), people: new ResponseCache<CachedCard>(limits) };
  metrics.registerCache('cards for visitors', caches.visitors);
  metrics.registerCache('cards for people', caches.people);

  function openAudienceCache(audience: CardAudience) {
    const now = context.now();
    const cache = caches[audience];
    // The remaining years of the COE and the yearly cost depend on the day, so a card is valid only on its day.
    const day = toSingaporeDay(now);
    const view = { withPublicName: audience === 'people', now, minimumParfRules };
    return {
      find: (id: ListingId) => cache.getIfFresh(day + id),
      keep: (listing: FreshListing) => cache.keep(day + listing.listing.id, CachedCard.create(listing, view)).json,
    };
  }

  return {
    async writeCards(ids, audience) {
      const { find, keep } = openAudienceCache(audience);
      const cachedCards = ids.map(find);
      const knownVersions = cachedCards.map((card) => card?.version);
      const changedListings = await readDatabase.read(({ pool }) => readChangedListings(pool, ids, knownVersions));
      return ids.flatMap((_id, index) => {
        const changedListing = changedListings.get(index);
        if (changedListing === null) return [];
        if (changedListing !== undefined) return [keep(changedListing)];
        const card = cachedCards[index];
        if (card === undefined) throw new Error('A car was called known that nobody knew.');
        return [card.json];
      });
    },

    async writeListed(pool, listedVersions, audience) {
      const { find, keep } = openAudienceCache(audience);
      const cachedJsons = listedVersions.map(({ id, version }) => {
        const card = find(id);
        return card !== undefined && isSameVersion(card.version, version) ? card.json : undefined;
      });
      const uncachedIds = listedVersions.flatMap(({ id }, index) => (cachedJsons[index] === undefined ? [id] : []));
      const changedListings = await readChangedListings(pool, uncachedIds);
      const newCardEntries = [...changedListings.values()].flatMap((listing) =>
        listing === null ? [] : [[listing.listing.id, keep(listing)] as const],
      );
      const newCardsById = new Map(newCardEntries);
      return listedVersions.flatMap(({ id }, index) => cachedJsons[index] ?? newCardsById.get(id) ?? []);
    },
  };
}

function isSameVersion(firstVersion: ListingVersion, secondVersion: ListingVersion): boolean {
  return (
    firstVersion.listing === secondVersion.listing &&
    firstVersion.seller === secondVersion.seller &&
    firstVersion.images === secondVersion.images
  );
}
