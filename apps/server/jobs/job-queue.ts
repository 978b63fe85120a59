import { runText, type Transaction } from '@carhouse/database/connection/transaction';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { type JobData, type JobName, jobNames, queues } from './queues.ts';

export type JobHandlers = { readonly [Name in JobName]: (data: JobData[Name], signal: AbortSignal) => Promise<void> };

export type EnqueueOptions = {
  /** Not before this time. */
  readonly startAfter?: Date;
  /** At most one waiting job with this text, where the queue's policy says so. */
  readonly singletonKey?: string;
  /** Jobs of a higher one are taken first; 0 when absent. */
  readonly priority?: number;
};

/** Work that is done after the answer, kept in PostgreSQL: what was enqueued is done once the transaction has committed, on one of the nodes. */
export type JobQueue = {
  /** Enqueues a job in the transaction of its cause: it exists exactly when the cause does. */
  enqueue<Name extends JobName>(
    trx: Transaction,
    name: Name,
    data: JobData[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Makes the tables and queues that are missing; `enqueue` does it by itself when nobody did. */
  prepare(): Promise<void>;
  /** Takes jobs from now on, and starts those that run by the clock. */
  work(handlers: JobHandlers): Promise<void>;
  /** Waits for the jobs under way, ten seconds at most; what is cut off is done again later. */
  close(): Promise<void>;
};

const closeTime = 10_000;
/** Seconds between two looks at jobs whose node says nothing any more. */
const usualWatch = 10;

/**
 * @param url of the database. The queue keeps two connections of its own, so that slow jobs never starve requests.
 * @param watch seconds between two looks at jobs whose node says nothing any more.
 */
export function openJobQueue(url: string, log: Logger, watch: number = usualWatch): JobQueue {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'carhouse-jobs',
    max: 2,
    connectionTimeoutMillis: 5_000,
    options: '-c statement_timeout=30000 -c lock_timeout=10000',
    // pictures and mail need no rebuilding of indexes, nor warnings about vacuum
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: watch,
    monitorIntervalSeconds: watch,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'));
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'));

  let preparing: Promise<void> | undefined;
  const prepare = (): Promise<void> => {
    preparing ??= prepareQueues(boss).catch((error: unknown) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  };

  return {
    prepare,
    async enqueue(trx, name, data, options = {}) {
      await prepare();
      const executeSql = async (text: string, values: unknown[] = []) => ({ rows: await runText(trx, text, values) });
      await boss.send(name, data, { ...options, db: { executeSql } });
    },
    async work(handlers) {
      await prepare();
      for (const name of jobNames) await workOn(boss, name, handlers[name]);
    },
    async close() {
      await preparing?.catch(() => {});
      await boss.stop({ graceful: true, timeout: closeTime });
    },
  };
}

async function prepareQueues(boss: PgBoss): Promise<void> {
  await boss.start();
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of jobNames) {
    const { cron: _cron, pollSeconds: _pollSeconds, atOnce: _atOnce, policy, ...options } = queues[name];
    // An earlier version may have made it with other times; its policy stays for ever.
    if (known.has(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, policy === undefined ? options : { ...options, policy });
  }
}

async function workOn<Name extends JobName>(boss: PgBoss, name: Name, handle: JobHandlers[Name]): Promise<void> {
  const { cron, pollSeconds = 2, atOnce = 5 } = queues[name];
  // A full batch says that there is more: then the next one is fetched at once.
  const options = { pollingIntervalSeconds: pollSeconds, batchSize: atOnce, burstWhenBatchFull: true };
  await boss.work<JobData[Name]>(name, { ...options, perJobResults: true }, async (jobs) => {
    const results: JobResult[] = [];
    for (const job of jobs) results.push(await settle(job, handle));
    return results;
  });
  if (cron !== undefined) await boss.schedule(name, cron);
}

/** One job that fails is tried again alone; those beside it in the batch are done. */
async function settle<Data>(
  job: { readonly id: string; readonly data: Data; readonly signal: AbortSignal },
  handle: (data: Data, signal: AbortSignal) => Promise<void>,
): Promise<JobResult> {
  try {
    await handle(job.data, job.signal);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    return { id: job.id, status: 'failed', output: { message: (error as Error).message } };
  }
}
