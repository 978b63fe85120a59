import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RecentRequests, requestBounds } from './recent-requests.ts';

export type Metrics = {
  readonly registry: Registry;
  /**
   * Reads the text of all metrics. Where several nodes share a port, the text contains the metrics of all these nodes.
   */
  readAll: () => Promise<string>;
  /** Number of requests that a rate limit refused, by the name of the limit. */
  readonly refusals: Counter<'limit'>;
  /** Number of API calls that were refused because the event loop was delayed. */
  readonly overloadRefusals: Counter;
  /** Number of pages that were rendered for one session only, and therefore could not be cached. */
  readonly sessionPages: Counter;
  /** Records the duration of an answer in seconds. The label `route` contains the pattern of the route. */
  recordRequest(labels: RequestLabels, seconds: number): void;
  /** The requests of the last minute that this process has answered. */
  readonly recentRequests: RecentRequests;
  /** Time in seconds until the catalogue's thread answers a question, by kind of question. */
  readonly catalogueQueries: Histogram<'kind'>;
  /**
   * Duration of jobs in seconds, by queue and outcome: done or failed. The label is not named `job`, because Prometheus
   * adds a label of that name to every target.
   */
  readonly jobRuns: Histogram<'queue' | 'outcome'>;
  /** Duration of the runs of recurring work in seconds, such as a step of the reconciler, by outcome: done or failed. */
  readonly taskRuns: Histogram<'task' | 'outcome'>;
  /** Duration of the calls to the payment provider in seconds, by method and outcome: an error code, or `done`. */
  readonly providerCalls: Histogram<'provider' | 'call' | 'outcome'>;
  /**
   * Registers a gauge whose value is read at each request for /metrics. `name` is given without the prefix of this
   * product's metrics. A second registration of a name replaces the first.
   */
  registerGauge(name: string, description: string, read: () => number | Promise<number>): void;
  /** Registers a gauge with one value for each value of a label; `read` returns a bounded number of them. */
  registerLabelledGauge(
    name: string,
    description: string,
    label: string,
    read: () => Promise<Readonly<Record<string, number>>> | Readonly<Record<string, number>>,
  ): void;
  /**
   * Registers the hits and size of a response cache, which are read at each request for /metrics. A second cache with
   * the same name replaces the first.
   */
  registerCache(name: string, cache: MeasuredCache): void;
};

/**
 * The labels of a request. `route` is the pattern of a route or `none`, so that the number of label values is bounded.
 */
export type RequestLabels = { readonly method: string; readonly route: string; readonly status: string };

/** The routes that monitoring systems request. These requests do not count as requests of users. */
const monitoringRoutes: ReadonlySet<string> = new Set(['/metrics', '/healthz', '/readyz']);

/** The metrics of a response cache. */
export type MeasuredCache = {
  readonly countsByOrigin: Readonly<Record<string, number>>;
  readonly entries: number;
  readonly bytes: number;
};

/** Upper bounds in seconds for jobs and recurring work, from a query to an import of many cars. */
const workDurationBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 3_600];

/** Creates the metrics of one server in a separate registry, so that two servers in one test process do not share values. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const queriedRegistries = [registry];
  const caches = new Map<string, MeasuredCache>();
  registerCacheMetrics(queriedRegistries, caches);
  const recentRequests = new RecentRequests();
  registerRecentRequestMetrics(queriedRegistries, recentRequests);
  const requests = new Histogram({
    name: 'carhouse_http_request_seconds',
    help: 'Seconds from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [...requestBounds],
    registers: queriedRegistries,
  });
  return {
    registry,
    readAll: () => registry.metrics(),
    refusals: new Counter({
      name: 'carhouse_rate_limit_refusals_total',
      help: 'Requests refused by a rate limit',
      labelNames: ['limit'],
      registers: queriedRegistries,
    }),
    overloadRefusals: new Counter({
      name: 'carhouse_shed_requests_total',
      help: 'API calls turned away because the event loop was late',
      registers: queriedRegistries,
    }),
    sessionPages: new Counter({
      name: 'carhouse_session_pages_total',
      help: 'Pages rendered for one session',
      registers: queriedRegistries,
    }),
    recentRequests,
    recordRequest: (labels, seconds) => {
      requests.observe({ ...labels }, seconds);
      if (!monitoringRoutes.has(labels.route)) recentRequests.record(labels.method, labels.status, seconds);
    },
    catalogueQueries: new Histogram({
      name: 'carhouse_catalogue_query_seconds',
      help: 'Seconds from a question to the catalogue to the answer',
      labelNames: ['kind'],
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 3],
      registers: queriedRegistries,
    }),
    jobRuns: new Histogram({
      name: 'carhouse_job_seconds',
      help: 'Seconds that a job of the queue took',
      labelNames: ['queue', 'outcome'],
      buckets: workDurationBuckets,
      registers: queriedRegistries,
    }),
    taskRuns: new Histogram({
      name: 'carhouse_task_seconds',
      help: 'Seconds that a run of recurring work took',
      labelNames: ['task', 'outcome'],
      buckets: workDurationBuckets,
      registers: queriedRegistries,
    }),
    providerCalls: new Histogram({
      name: 'carhouse_provider_call_seconds',
      help: 'Seconds from a call to the payment provider to its answer',
      labelNames: ['provider', 'call', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: queriedRegistries,
    }),
    registerCache: (name, cache) => void caches.set(name, cache),
    registerLabelledGauge: (name, description, label, read) => {
      registry.removeSingleMetric(`carhouse_${name}`);
      new Gauge({
        name: `carhouse_${name}`,
        help: description,
        labelNames: [label],
        registers: queriedRegistries,
        async collect() {
          const readValues = async () => read();
          this.reset();
          const values = await readValues().catch((): Readonly<Record<string, number>> => ({}));
          for (const [value, number] of Object.entries(values)) this.set({ [label]: value }, number);
        },
      });
    },
    registerGauge: (name, description, read) => {
      registry.removeSingleMetric(`carhouse_${name}`);
      new Gauge({
        name: `carhouse_${name}`,
        help: description,
        registers: queriedRegistries,
        async collect() {
          // When one metric fails, all remaining metrics are still shown.
          const readValue = async (): Promise<number> => read();
          this.set(await readValue().catch(() => Number.NaN));
        },
      });
    },
  };
}

function registerCacheMetrics(queriedRegistries: Registry[], caches: ReadonlyMap<string, MeasuredCache>): void {
  new Counter({
    name: 'carhouse_cache_reads_total',
    help: 'Values read from a response cache, by where they came from: fresh, stale, or made',
    labelNames: ['cache', 'from'],
    registers: queriedRegistries,
    collect() {
      this.reset();
      for (const [cache, { countsByOrigin }] of caches) {
        for (const [from, count] of Object.entries(countsByOrigin)) this.inc({ cache, from }, count);
      }
    },
  });
  for (const unit of ['entries', 'bytes'] as const) {
    new Gauge({
      name: `carhouse_cache_${unit}`,
      help: unit === 'entries' ? 'Values that a response cache holds' : 'Memory of the values of a response cache',
      labelNames: ['cache'],
      registers: queriedRegistries,
      collect() {
        for (const [cache, cacheFigures] of caches) this.set({ cache }, cacheFigures[unit]);
      },
    });
  }
}

function registerRecentRequestMetrics(queriedRegistries: Registry[], recentRequests: RecentRequests): void {
  new Gauge({
    name: 'carhouse_recent_requests',
    help: 'Requests of the last minute, by kind and by the upper bound of their duration in seconds, for the page System',
    labelNames: ['kind', 'le'],
    registers: queriedRegistries,
    collect() {
      const counts = recentRequests.read();
      for (const kind of ['read', 'write'] as const)
        for (const [index, count] of counts[kind].entries())
          this.set({ kind, le: String(requestBounds[index] ?? '+Inf') }, count);
    },
  });
  new Gauge({
    name: 'carhouse_recent_errors',
    help: 'Requests of the last minute that were answered with 5xx, for the page System',
    registers: queriedRegistries,
    collect() {
      this.set(recentRequests.read().errors);
    },
  });
}
