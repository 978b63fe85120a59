import { setTimeout as pause } from 'node:timers/promises';
import { changesKeptMs } from '@carhouse/database/listings/listing-changes';
import { connectReader } from '@carhouse/database/listings/stock';
import type { Catalogue } from '@carhouse/search/query/catalogue';
import type { Vocabulary } from '@carhouse/search/text/vocabulary';
import type pg from 'pg';
import type { CatalogueStart, CatalogueState } from './catalogue-messages.ts';
import { FollowedCatalogue } from './followed-catalogue.ts';

/** Milliseconds before the database is asked again after a fault; twice as long after each further one. */
const shortestPause = 250;
const longestPause = 10_000;
/** Who has not looked for this long may have missed changes that are forgotten now: a machine that slept. */
const longestAbsence = changesKeptMs / 2;

export type Tell = {
  state(state: CatalogueState): void;
  /** It goes on by itself; somebody should know. */
  fault(error: unknown): void;
};

/**
 * Keeps the catalogue of this node: loads it, looks again and again at what has changed, and builds a new one beside it when
 * the day changes or somebody asks for it. Has a connection of its own for each of the two.
 */
export class CatalogueKeeper {
  readonly #start: CatalogueStart;
  readonly #tell: Tell;
  readonly #ending = new AbortController();
  #followed: FollowedCatalogue | null = null;
  #loading: Promise<void> | null = null;
  #loadWanted = true;
  #loads = 0;
  #loadFaults = 0;
  #followedAt = 0;
  #lag = 0;
  #today: string;
  #isAwake = false;
  #wakeUp: () => void = () => {};
  #waiting: (() => void)[] = [];
  readonly #clients = new Set<pg.Client>();

  constructor(start: CatalogueStart, tell: Tell) {
    this.#start = start;
    this.#tell = tell;
    this.#today = start.today;
  }

  /** Null while it is loading for the first time. */
  get catalogue(): Catalogue | null {
    return this.#followed?.catalogue ?? null;
  }

  /** What the cars are called; null as well. */
  get vocabulary(): Vocabulary | null {
    return this.#followed?.vocabulary() ?? null;
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    let faults = 0;
    while (!this.#ended) {
      try {
        await this.#withClient(async (client) => {
          while (!this.#ended) {
            await this.#look(client);
            faults = 0;
            await this.#sleep();
          }
        });
      } catch (error) {
        if (!this.#ended) this.#tell.fault(error);
        await this.#pauseAfter(++faults);
      }
    }
    await this.#loading;
  }

  /** What a car costs a year depends on the day: a catalogue of another day is built anew. */
  beginDay(today: string): void {
    if (today === this.#today) return;
    this.#today = today;
    this.#loadWanted = true;
    this.#wake();
  }

  /** Resolves when everything that is committed now is in the catalogue, which is of this day. */
  catchUp(today: string): Promise<void> {
    this.beginDay(today);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#wake();
    });
  }

  /** Lets go of the database; `run` returns. */
  async end(): Promise<void> {
    this.#ending.abort();
    this.#wake();
    await Promise.allSettled([...this.#clients].map((client) => client.end()));
  }

  get #ended(): boolean {
    return this.#ending.signal.aborted;
  }

  /** One look at what has changed. */
  async #look(client: pg.Client): Promise<void> {
    if (this.#followedAt > 0 && Date.now() - this.#followedAt > longestAbsence) this.#loadWanted = true;
    if (this.#loadWanted && this.#loading === null) this.#load();
    const followed = this.#followed;
    if (followed === null) {
      await this.#loading;
      return;
    }
    const waiting = this.#waiting.splice(0);
    try {
      const changes = await followed.follow(client);
      if (changes.everything || followed.isWorn) this.#loadWanted = true;
      this.#followedAt = Date.now();
      if (changes.count > 0) this.#lag = changes.age;
      this.#tellState();
    } catch (error) {
      this.#waiting.push(...waiting);
      throw error;
    }
    // A catalogue that is about to be replaced answers nobody's wish to be up to date.
    const isLast = !this.#loadWanted && this.#loading === null && this.#followed === followed;
    if (isLast && waiting.length > 0) followed.forgetVocabulary();
    if (isLast) for (const resolve of waiting) resolve();
    else this.#waiting.push(...waiting);
    if (this.#loadWanted && this.#loading === null) this.#wake();
  }

  /** Builds a catalogue beside the present one, which goes on being followed and answers until the new one takes its place. */
  #load(): void {
    this.#loadWanted = false;
    const today = this.#today;
    this.#loading = this.#withClient(async (client) => {
      const { minimumParfRules } = this.#start;
      this.#followed = await FollowedCatalogue.load(client, { minimumParfRules, today }, (count) => {
        if (this.#followed === null) this.#tellState(count);
      });
      this.#followedAt = Date.now();
      this.#loads += 1;
      this.#loadFaults = 0;
      this.#tellState();
    })
      .catch(async (error: unknown) => {
        this.#loadWanted = true;
        if (!this.#ended) this.#tell.fault(error);
        await this.#pauseAfter(++this.#loadFaults);
      })
      .finally(() => {
        this.#loading = null;
        this.#wake();
      });
  }

  #tellState(reading = 0): void {
    const { catalogue } = this;
    this.#tell.state({
      loaded: catalogue !== null,
      entries: catalogue?.size ?? 0,
      reading,
      bytes: catalogue?.bytes ?? 0,
      loads: this.#loads,
      followedAt: this.#followedAt,
      lag: this.#lag,
    });
  }

  async #withClient(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = await connectReader(this.#start.databaseUrl);
    this.#clients.add(client);
    try {
      await work(client);
    } finally {
      this.#clients.delete(client);
      await client.end().catch(() => {});
    }
  }

  /** Until the next look is due, or something has happened that asks for one. */
  async #sleep(): Promise<void> {
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#start.pollMs);
        this.#wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isAwake = false;
  }

  #wake(): void {
    this.#isAwake = true;
    this.#wakeUp();
  }

  async #pauseAfter(faults: number): Promise<void> {
    const milliseconds = Math.min(shortestPause * 2 ** (faults - 1), longestPause);
    await pause(milliseconds, undefined, { signal: this.#ending.signal }).catch(() => {});
  }
}
