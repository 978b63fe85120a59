import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { type ChangeCursor, readChanges, readStock, streamStock } from '@carhouse/database/listings/stock';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { Catalogue } from '@carhouse/search/query/catalogue';
import { TextIndex } from '@carhouse/search/text/text-index';
import { namedFacets, Vocabulary } from '@carhouse/search/text/vocabulary';
import type pg from 'pg';
import { type DepreciationTerms, makeEntry } from './make-entry.ts';

/** Cars that are read at a time; between two of them questions are answered. */
const slice = 200;
/** Units of the catalogue's upkeep that are done in one go, between two questions: less than a millisecond. */
const maintenanceBudget = 100_000;
/** Milliseconds of upkeep between two looks at what has changed; what is left waits for the next one. */
const maintenanceMs = 100;
/** A catalogue of which this part stands for cars that went or changed is built anew. */
const maxTombstoneRatio = 0.5;
/** Milliseconds for which the names of brands, models and places are good, while cars come and go. */
const vocabularyMaxAgeMs = 1_000;
/** Below this many cars it does not matter. */
const minSizeForReload = 10_000;

export type AppliedChanges = {
  /** All changes until this look are in, unless the whole stock has to be read. */
  readonly everything: boolean;
  readonly count: number;
  /** Seconds. */
  readonly age: number;
};

/** A catalogue and where its knowledge of the stock ends. */
export class SyncedCatalogue {
  readonly catalogue: Catalogue;
  readonly #terms: DepreciationTerms;
  readonly #vocabulary = new Vocabulary();
  #vocabularyAt = Number.NEGATIVE_INFINITY;
  #isVocabularyStale = true;
  #cursor: ChangeCursor;

  private constructor(catalogue: Catalogue, terms: DepreciationTerms, cursor: ChangeCursor) {
    this.catalogue = catalogue;
    this.#terms = terms;
    this.#cursor = cursor;
  }

  /** Reads all cars on offer, and what changed while they were read. `begin` is told about how many there are. */
  static async load(
    client: pg.Client,
    terms: DepreciationTerms,
    begin: (count: number) => void,
  ): Promise<SyncedCatalogue> {
    let catalogue = new Catalogue({ text: new TextIndex() });
    const cursor = await streamStock(client, (count) => {
      begin(count);
      catalogue = new Catalogue({ text: new TextIndex(), capacity: Math.ceil(count * 1.05) + 1_024 });
      return (row) => catalogue.put(makeEntry(row, terms));
    });
    const synced = new SyncedCatalogue(catalogue, terms, cursor);
    await synced.applyChanges(client);
    while (catalogue.maintain(maintenanceBudget)) await yieldToEvents();
    // Now, so that the first suggestion does not wait for it.
    synced.vocabulary();
    return synced;
  }

  /** Puts things in order behind the changes, without making questions wait. */
  async #maintain(): Promise<void> {
    const end = performance.now() + maintenanceMs;
    while (this.catalogue.maintain(maintenanceBudget) && performance.now() < end) await yieldToEvents();
  }

  /** What the cars are called, with their counts of a moment ago. */
  vocabulary(): Vocabulary {
    const now = performance.now();
    if (this.#isVocabularyStale && now - this.#vocabularyAt > vocabularyMaxAgeMs) {
      this.#vocabulary.update(Object.fromEntries(namedFacets.map((facet) => [facet, this.catalogue.valuesOf(facet)])));
      this.#isVocabularyStale = false;
      this.#vocabularyAt = now;
    }
    return this.#vocabulary;
  }

  /** The next question is answered with the counts of now. */
  expireVocabulary(): void {
    this.#vocabularyAt = Number.NEGATIVE_INFINITY;
  }

  /** So many cars went or changed since it was loaded that it should be built anew. */
  get hasTooManyTombstones(): boolean {
    return this.catalogue.size > minSizeForReload && this.catalogue.tombstoneRatio > maxTombstoneRatio;
  }

  /** Takes in what was committed since the last time. */
  async applyChanges(client: pg.Client): Promise<AppliedChanges> {
    const changes = await readChanges(client, this.#cursor);
    for (let from = 0; from < changes.ids.length; from += slice) {
      const ids = changes.ids.slice(from, from + slice);
      const removed = new Set(ids);
      for (const row of await readStock(client, ids)) {
        const entry = makeEntry(row, this.#terms);
        removed.delete(entry.id);
        this.catalogue.put(entry);
      }
      for (const id of removed) this.catalogue.remove(id as ListingId);
    }
    // Only now: what failed halfway is read again, and reading it twice does no harm.
    this.#cursor = changes.cursor;
    if (changes.count > 0) this.#isVocabularyStale = true;
    await this.#maintain();
    return { everything: changes.everything, count: changes.count, age: changes.age };
  }
}
