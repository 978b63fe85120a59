import { runSqlText, type Transaction } from '@carhouse/database/connection/transaction';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Metrics } from '../http/routing/metrics.ts';
import { findCurrentTrace, formatTraceParent, parseTraceParent } from '../tracing/trace.ts';
import { createTracing, type Tracing } from '../tracing/tracing.ts';
import { type JobData, type JobName, jobNames, queueOptionsByName } from './queues.ts';

export type JobHandlers = { readonly [Name in JobName]: (data: JobData[Name], signal: AbortSignal) => Promise<void> };

export type EnqueueOptions = {
  /** The earliest time at which the job runs. */
  readonly startAfter?: Date;
  /** A key for which at most one job may wait, in queues whose policy limits jobs by key. */
  readonly singletonKey?: string;
  /** Jobs of a higher priority run first; the default is 0. */
  readonly priority?: number;
};

/**
 * Background jobs stored in PostgreSQL. An enqueued job runs after its transaction has committed, on one of the server
 * nodes.
 */
export type JobQueue = {
  /** Enqueues a job in the caller's transaction, so the job exists if and only if the transaction commits. */
  enqueue<Name extends JobName>(
    trx: Transaction,
    name: Name,
    data: JobData[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Creates missing tables and queues. The first call of `enqueue` also creates the missing tables and queues. */
  prepareOnce(): Promise<void>;
  /** Starts running jobs, including the scheduled ones. */
  work(handlers: JobHandlers): Promise<void>;
  /** Counts the jobs of each queue that are ready and wait for a node, as of the last check of the queue. */
  countReady(): Promise<Readonly<Record<string, number>>>;
  /**
   * Starts no further jobs, and waits at most ten seconds for the jobs in progress. A job that is still running after
   * ten seconds is interrupted, and runs again later.
   */
  close(): Promise<void>;
};

const closeTimeoutMs = 10_000;
/** Default number of seconds between two checks for jobs whose server node has stopped responding. */
const defaultWatchIntervalSeconds = 20;

export type JobQueueTools = {
  /** Number of seconds between two checks for jobs whose server node has stopped responding. */
  readonly watchIntervalSeconds?: number;
  readonly tracing?: Tracing;
  readonly metrics?: Pick<Metrics, 'jobRuns'>;
};

/**
 * The field of a job's data that holds the trace of its enqueuer (W3C traceparent). The handlers of the jobs do not
 * receive this field.
 */
const traceFieldName = 'traceParent';

/**
 * @param url URL of the database. The queue uses three separate database connections, so that slow jobs never delay requests:
 *   two for statements, and one on which the database announces new jobs.
 */
export function openJobQueue(url: string, log: Logger, tools: JobQueueTools = {}): JobQueue {
  const { watchIntervalSeconds = defaultWatchIntervalSeconds, tracing = createTracing(), metrics } = tools;
  const pgBoss = new PgBoss({
    connectionString: url,
    application_name: 'carhouse-jobs',
    max: 2,
    connectionTimeoutMillis: 5_000,
    options: '-c statement_timeout=30000 -c lock_timeout=10000',
    // This queue needs neither index rebuilds nor warnings about vacuum.
    reindex: false,
    monitorVacuum: false,
    // New jobs are announced by the database, so that idle workers need not poll every second.
    useListenNotify: true,
    // The app has no jobs that depend on other jobs, and its schedules need a precision of one minute only.
    flowIntervalSeconds: 3_600,
    cronWorkerIntervalSeconds: 30,
    superviseIntervalSeconds: watchIntervalSeconds,
    monitorIntervalSeconds: watchIntervalSeconds,
  });
  pgBoss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'));
  pgBoss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'));

  let queuePreparation: Promise<void> | undefined;
  const prepareOnce = (): Promise<void> => {
    queuePreparation ??= prepareQueues(pgBoss).catch((error: unknown) => {
      queuePreparation = undefined;
      throw error;
    });
    return queuePreparation;
  };

  return {
    prepareOnce,
    async enqueue(trx, name, data, options = {}) {
      await prepareOnce();
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: await runSqlText(trx, text, values),
      });
      const trace = findCurrentTrace();
      const tracedData = trace === undefined ? data : { ...data, [traceFieldName]: formatTraceParent(trace) };
      await pgBoss.send(name, tracedData, { ...options, db: { executeSql } });
    },
    async work(handlers) {
      await prepareOnce();
      const runTraced = async <Name extends JobName>(name: Name, data: TracedData<Name>, signal: AbortSignal) => {
        const { [traceFieldName]: traceParent, ...jobData } = data;
        const endTimer = metrics?.jobRuns.startTimer({ queue: name });
        try {
          await tracing.runInSpan(
            { name: `job ${name}`, kind: 'consumer' },
            () => handlers[name](jobData as JobData[Name], signal),
            parseTraceParent(traceParent),
          );
          endTimer?.({ outcome: 'done' });
        } catch (error) {
          endTimer?.({ outcome: 'failed' });
          throw error;
        }
      };
      for (const name of jobNames) {
        await startQueueWorker(pgBoss, name, (data, signal) => runTraced(name, data, signal));
      }
    },
    async countReady() {
      if (queuePreparation === undefined) return {};
      await queuePreparation;
      const configuredQueues = (await pgBoss.getQueues()).filter(({ name }) => name in queueOptionsByName);
      return Object.fromEntries(configuredQueues.map(({ name, readyCount }) => [name, readyCount]));
    },
    async close() {
      await queuePreparation?.catch(() => {});
      await pgBoss.stop({ graceful: true, timeout: closeTimeoutMs });
    },
  };
}

type TracedData<Name extends JobName> = JobData[Name] & { readonly [traceFieldName]?: string };

async function prepareQueues(pgBoss: PgBoss): Promise<void> {
  await pgBoss.start();
  const existingQueues = new Set((await pgBoss.getQueues()).map((queue) => queue.name));
  for (const name of jobNames) {
    const {
      cron: _cron,
      pollSeconds: _pollSeconds,
      retryPollSeconds: _retryPollSeconds,
      jobsPerBatch: _jobsPerBatch,
      policy,
      ...retryOptions
    } = queueOptionsByName[name];
    const options = { ...retryOptions, notify: true };
    // An earlier version of the server may have created the queue with other options. All options of an existing queue
    // except its policy can be changed.
    if (existingQueues.has(name)) await pgBoss.updateQueue(name, options);
    else await pgBoss.createQueue(name, policy === undefined ? options : { ...options, policy });
  }
}

async function startQueueWorker<Name extends JobName>(
  pgBoss: PgBoss,
  name: Name,
  runHandler: (data: TracedData<Name>, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { cron, pollSeconds = 2, retryPollSeconds = 60, jobsPerBatch = 5 } = queueOptionsByName[name];
  // A full batch means that more jobs are waiting, so the next batch is fetched immediately.
  const options = {
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: Math.max(pollSeconds, retryPollSeconds),
    batchSize: jobsPerBatch,
    burstWhenBatchFull: true,
  };
  await pgBoss.work<TracedData<Name>>(name, { ...options, perJobResults: true }, async (jobs) => {
    const results: JobResult[] = [];
    for (const job of jobs) results.push(await runAndReport(job, runHandler));
    return results;
  });
  if (cron !== undefined) await pgBoss.schedule(name, cron);
}

/** Runs one job of a batch. When a job fails, only this job is retried. */
async function runAndReport<Data>(
  job: { readonly id: string; readonly data: Data; readonly signal: AbortSignal },
  runHandler: (data: Data, signal: AbortSignal) => Promise<void>,
): Promise<JobResult> {
  try {
    await runHandler(job.data, job.signal);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    return { id: job.id, status: 'failed', output: { message: (error as Error).message } };
  }
}
