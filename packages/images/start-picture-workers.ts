import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import { createFairQueue } from '@carhouse/domain/limits/fair-queue';
import type { Rendition } from './image-store.ts';
import { pictureLimits } from './picture-limits.ts';
import type { PreparedPicture } from './prepare-picture.ts';
import type { PictureBudget } from './watch-picture.ts';

export type PictureTask = { readonly kind: 'prepare' | 'avif'; readonly bytes: Uint8Array };
export type PictureAnswer =
  | { readonly kind: 'prepare'; readonly picture: PreparedPicture }
  | { readonly kind: 'avif'; readonly renditions: readonly Rendition[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** Whose picture is decoded. Networks take turns, and the accounts of a network have a share of its turns. */
export type PictureSender = { readonly account: string; readonly network: string };

/** Processes that decode pictures: `processes` at the same time, started when they are needed and ended when they idle. */
export type PictureWorkers = {
  /** @throws DomainError IMAGE_INVALID when the bytes are no picture that we take, or the decoder crashed or hung on them; UPLOADS_BUSY when the queue, or the sender's part of it, is full. */
  prepare(bytes: Uint8Array, from: PictureSender): Promise<PreparedPicture>;
  /** The AVIF files of a picture, from its largest WebP file; waits as long as it takes for its turn. @throws DomainError IMAGE_INVALID */
  encodeAvif(bytes: Uint8Array): Promise<readonly Rendition[]>;
  /** The processes that live now. */
  processIds(): readonly number[];
  /** How many of them are at work. */
  busy(): number;
  /** Uploaded pictures that wait for their turn. */
  waiting(): number;
  close(): Promise<void>;
};

export type PictureWorkerOptions = {
  readonly processes?: number;
  /** How many uploaded pictures may wait for their turn. */
  readonly queue?: number;
  /** Milliseconds for one picture. */
  readonly deadline?: number;
  /** Milliseconds after which a process without work ends. */
  readonly idle?: number;
  /** What a process may use for one picture, where it is not that of `pictureLimits`. */
  readonly budget?: Partial<PictureBudget>;
  /** What runs in the process; tests of crashes give another one. */
  readonly program?: string;
};

type Slot = { child: ChildProcess | null; busy: boolean; idleTimer: NodeJS.Timeout | null };
type Waiting = { readonly task: PictureTask; resolve(answer: PictureAnswer): void; reject(error: unknown): void };

const ownProgram = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
const secondsUntilRetry = 2;

export function startPictureWorkers(options: PictureWorkerOptions = {}): PictureWorkers {
  const { processes = 2, queue = 12, deadline = 10_000, idle = 30_000, program = ownProgram } = options;
  const budget = { ...pictureLimits, ...options.budget };
  const slots: Slot[] = Array.from({ length: processes }, () => ({ child: null, busy: false, idleTimer: null }));
  const waiting: Waiting[] = [];
  let closed = false;
  // An account has few pictures among those of its network, and its others wait behind them. Its network limits them all.
  const accounts = createFairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    waiting: Number.POSITIVE_INFINITY,
    each: { atOnce: processes + 1, waiting: queue },
  });
  const networks = createFairQueue({ atOnce: processes, waiting: queue, each: { atOnce: processes, waiting: queue } });

  async function inTurn<T>({ account, network }: PictureSender, work: () => Promise<T>): Promise<T> {
    try {
      return await accounts.run(account, () => networks.run(network, work));
    } catch (error) {
      if (!isDomainError(error, 'RATE_LIMITED') && !isDomainError(error, 'UNAVAILABLE')) throw error;
      throw new DomainError('UPLOADS_BUSY', { retryAfter: secondsUntilRetry, cause: error });
    }
  }

  function run(task: PictureTask): Promise<PictureAnswer> {
    if (closed) return Promise.reject(new DomainError('UNAVAILABLE'));
    return new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      next();
    });
  }

  function next(): void {
    const slot = slots.find(({ busy }) => !busy);
    if (slot === undefined) return;
    const job = waiting.shift();
    if (job === undefined) return;
    slot.busy = true;
    if (slot.idleTimer !== null) clearTimeout(slot.idleTimer);
    perform(slot, job.task)
      .then(job.resolve, job.reject)
      .finally(() => {
        slot.busy = false;
        slot.idleTimer = setTimeout(() => slot.child?.kill('SIGKILL'), idle);
        slot.idleTimer.unref();
        next();
      });
  }

  async function perform(slot: Slot, task: PictureTask): Promise<PictureAnswer> {
    const child = slot.child ?? startProcess(program, budget);
    slot.child = child;
    const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>();
    const fail = (cause: unknown): void => reject(new DomainError('IMAGE_INVALID', { cause }));
    const onExit = (code: number | null, signal: string | null): void =>
      fail(new Error(`The decoder ended with ${signal ?? code}.`));
    const timer = setTimeout(() => fail(new Error('The decoder took too long.')), deadline);
    child.once('message', resolve as (message: unknown) => void);
    child.once('exit', onExit);
    child.once('error', fail);
    try {
      child.send(task, (error) => error !== null && fail(error));
      return await promise;
    } catch (error) {
      child.kill('SIGKILL');
      slot.child = null;
      throw error;
    } finally {
      clearTimeout(timer);
      child.removeAllListeners();
      // a process may end while it idles, and a late failure to send must not end the server
      child.on('error', () => {});
      child.once('exit', () => {
        if (slot.child === child) slot.child = null;
      });
    }
  }

  return {
    async prepare(bytes, from) {
      const answer = await inTurn(from, () => run({ kind: 'prepare', bytes }));
      if (answer.kind === 'prepare') return answer.picture;
      throw new DomainError('IMAGE_INVALID', answer.kind === 'refused' ? { cause: new Error(answer.reason) } : {});
    },
    async encodeAvif(bytes) {
      const answer = await run({ kind: 'avif', bytes });
      if (answer.kind === 'avif') return answer.renditions;
      throw new DomainError('IMAGE_INVALID', answer.kind === 'refused' ? { cause: new Error(answer.reason) } : {});
    },
    processIds: () => slots.flatMap(({ child }) => (child?.pid === undefined ? [] : [child.pid])),
    busy: () => slots.filter((slot) => slot.busy).length,
    waiting: () => accounts.waiting + networks.waiting,
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new DomainError('UNAVAILABLE'));
      await Promise.all(slots.map(endProcess));
    },
  };
}

function startProcess(program: string, { cpuSeconds, residentBytes }: PictureBudget): ChildProcess {
  return fork(program, [String(cpuSeconds), String(residentBytes)], {
    // pictures travel as bytes, not as JSON
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // the secrets of the server stay in the server; fewer arenas keep freed pixels from staying with the process
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [`--max-old-space-size=${pictureLimits.heapBytes / 1024 ** 2}`],
  });
}

async function endProcess(slot: Slot): Promise<void> {
  if (slot.idleTimer !== null) clearTimeout(slot.idleTimer);
  const { child } = slot;
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
