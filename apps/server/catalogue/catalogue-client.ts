import { setTimeout as after } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { WalPosition } from '@carhouse/database/connection/wal-position';
import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Logger } from 'pino';
import type { Metrics } from '../http/routing/metrics.ts';
import type {
  CatalogueQuestion,
  CatalogueQuestions,
  CatalogueState,
  CatalogueWorkerOptions,
  FinalAnswer,
  FoundPage,
  MessageFromCatalogue,
  MessageToCatalogue,
  PageCounts,
  QuestionName,
} from './catalogue-messages.ts';

/** The client through which use cases query the catalogue of this server node. */
export type CatalogueClient = {
  /**
   * Sends a question to the catalogue's worker thread.
   * @throws DomainError UNAVAILABLE while the catalogue is loading, when its worker thread has ended, and after
   *   `questionTimeoutMs`.
   */
  ask<Name extends QuestionName>(
    kind: Name,
    parameters: CatalogueQuestions[Name]['parameters'],
  ): Promise<CatalogueQuestions[Name]['answer']>;
  /**
   * Calls the listener within a second after listings or sellers have changed on any server node. The listener is not
   * called while the worker thread is not running.
   */
  onChanges(listener: () => void): void;
  /**
   * Calls the listener after an admin has hidden a listing or suspended a seller. The listener must drop all responses that
   * are cached for visitors. Databases that have replayed `position` no longer show what was removed.
   */
  onTakeDown(listener: (position: WalPosition) => void): void;
  /**
   * Resolves when all changes committed before the call are searchable and the catalogue is computed for the current day.
   */
  catchUp(): Promise<void>;
  /**
   * Starts loading the catalogue. With the option `startsOnFirstQuestion`, the first question starts loading the
   * catalogue.
   */
  start(): void;
  /**
   * Waits at most `milliseconds` until a started catalogue is loaded. Returns immediately when there are more than
   * `carCount` listings to load.
   */
  waitForListings(waitLimits: { readonly milliseconds: number; readonly carCount: number }): Promise<void>;
  /** Whether the catalogue of this server node can answer questions. */
  isReady(): boolean;
  /** The current worker thread. Tests use this function to end the thread. */
  findThread(): Worker | null;
  close(): Promise<void>;
};

/**
 * The parts of the context that a search needs. A search runs in the thread of the server that handles the request, or
 * in the thread of the catalogue.
 */
export type SearchContext = { readonly catalogue: Pick<CatalogueClient, 'ask'>; readonly now: () => Date };

export type CatalogueOptions = {
  readonly databaseUrl: string;
  /** URLs of replicas from which all listings are loaded; none by default. */
  readonly replicaUrls?: readonly string[];
  readonly minimumParfRules: readonly MinimumParfRule[];
  readonly now: () => Date;
  readonly log: Logger;
  readonly metrics: Metrics;
  /**
   * Whether loading starts only with the first question. This question then waits until loading has ended. Tests set
   * this option, because most tests do not use the catalogue.
   */
  readonly startsOnFirstQuestion?: boolean;
};

/** Timeout of a question, in milliseconds. */
const questionTimeoutMs = 3_000;
/** Value of the Retry-After header of a rejected question, in seconds. */
const secondsUntilRetry = 2;
/** Milliseconds between two polls for changes in the database while questions are asked or changes arrive. */
const pollMs = 200;
/**
 * Milliseconds between two polls when nothing happens. Answers from a cache do not ask the catalogue, and they may be
 * one second old.
 */
const idlePollMs = 950;
/** Interval in milliseconds at which the client checks whether a new day has begun in Singapore. */
const dayCheckMs = 20_000;
/** Delay in milliseconds before a worker thread is restarted after its first failure; each further failure doubles it. */
const shortestRestartDelayMs = 250;
/** Maximum delay in milliseconds before a worker thread is restarted. */
const longestRestartDelayMs = 30_000;

type PendingQuestion = {
  readonly kind: QuestionName;
  readonly startedAt: number;
  readonly timer: NodeJS.Timeout | undefined;
  resolve(answer: FinalAnswer | FoundPage): void;
  reject(error: unknown): void;
};

const emptyState: CatalogueState = {
  isLoaded: false,
  entries: 0,
  listingCountToLoad: 0,
  bytes: 0,
  loadCount: 0,
  appliedChangeCount: 0,
  takeDownCount: 0,
  syncedAtMs: 0,
  secondsBehindDatabase: 0,
  position: 0n,
};
const workerScript = new URL('./catalogue-worker.ts', import.meta.url);

/**
 * Opens the catalogue of this server node in a worker thread, which is restarted when it ends. The caller must close
 * the client.
 */
export function openCatalogue(options: CatalogueOptions): CatalogueClient {
  const { log, metrics, now } = options;
  const openQuestions = new Map<number, PendingQuestion>();
  const changeListeners: (() => void)[] = [];
  const takeDownListeners: ((position: WalPosition) => void)[] = [];
  let worker: Worker | null = null;
  let terminationPromise: Promise<unknown> = Promise.resolve();
  let state = emptyState;
  let requestedCount = 0;
  let workerEndCount = 0;
  let isClosed = false;
  let restartTimer: NodeJS.Timeout | undefined;
  let isStarted = false;
  /**
   * `listingCountDeferred` resolves when the number of listings to load is known. `loadDeferred` resolves when the
   * listings are loaded.
   */
  const listingCountDeferred = Promise.withResolvers<void>();
  const loadDeferred = Promise.withResolvers<void>();
  const findCurrentDay = (): string => toSingaporeDay(now());
  const dayTimer = setInterval(() => postMessage({ kind: 'day', today: findCurrentDay() }), dayCheckMs);
  dayTimer.unref();
  registerCatalogueGauges(metrics, () => state);

  function start(): void {
    if (isClosed || isStarted) return;
    isStarted = true;
    startWorker();
  }

  function startWorker(): void {
    const workerOptions: CatalogueWorkerOptions = {
      databaseUrl: options.databaseUrl,
      replicaUrls: options.replicaUrls ?? [],
      minimumParfRules: options.minimumParfRules,
      today: findCurrentDay(),
      pollMs,
      idlePollMs,
    };
    // The worker thread does not get the server's environment variables, because these contain secrets.
    const startedWorker = new Worker(workerScript, {
      workerData: workerOptions,
      env: {},
      execArgv: [],
      name: 'catalogue',
    });
    worker = startedWorker;
    startedWorker.on('message', receiveMessage);
    startedWorker.on('error', (error) => log.error({ err: error }, 'the catalogue thread failed'));
    terminationPromise = new Promise((resolve) => {
      startedWorker.once('exit', (code) => {
        resolve(code);
        worker = null;
        state = { ...emptyState, loadCount: state.loadCount };
        for (const requestId of openQuestions.keys())
          finishQuestion(requestId, ({ reject }) => reject(makeUnavailableError()));
        if (isClosed) return;
        const restartDelayMs = Math.min(shortestRestartDelayMs * 2 ** workerEndCount, longestRestartDelayMs);
        workerEndCount += 1;
        log.error({ code, pause: restartDelayMs }, 'the catalogue thread has ended and restarts');
        restartTimer = setTimeout(startWorker, restartDelayMs);
      });
    });
  }

  function receiveMessage(message: MessageFromCatalogue): void {
    if (message.kind === 'state') {
      const hasDataChanged =
        message.state.appliedChangeCount !== state.appliedChangeCount || message.state.loadCount !== state.loadCount;
      // After all listings were loaded again, it is unknown which of them were removed.
      const hasTakeDown =
        message.state.takeDownCount !== state.takeDownCount || message.state.loadCount !== state.loadCount;
      ({ state } = message);
      if (hasDataChanged) for (const listener of changeListeners) listener();
      if (hasTakeDown) for (const listener of takeDownListeners) listener(state.position);
      listingCountDeferred.resolve();
      if (state.isLoaded) {
        workerEndCount = 0;
        loadDeferred.resolve();
      }
    } else if (message.kind === 'fault') {
      log.error({ fault: message.message }, 'reading changes for the catalogue failed; it retries');
    } else if (message.kind === 'failed') {
      finishQuestion(message.requestId, ({ reject }) =>
        reject(new DomainError('INTERNAL', { cause: new Error(message.message) })),
      );
    } else if (message.kind === 'cars') {
      const question = openQuestions.get(message.requestId);
      if (question === undefined) return;
      const { promise, resolve, reject } = Promise.withResolvers<FinalAnswer | FoundPage>();
      // A caller whose request for the page fails never awaits the counts, so their rejection is handled here.
      promise.catch(() => {});
      openQuestions.set(message.requestId, { ...question, resolve, reject });
      question.resolve({ ...message.cars, countsPromise: promise as Promise<PageCounts> });
    } else {
      const { answer } = message;
      finishQuestion(message.requestId, ({ kind, startedAt, resolve, reject }) => {
        if (answer === undefined) return reject(makeUnavailableError());
        metrics.catalogueQueries.observe({ kind }, (performance.now() - startedAt) / 1000);
        resolve(answer);
      });
    }
  }

  function finishQuestion(requestId: number, completeQuestion: (question: PendingQuestion) => void): void {
    const question = openQuestions.get(requestId);
    if (question === undefined) return;
    openQuestions.delete(requestId);
    clearTimeout(question.timer);
    completeQuestion(question);
  }

  function postMessage(message: MessageToCatalogue): void {
    worker?.postMessage(message);
  }

  function sendQuestion<Name extends QuestionName>(
    kind: Name,
    parameters: CatalogueQuestions[Name]['parameters'],
    limit: number | undefined,
  ): Promise<CatalogueQuestions[Name]['answer']> {
    if (worker === null) return Promise.reject(makeUnavailableError());
    requestedCount += 1;
    const requestId = requestedCount;
    return new Promise((resolve, reject) => {
      const rejectAtTimeout = (): void =>
        finishQuestion(requestId, (question) => question.reject(makeUnavailableError(makeTimeoutError())));
      const timer = limit === undefined ? undefined : setTimeout(rejectAtTimeout, limit);
      // The worker thread answers with the type that belongs to the question.
      const resolveQuestion = (answer: FinalAnswer | FoundPage): void =>
        resolve(answer as CatalogueQuestions[Name]['answer']);
      openQuestions.set(requestId, {
        kind,
        startedAt: performance.now(),
        timer,
        resolve: resolveQuestion,
        reject,
      });
      postMessage({ kind, requestId, ...parameters } as unknown as CatalogueQuestion);
    });
  }

  async function catchUp(): Promise<void> {
    start();
    await sendQuestion('catchUp', { today: findCurrentDay() }, undefined);
  }

  async function waitForListings(waitLimits: {
    readonly milliseconds: number;
    readonly carCount: number;
  }): Promise<void> {
    const timeoutPromise = after(waitLimits.milliseconds, undefined, { ref: false });
    await Promise.race([listingCountDeferred.promise, timeoutPromise]);
    if (state.isLoaded || state.listingCountToLoad > waitLimits.carCount) return;
    await Promise.race([loadDeferred.promise, timeoutPromise]);
  }

  return {
    async ask(kind, parameters) {
      if (options.startsOnFirstQuestion === true && !state.isLoaded) await catchUp();
      if (!state.isLoaded) throw makeUnavailableError();
      return sendQuestion(kind, parameters, questionTimeoutMs);
    },
    onChanges: (listener) => void changeListeners.push(listener),
    onTakeDown: (listener) => void takeDownListeners.push(listener),
    catchUp,
    start,
    waitForListings,
    isReady: () => state.isLoaded || (options.startsOnFirstQuestion === true && !isStarted),
    findThread: () => worker,
    async close() {
      isClosed = true;
      clearInterval(dayTimer);
      clearTimeout(restartTimer);
      postMessage({ kind: 'end' });
      const terminationTimer = setTimeout(() => void worker?.terminate(), questionTimeoutMs);
      await terminationPromise;
      clearTimeout(terminationTimer);
    },
  };
}

/** @param cause the timeout error; undefined when the worker has no answer, because it is loading or has ended. */
function makeUnavailableError(cause?: Error): DomainError {
  return new DomainError('UNAVAILABLE', { retryAfter: secondsUntilRetry, cause });
}

function makeTimeoutError(): Error {
  return new Error(`The catalogue did not answer within ${questionTimeoutMs} ms.`);
}

function registerCatalogueGauges(metrics: Metrics, readState: () => CatalogueState): void {
  metrics.registerGauge('catalogue_entries', 'Cars in the catalogue of this node', () => readState().entries);
  metrics.registerGauge('catalogue_bytes', 'Memory of the catalogue', () => readState().bytes);
  metrics.registerGauge(
    'catalogue_loads',
    'How often the whole stock was read since the process began',
    () => readState().loadCount,
  );
  metrics.registerGauge(
    'catalogue_staleness_seconds',
    'Seconds since everything that was committed could be found; NaN while loading',
    () => (readState().syncedAtMs === 0 ? Number.NaN : Math.max(0, Date.now() - readState().syncedAtMs) / 1000),
  );
  metrics.registerGauge(
    'catalogue_lag_seconds',
    'How old the oldest change was when it was taken in last',
    () => readState().secondsBehindDatabase,
  );
}
