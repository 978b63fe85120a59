import { product } from '@carhouse/contract/listings';
import type { ListingId } from '@carhouse/core/listing/listing';
import { singaporeDay } from '@carhouse/core/text/singapore-day';
import { type ListingVersion, readFound } from '@carhouse/database/found-listings';
import type { Context } from '../context.ts';
import { writerOf } from '../http/serializer.ts';
import { presentListing } from './present-listing.ts';

/** Whom a car is shown to: sellers' addresses are for people who have signed in. */
export type Audience = 'visitors' | 'people';

export type CardLimits = {
  readonly cards: number;
  /** In the memory of the process. */
  readonly bytes: number;
};

/** Cars that many searches find are written once; a hundred pages of other ones push them out. */
export const cardLimits: CardLimits = { cards: 40_000, bytes: 48 * 1024 * 1024 };

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
  /** The one that was shown longest ago stands first. */
  const cards = new Map<string, Card>();
  let held = 0;
  let day = '';

  function keep(key: string, card: Card): void {
    remove(key);
    cards.set(key, card);
    held += card.bytes;
    for (const oldest of cards.keys()) {
      if (cards.size <= limits.cards && held <= limits.bytes) break;
      remove(oldest);
    }
  }

  function remove(key: string): void {
    held -= cards.get(key)?.bytes ?? 0;
    cards.delete(key);
  }

  return {
    async write(ids, audience) {
      const now = context.now();
      // Years of COE left and what a year costs are of a day.
      const today = singaporeDay(now);
      if (today !== day) {
        day = today;
        cards.clear();
        held = 0;
      }
      const keyOf = (id: ListingId): string => `${audience} ${id}`;
      const known = new Map(ids.map((id) => [id, cards.get(keyOf(id))]));
      const view = { withEmail: audience === 'people', now, minimumParfRules };
      const found = await readFound(pool, ids, (id) => known.get(id)?.version);
      return found.map(({ id, fresh }) => {
        if (fresh === null) return shown(keyOf(id), known.get(id));
        const json = writeProduct(presentListing(fresh.listing, view));
        // Measuring it also makes it one text of what the writer leaves in pieces.
        const card = { version: fresh.version, json, bytes: Buffer.byteLength(json) };
        if (today === day) keep(keyOf(id), card);
        return json;
      });
    },
  };

  /** A car whose version the database has just confirmed. */
  function shown(key: string, card: Card | undefined): string {
    if (card === undefined) throw new Error('A car was called known that nobody knew.');
    if (cards.get(key) === card) {
      cards.delete(key);
      cards.set(key, card);
    }
    return card.json;
  }
}
