import { setImmediate as othersTurn } from 'node:timers/promises';
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
const upkeep = 100_000;
/** Milliseconds of upkeep between two looks at what has changed; what is left waits for the next one. */
const upkeepTime = 100;
/** A catalogue of which this part stands for cars that went or changed is built anew. */
const wornAtMost = 0.5;
/** Milliseconds for which the names of brands, models and places are good, while cars come and go. */
const vocabularyKept = 1_000;
/** Below this many cars it does not matter. */
const wornFrom = 10_000;

export type Followed = {
  /** All changes until this look are in, unless the whole stock has to be read. */
  readonly everything: boolean;
  readonly count: number;
  /** Seconds. */
  readonly age: number;
};

/** A catalogue and where its knowledge of the stock ends. */
export class FollowedCatalogue {
  readonly catalogue: Catalogue;
  readonly #terms: DepreciationTerms;
  readonly #vocabulary = new Vocabulary();
  #vocabularyAt = Number.NEGATIVE_INFINITY;
  #isVocabularyOld = true;
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
  ): Promise<FollowedCatalogue> {
    let catalogue = new Catalogue({ text: new TextIndex() });
    const cursor = await streamStock(client, (count) => {
      begin(count);
      catalogue = new Catalogue({ text: new TextIndex(), capacity: Math.ceil(count * 1.05) + 1_024 });
      return (row) => catalogue.put(makeEntry(row, terms));
    });
    const followed = new FollowedCatalogue(catalogue, terms, cursor);
    await followed.follow(client);
    while (catalogue.maintain(upkeep)) await othersTurn();
    // Now, so that the first suggestion does not wait for it.
    followed.vocabulary();
    return followed;
  }

  /** Puts things in order behind the changes, without making questions wait. */
  async #keepUp(): Promise<void> {
    const end = performance.now() + upkeepTime;
    while (this.catalogue.maintain(upkeep) && performance.now() < end) await othersTurn();
  }

  /** What the cars are called, with their counts of a moment ago. */
  vocabulary(): Vocabulary {
    const now = performance.now();
    if (this.#isVocabularyOld && now - this.#vocabularyAt > vocabularyKept) {
      this.#vocabulary.update(Object.fromEntries(namedFacets.map((facet) => [facet, this.catalogue.valuesOf(facet)])));
      this.#isVocabularyOld = false;
      this.#vocabularyAt = now;
    }
    return this.#vocabulary;
  }

  /** The next question is answered with the counts of now. */
  forgetVocabulary(): void {
    this.#vocabularyAt = Number.NEGATIVE_INFINITY;
  }

  /** So many cars went or changed since it was loaded that it should be built anew. */
  get isWorn(): boolean {
    return this.catalogue.size > wornFrom && this.catalogue.worn > wornAtMost;
  }

  /** Takes in what was committed since the last time. */
  async follow(client: pg.Client): Promise<Followed> {
    const changes = await readChanges(client, this.#cursor);
    for (let from = 0; from < changes.ids.length; from += slice) {
      const ids = changes.ids.slice(from, from + slice);
      const gone = new Set(ids);
      for (const row of await readStock(client, ids)) {
        const entry = makeEntry(row, this.#terms);
        gone.delete(entry.id);
        this.catalogue.put(entry);
      }
      for (const id of gone) this.catalogue.remove(id as ListingId);
    }
    // Only now: what failed halfway is read again, and reading it twice does no harm.
    this.#cursor = changes.cursor;
    if (changes.count > 0) this.#isVocabularyOld = true;
    await this.#keepUp();
    return { everything: changes.everything, count: changes.count, age: changes.age };
  }
}
