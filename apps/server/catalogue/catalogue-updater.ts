import { setTimeout as pause } from 'node:timers/promises';
import { changeRetentionMs } from '@carhouse/database/listings/listing-changes';
import { connectReader } from '@carhouse/database/listings/stock';
import { connectStockReplica } from '@carhouse/database/listings/stock-replica';
import type { Catalogue } from '@carhouse/search/query/catalogue';
import type { Vocabulary } from '@carhouse/search/text/vocabulary';
import type pg from 'pg';
import type { CatalogueState, CatalogueWorkerOptions } from './catalogue-messages.ts';
import { SyncedCatalogue } from './synced-catalogue.ts';

/** Delay in milliseconds after the first database error. The delay doubles with each further error. */
const shortestPauseMs = 250;
/** Maximum delay in milliseconds after a database error. */
const longestPauseMs = 10_000;
/**
 * Maximum number of milliseconds between two polls. After a longer pause, for example because the machine slept, all
 * listings are loaded again, because changes may have been deleted before they were read.
 */
const maxAbsenceMs = changeRetentionMs / 2;
/** Milliseconds after the last question or change for which changes are polled for at the short interval. */
const activePeriodMs = 10_000;

export type CatalogueEventHandlers = {
  state(state: CatalogueState): void;
  /** Called with an error after which the updater retries automatically. The server logs the error. */
  reportFault(error: unknown): void;
};

/**
 * Loads the catalogue of this server node and polls for changes. When the day changes, an admin requests a rebuild, or
 * too many documents are deleted, the updater builds a second catalogue that replaces the first. Polling and loading
 * use one database connection each.
 */
export class CatalogueUpdater {
  readonly #options: CatalogueWorkerOptions;
  readonly #events: CatalogueEventHandlers;
  readonly #endController = new AbortController();
  #syncedCatalogue: SyncedCatalogue | null = null;
  #loading: Promise<void> | null = null;
  #isLoadDue = true;
  #loads = 0;
  #changes = 0;
  #takeDowns = 0;
  #loadFaults = 0;
  #syncedAt = 0;
  /** The time of the last question or change, on the clock of `performance.now()`. */
  #activeAt = 0;
  #lag = 0;
  #today: string;
  #isWoken = false;
  #wakeUp: () => void = () => {};
  #catchUpWaiters: (() => void)[] = [];
  readonly #clients = new Set<pg.Client>();

  constructor(options: CatalogueWorkerOptions, eventHandlers: CatalogueEventHandlers) {
    this.#options = options;
    this.#events = eventHandlers;
    this.#today = options.today;
  }

  /** The current catalogue; null during the first load. */
  get catalogue(): Catalogue | null {
    return this.#syncedCatalogue?.catalogue ?? null;
  }

  /** Display names of brands by API name. */
  get brandNames(): ReadonlyMap<string, string> {
    return this.#syncedCatalogue?.brandNames ?? new Map();
  }

  /** The display names of facet values; null during the first load. */
  get vocabulary(): Vocabulary | null {
    return this.#syncedCatalogue?.readVocabulary() ?? null;
  }

  /** Polls for changes until `end` is called. */
  async run(): Promise<void> {
    let faultCount = 0;
    while (!this.#isEnded) {
      try {
        await this.#withClient(async (client) => {
          while (!this.#isEnded) {
            await this.#poll(client);
            faultCount = 0;
            await this.#sleep();
          }
        });
      } catch (error) {
        if (!this.#isEnded) this.#events.reportFault(error);
        await this.#pauseAfter(++faultCount);
      }
    }
    await this.#loading;
  }

  /** Polls at the short interval from now on, because the catalogue is asked. */
  noteQuestion(): void {
    const wasIdle = !this.#isActive;
    this.#activeAt = performance.now();
    if (wasIdle) this.#wake();
  }

  /** Starts building a new catalogue for a new day, because the depreciation of cars depends on the day. */
  startDay(today: string): void {
    if (today === this.#today) return;
    this.#today = today;
    this.#isLoadDue = true;
    this.#wake();
  }

  /** Resolves when all changes committed before the call are in the catalogue and the catalogue is computed for `today`. */
  catchUp(today: string): Promise<void> {
    this.startDay(today);
    return new Promise((resolve) => {
      this.#catchUpWaiters.push(resolve);
      this.#wake();
    });
  }

  /** Closes the connections, which makes `run` return. */
  async end(): Promise<void> {
    this.#endController.abort();
    this.#wake();
    await Promise.allSettled([...this.#clients].map((client) => client.end()));
  }

  get #isActive(): boolean {
    return performance.now() - this.#activeAt < activePeriodMs;
  }

  get #isEnded(): boolean {
    return this.#endController.signal.aborted;
  }

  /** Polls once for changes. */
  async #poll(client: pg.Client): Promise<void> {
    if (this.#syncedAt > 0 && Date.now() - this.#syncedAt > maxAbsenceMs) this.#isLoadDue = true;
    if (this.#isLoadDue && this.#loading === null) this.#load();
    const syncedCatalogue = this.#syncedCatalogue;
    if (syncedCatalogue === null) {
      await this.#loading;
      return;
    }
    const finishedWaiters = this.#catchUpWaiters.splice(0);
    try {
      const appliedChanges = await syncedCatalogue.applyChanges(client);
      if (appliedChanges.hasAppliedAllChanges || syncedCatalogue.hasTooManyTombstones) this.#isLoadDue = true;
      this.#syncedAt = Date.now();
      this.#changes += appliedChanges.changeCount;
      if (appliedChanges.hasTakenDown) this.#takeDowns += 1;
      if (appliedChanges.changeCount > 0) {
        this.#lag = appliedChanges.oldestChangeAgeSeconds;
        this.#activeAt = performance.now();
      }
      this.#reportState();
    } catch (error) {
      this.#catchUpWaiters.push(...finishedWaiters);
      throw error;
    }
    // Callers of `catchUp` keep waiting while a new catalogue is about to replace the current catalogue.
    const isStillCurrent = !this.#isLoadDue && this.#loading === null && this.#syncedCatalogue === syncedCatalogue;
    if (isStillCurrent && finishedWaiters.length > 0) syncedCatalogue.expireVocabulary();
    if (isStillCurrent) for (const resolve of finishedWaiters) resolve();
    else this.#catchUpWaiters.push(...finishedWaiters);
    if (this.#isLoadDue && this.#loading === null) this.#wake();
  }

  /**
   * Builds a new catalogue while the current catalogue stays in use. The current catalogue is kept up to date and
   * answers questions until it is replaced.
   */
  #load(): void {
    this.#isLoadDue = false;
    const today = this.#today;
    this.#loading = this.#withClient(async (client) => {
      const { minimumParfRules, replicaUrls } = this.#options;
      // After an error, the listings are read from the primary and not from a replica.
      const usableReplicaUrls = this.#loadFaults === 0 ? replicaUrls : [];
      const reportCount = (listingCount: number): void => {
        if (this.#syncedCatalogue === null) this.#reportState(listingCount);
      };
      this.#syncedCatalogue = await SyncedCatalogue.load(client, { minimumParfRules, today }, reportCount, (position) =>
        connectStockReplica(usableReplicaUrls, position, this.#endController.signal),
      );
      this.#syncedAt = Date.now();
      this.#loads += 1;
      this.#loadFaults = 0;
      this.#reportState();
    })
      .catch(async (error: unknown) => {
        this.#isLoadDue = true;
        if (!this.#isEnded) this.#events.reportFault(error);
        await this.#pauseAfter(++this.#loadFaults);
      })
      .finally(() => {
        this.#loading = null;
        this.#wake();
      });
  }

  #reportState(pendingListingCount = 0): void {
    const { catalogue } = this;
    this.#events.state({
      isLoaded: catalogue !== null,
      entries: catalogue?.size ?? 0,
      listingCountToLoad: pendingListingCount,
      bytes: catalogue?.bytes ?? 0,
      loadCount: this.#loads,
      appliedChangeCount: this.#changes,
      takeDownCount: this.#takeDowns,
      syncedAtMs: this.#syncedAt,
      secondsBehindDatabase: this.#lag,
      position: this.#syncedCatalogue?.position ?? 0n,
    });
  }

  async #withClient(runWithClient: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = await connectReader(this.#options.databaseUrl);
    this.#clients.add(client);
    try {
      await runWithClient(client);
    } finally {
      this.#clients.delete(client);
      await client.end().catch(() => {});
    }
  }

  /** Waits until the next poll is due or the updater is woken. */
  async #sleep(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#isActive ? this.#options.pollMs : this.#options.idlePollMs);
        this.#wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isWoken = false;
  }

  #wake(): void {
    this.#isWoken = true;
    this.#wakeUp();
  }

  async #pauseAfter(faultCount: number): Promise<void> {
    const milliseconds = Math.min(shortestPauseMs * 2 ** (faultCount - 1), longestPauseMs);
    await pause(milliseconds, undefined, { signal: this.#endController.signal }).catch(() => {});
  }
}
