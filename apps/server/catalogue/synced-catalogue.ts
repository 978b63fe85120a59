import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { WalPosition } from '@carhouse/database/connection/wal-position';
import {
  type ChangeCursor,
  readBrandNames,
  readChanges,
  readStock,
  readStockPosition,
  streamStock,
} from '@carhouse/database/listings/stock';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { Catalogue } from '@carhouse/search/query/catalogue';
import { TextIndex } from '@carhouse/search/text/text-index';
import { namedFacets, Vocabulary } from '@carhouse/search/text/vocabulary';
import type pg from 'pg';
import { type DepreciationInputs, makeEntry } from './make-entry.ts';

/** Number of listings that are read from the database in one batch; questions are answered between two batches. */
const rowsPerSlice = 200;
/**
 * Maximum number of units of index maintenance between two questions. This number of units takes less than a
 * millisecond.
 */
const maintenanceStepBudget = 100_000;
/**
 * Maximum time for index maintenance between two polls, in milliseconds. Remaining maintenance is done after the next
 * poll.
 */
const maintenanceLimitMs = 100;
/**
 * Maximum ratio of documents that are marked as deleted to all documents. Above this ratio a new catalogue is built.
 */
const maxTombstoneRatio = 0.5;
/** Maximum age of the cached vocabulary (facet values with their counts), in milliseconds. */
const vocabularyMaxAgeMs = 1_000;
/** Minimum number of documents in a catalogue that is rebuilt because many of its documents are deleted. */
const minSizeForRebuild = 10_000;

export type AppliedChanges = {
  /** Whether all changes up to this poll are applied. When a change was missed, all listings must be read again. */
  readonly hasAppliedAllChanges: boolean;
  /** Whether an admin removed a listing or a seller, as in `Changes` of packages/database/listings/stock.ts. */
  readonly hasTakenDown: boolean;
  readonly changeCount: number;
  /** Age of the oldest applied change in seconds. */
  readonly oldestChangeAgeSeconds: number;
};

/** Connects to a replica that has replayed the position; null when there is none. */
export type ReplicaConnector = (position: WalPosition) => Promise<pg.Client | null>;

/** A catalogue, with the cursor of the last change that was applied to it. */
export class SyncedCatalogue {
  readonly catalogue: Catalogue;
  readonly #terms: DepreciationInputs;
  readonly #vocabulary = new Vocabulary();
  #vocabularyAt = Number.NEGATIVE_INFINITY;
  #isVocabularyStale = true;
  #brandNames: ReadonlyMap<string, string> = new Map();
  #cursor: ChangeCursor;
  #position: WalPosition = 0n;

  private constructor(catalogue: Catalogue, depreciationInputs: DepreciationInputs, cursor: ChangeCursor) {
    this.catalogue = catalogue;
    this.#terms = depreciationInputs;
    this.#cursor = cursor;
  }

  /**
   * Reads all listings on sale from a replica, or from the primary, and applies the changes that were made during the
   * load. `onListingCount` is called with the approximate number of listings.
   */
  static async load(
    client: pg.Client,
    depreciationInputs: DepreciationInputs,
    onListingCount: (count: number) => void,
    connectReplica: ReplicaConnector = async () => null,
  ): Promise<SyncedCatalogue> {
    const { cursor, position } = await readStockPosition(client);
    const readAll = async (source: pg.Client): Promise<Catalogue> => {
      let catalogue = new Catalogue({ text: new TextIndex() });
      await streamStock(source, (count) => {
        onListingCount(count);
        catalogue = new Catalogue({ text: new TextIndex(), capacity: Math.ceil(count * 1.05) + 1_024 });
        return (row) => catalogue.put(makeEntry(row, depreciationInputs));
      });
      return catalogue;
    };
    const replica = await connectReplica(position);
    // A replica cancels a long read when the replay of changes needs the rows that are being read. In this case the
    // listings are read from the primary.
    const replicaCatalogue = replica === null ? null : await readAll(replica).catch(() => null);
    await replica?.end().catch(() => {});
    const catalogue = replicaCatalogue ?? (await readAll(client));
    const newCatalogue = new SyncedCatalogue(catalogue, depreciationInputs, cursor);
    newCatalogue.#brandNames = await readBrandNames(client);
    await newCatalogue.applyChanges(client);
    while (catalogue.maintain(maintenanceStepBudget)) await yieldToEvents();
    // The vocabulary is built now, so that the first suggestion is not delayed.
    newCatalogue.readVocabulary();
    return newCatalogue;
  }

  /** Does pending maintenance of the index in short units, so that questions are not delayed. */
  async #maintain(): Promise<void> {
    const maintenanceEndMs = performance.now() + maintenanceLimitMs;
    while (this.catalogue.maintain(maintenanceStepBudget) && performance.now() < maintenanceEndMs)
      await yieldToEvents();
  }

  /** The names of facet values, with counts that are at most one second old. */
  readVocabulary(): Vocabulary {
    const now = performance.now();
    if (this.#isVocabularyStale && now - this.#vocabularyAt > vocabularyMaxAgeMs) {
      this.#vocabulary.updateCounts(
        Object.fromEntries(namedFacets.map((facet) => [facet, this.catalogue.listValues(facet)])),
      );
      this.#isVocabularyStale = false;
      this.#vocabularyAt = now;
    }
    return this.#vocabulary;
  }

  /** Display names of all brands that have been on sale, by API name. */
  get brandNames(): ReadonlyMap<string, string> {
    return this.#brandNames;
  }

  /** A position in the write-ahead log after all applied changes. */
  get position(): WalPosition {
    return this.#position;
  }

  /** Drops the cached counts of facet values, so that the next question gets current counts. */
  expireVocabulary(): void {
    this.#vocabularyAt = Number.NEGATIVE_INFINITY;
  }

  /** Whether a new catalogue should be built, because many documents are deleted. */
  get hasTooManyTombstones(): boolean {
    return this.catalogue.size > minSizeForRebuild && this.catalogue.tombstoneRatio > maxTombstoneRatio;
  }

  /** Applies the changes that were committed since the last call. */
  async applyChanges(client: pg.Client): Promise<AppliedChanges> {
    const changeBatch = await readChanges(client, this.#cursor);
    for (let sliceStartIndex = 0; sliceStartIndex < changeBatch.ids.length; sliceStartIndex += rowsPerSlice) {
      const ids = changeBatch.ids.slice(sliceStartIndex, sliceStartIndex + rowsPerSlice);
      const removedIds = new Set(ids);
      const entries = (await readStock(client, ids)).map((row) => makeEntry(row, this.#terms));
      if (entries.some(({ brand }) => !this.#brandNames.has(brand))) this.#brandNames = await readBrandNames(client);
      for (const entry of entries) {
        removedIds.delete(entry.id);
        this.catalogue.put(entry);
      }
      for (const id of removedIds) this.catalogue.remove(id as ListingId);
    }
    // The cursor is saved last: after an error the same changes are applied again, which is harmless.
    this.#cursor = changeBatch.cursor;
    this.#position = changeBatch.position;
    if (changeBatch.count > 0) this.#isVocabularyStale = true;
    await this.#maintain();
    const {
      mustReadEverything: hasAppliedAllChanges,
      takenDown: hasTakenDown,
      count,
      age: oldestChangeAgeSeconds,
    } = changeBatch;
    return { hasAppliedAllChanges, hasTakenDown, changeCount: count, oldestChangeAgeSeconds };
  }
}
