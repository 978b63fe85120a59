import { product } from '@carhouse/contract/listings';
import { type ListingVersion, readChanged } from '@carhouse/database/listings/found-listings';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';
import { writerOf } from '../http/routing/serializer.ts';
import { presentListing } from './present-listing.ts';

/** Whom a car is shown to: sellers' addresses are for people who have signed in. */
export type Audience = 'visitors' | 'people';

export type CardLimits = {
  readonly cards: number;
  /** In the memory of the process. */
  readonly bytes: number;
};

/** For each audience. Cars that many searches find are written once; some hundred pages of other ones push them out. */
export const cardLimits: CardLimits = { cards: 40_000, bytes: 32 * 1024 * 1024 };

/** Writes the cars of a list, each as a product of the contract. */
export type CardWriter = {
  /** @returns JSON for each car that is on offer now, in the order of the ids. */
  write(ids: readonly ListingId[], audience: Audience): Promise<readonly string[]>;
};

type Card = { readonly version: ListingVersion; readonly json: string; readonly bytes: number };

const writeProduct = writerOf(product);

/**
 * Keeps what it has written as long as the database says, each time, that nothing behind it has changed: the car, its seller,
 * its pictures (decision 0029). So a car that is sold, or whose seller is suspended, is gone with the transaction that did it.
 */
export function createCardWriter(
  context: Pick<Context, 'pool' | 'now' | 'minimumParfRules'>,
  limits: CardLimits = cardLimits,
): CardWriter {
  const { pool, minimumParfRules } = context;
  let stores = { visitors: createStore(limits), people: createStore(limits) };
  let day = '';

  return {
    async write(ids, audience) {
      const now = context.now();
      // Years of COE left and what a year costs are of a day.
      const today = singaporeDay(now);
      if (today !== day) {
        day = today;
        stores = { visitors: createStore(limits), people: createStore(limits) };
      }
      // The one of this day, also when the next one begins while the database is asked.
      const store = stores[audience];
      const view = { withPublicName: audience === 'people', now, minimumParfRules };
      const known = ids.map((id) => store.get(id));
      const changed = await readChanged(
        pool,
        ids,
        known.map((card) => card?.version),
      );
      return ids.flatMap((id, place) => {
        const fresh = changed.get(place);
        if (fresh === null) return [];
        if (fresh !== undefined) {
          return [store.keep(id, fresh.version, writeProduct(presentListing(fresh.listing, view)))];
        }
        const card = known[place];
        if (card === undefined) throw new Error('A car was called known that nobody knew.');
        return [card.json];
      });
    },
  };
}

/**
 * A bounded memory of cards in two halves: what is asked for moves into the new half, and when that is full the other one is
 * forgotten. So a card costs one look, and what was not shown for longest goes.
 */
function createStore(limits: CardLimits) {
  let recent = new Map<ListingId, Card>();
  let older = new Map<ListingId, Card>();
  let bytes = 0;

  function put(id: ListingId, card: Card): void {
    bytes += card.bytes - (recent.get(id)?.bytes ?? 0);
    recent.set(id, card);
    if (recent.size * 2 < limits.cards && bytes * 2 < limits.bytes) return;
    older = recent;
    recent = new Map();
    bytes = 0;
  }

  return {
    get(id: ListingId): Card | undefined {
      const card = recent.get(id);
      if (card !== undefined) return card;
      const old = older.get(id);
      if (old !== undefined) put(id, old);
      return old;
    },
    /** @returns the card. */
    keep(id: ListingId, version: ListingVersion, json: string): string {
      // Measuring it also makes it one text of what the writer leaves in pieces.
      put(id, { version, json, bytes: Buffer.byteLength(json) });
      return json;
    },
  };
}
