import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { CarDrawing } from '@carhouse/demo-data/drawing/car-drawing';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import { type ImageWidth, listStoredWidths } from '@carhouse/domain/image/image-widths';
import { createFairQueue } from '@carhouse/domain/limits/fair-queue';
import { z } from 'zod/mini';
import { describeIssues } from './bounded-values.ts';
import { computeDigest, createDecodeOnce } from './decode-once.ts';
import { chooseAnswerSchema, type ImageAnswer } from './image-answers.ts';
import { imageLimits } from './image-limits.ts';
import type { ImageVariant } from './image-store.ts';
import type { ImageTask } from './image-task.ts';
import { messageDescriptor, readMessages, writeMessage } from './message-pipe.ts';
import type { PreparedImage } from './prepared-image.ts';
import type { RenderedDrawing } from './render-drawing.ts';
import type { ShareCard } from './share-card/share-card.ts';
import type { ImageBudget } from './watch-image-process.ts';

/** The uploader of an image. Networks take turns, and the accounts of a network share the turns of the network. */
export type ImageSender = { readonly account: string; readonly network: string };

/** Processes that decode images: at most `processCount` at the same time, started on demand and ended when idle. */
export type ImageWorkers = {
  /**
   * Decodes an uploaded image and encodes its WebP files (prepare-image.ts).
   * @throws DomainError IMAGE_INVALID when the bytes are not an accepted image, or the decoder crashed or hung;
   * UPLOADS_BUSY when the queue, or the sender's share of it, is full.
   */
  prepare(bytes: Uint8Array, from: ImageSender): Promise<PreparedImage>;
  /**
   * Prepares an image like `prepare`, for a caller that never sends the same bytes twice: the server neither hashes the
   * bytes nor compares them with other uploads.
   * @param digest the SHA-256 of the bytes. The decoder process compares the digest with the bytes.
   * @throws DigestMismatchError when the bytes have another digest
   */
  prepareDistinct(bytes: Uint8Array, digest: string, from: ImageSender): Promise<PreparedImage>;
  /**
   * Encodes the AVIF files of an image from its largest WebP file. The call waits for its turn without a time limit.
   * @throws DomainError IMAGE_INVALID
   */
  encodeAvif(bytes: Uint8Array): Promise<readonly ImageVariant[]>;
  /**
   * Draws the preview image of a shared listing as JPEG (share-card/draw-share-card.ts). The call waits for its turn
   * without a time limit.
   * @param photo a stored WebP file of the cover
   * @throws DomainError IMAGE_INVALID
   */
  drawShareCard(photo: Uint8Array | null, card: ShareCard): Promise<Uint8Array>;
  /**
   * One picture of a demo car in these widths (draw-demo-car.ts). The call waits for its turn without a time limit.
   * @throws DomainError IMAGE_INVALID when the process crashed or hung
   */
  drawDemoCar(drawing: CarDrawing, widths: readonly ImageWidth[]): Promise<RenderedDrawing>;
  /**
   * The keys under which these pictures of demo cars are stored, in the order of `drawings`. The pictures are not
   * rendered.
   */
  listDrawingKeys(drawings: readonly CarDrawing[]): Promise<readonly string[]>;
  /** Number of uploaded images that were given to a process since the start. */
  countDecoded(): number;
  /** The ids of the running processes. */
  listProcessIds(): readonly number[];
  /** Number of processes that are working on an image. */
  countBusy(): number;
  /** Number of uploaded images in the queue. */
  countWaiting(): number;
  close(): Promise<void>;
};

export type ImageWorkerOptions = {
  readonly processCount?: number;
  /** Maximum number of uploaded images that wait in the queue. */
  readonly queueLength?: number;
  /** The time limit in milliseconds for one image. */
  readonly deadlineMs?: number;
  /** Milliseconds after which a process without work ends. */
  readonly idleMs?: number;
  /** Replaces the limits of the resources that a process may use for one image (`imageLimits`). */
  readonly budget?: Partial<ImageBudget>;
  /** The path of the program that each process runs. Tests of crashes pass another program. */
  readonly program?: string;
  /**
   * A function that is called when a process has sent a message that no decoder sends. The process is killed, and its
   * image is refused.
   */
  readonly onInvalidMessage?: (issue: string) => void;
};

/** The error for bytes that do not have the digest that the caller gave for them. */
export class DigestMismatchError extends Error {
  override readonly name = 'DigestMismatchError';
}

type DecoderProcess = { readonly child: ChildProcess; readonly pipe: Duplex; messageHandlers: MessageHandlers | null };
type MessageHandlers = { message(message: unknown): void; invalid(issue: string): void };
type WorkerSlot = { process: DecoderProcess | null; isBusy: boolean; idleTimer: NodeJS.Timeout | null };
type WaitingTask = { readonly task: ImageTask; resolve(answer: ImageAnswer): void; reject(error: unknown): void };

const defaultProgram = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const retryAfterSeconds = 2;

export function startImageWorkers(options: ImageWorkerOptions = {}): ImageWorkers {
  const {
    processCount: processCountMaximum = 2,
    queueLength: queueLengthMaximum = 12,
    deadlineMs = imageLimits.seconds * 1000,
    idleMs = 30_000,
    program = defaultProgram,
    onInvalidMessage = () => {},
  } = options;
  const budget = { ...imageLimits, ...options.budget };
  const slots: WorkerSlot[] = Array.from({ length: processCountMaximum }, () => ({
    process: null,
    isBusy: false,
    idleTimer: null,
  }));
  const waitingTasks: WaitingTask[] = [];
  let isClosed = false;
  let decodedCount = 0;
  const decodeOnce = createDecodeOnce<PreparedImage>();
  // The queue limits the images of an account within its network, and the images of a network within the whole queue.
  const accountQueue = createFairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    waiting: Number.POSITIVE_INFINITY,
    perSubject: { atOnce: processCountMaximum + 1, waiting: queueLengthMaximum },
  });
  const networkQueue = createFairQueue({
    atOnce: processCountMaximum,
    waiting: queueLengthMaximum,
    perSubject: { atOnce: processCountMaximum, waiting: queueLengthMaximum },
  });

  async function runInQueues<T>({ account, network }: ImageSender, work: () => Promise<T>): Promise<T> {
    try {
      return await accountQueue.run(account, () => networkQueue.run(network, work));
    } catch (error) {
      if (!isDomainError(error, 'RATE_LIMITED') && !isDomainError(error, 'UNAVAILABLE')) throw error;
      throw new DomainError('UPLOADS_BUSY', { retryAfter: retryAfterSeconds, cause: error });
    }
  }

  function enqueueTask(task: ImageTask): Promise<ImageAnswer> {
    if (isClosed) return Promise.reject(new DomainError('UNAVAILABLE'));
    return new Promise((resolve, reject) => {
      waitingTasks.push({ task, resolve, reject });
      startNextTask();
    });
  }

  function startNextTask(): void {
    const freeSlot = slots.find(({ isBusy }) => !isBusy);
    if (freeSlot === undefined) return;
    const nextTask = waitingTasks.shift();
    if (nextTask === undefined) return;
    freeSlot.isBusy = true;
    if (freeSlot.idleTimer !== null) clearTimeout(freeSlot.idleTimer);
    decodeInSlot(freeSlot, nextTask.task)
      .then(nextTask.resolve, nextTask.reject)
      .finally(() => {
        freeSlot.isBusy = false;
        freeSlot.idleTimer = setTimeout(() => freeSlot.process?.child.kill('SIGKILL'), idleMs);
        freeSlot.idleTimer.unref();
        startNextTask();
      });
  }

  async function decodeInSlot(slot: WorkerSlot, task: ImageTask): Promise<ImageAnswer> {
    const decoder = slot.process ?? startDecoder(slot);
    slot.process = decoder;
    const { child, pipe } = decoder;
    const { promise, resolve, reject } = Promise.withResolvers<ImageAnswer>();
    const rejectTask = (cause: unknown): void => reject(new DomainError('IMAGE_INVALID', { cause }));
    const refuseMessage = (issue: string): void => {
      onInvalidMessage(issue);
      rejectTask(new Error(`The decoder sent an invalid message: ${issue}.`));
    };
    const rejectAtExit = (code: number | null, signal: string | null): void =>
      rejectTask(new Error(`The decoder ended with ${signal ?? code}.`));
    const timer = setTimeout(() => rejectTask(new Error('The decoder took too long.')), deadlineMs);
    decoder.messageHandlers = {
      message(message) {
        decoder.messageHandlers = null;
        void checkAnswer(task, message).then((answerOrFault) =>
          typeof answerOrFault === 'string' ? refuseMessage(answerOrFault) : resolve(answerOrFault),
        );
      },
      invalid: refuseMessage,
    };
    // The event `close` comes after everything that the process has sent.
    child.once('close', rejectAtExit);
    child.once('error', rejectTask);
    try {
      writeMessage(pipe, task);
      return await promise;
    } catch (error) {
      child.kill('SIGKILL');
      slot.process = null;
      throw error;
    } finally {
      clearTimeout(timer);
      decoder.messageHandlers = null;
      child.off('close', rejectAtExit).off('error', rejectTask);
    }
  }

  function startDecoder(slot: WorkerSlot): DecoderProcess {
    const child = startProcess(program, budget);
    const pipe = child.stdio[messageDescriptor] as Duplex;
    const decoderProcess: DecoderProcess = { child, pipe, messageHandlers: null };
    // A process without a task must not send a message.
    const refuseIdleMessage = (issue: string): void => {
      onInvalidMessage(issue);
      child.kill('SIGKILL');
      if (slot.process === decoderProcess) slot.process = null;
    };
    readMessages(pipe, {
      messageBytesMaximum: imageLimits.answerBytes,
      onMessage: (message) =>
        decoderProcess.messageHandlers
          ? decoderProcess.messageHandlers.message(message)
          : refuseIdleMessage('nothing was asked'),
      onInvalid: (issue) =>
        decoderProcess.messageHandlers ? decoderProcess.messageHandlers.invalid(issue) : refuseIdleMessage(issue),
    });
    // A process may end while it is idle. An error while the server sends a message to an ended process must not end
    // the server.
    pipe.on('error', () => {});
    child.on('error', () => {});
    child.once('exit', () => {
      if (slot.process === decoderProcess) slot.process = null;
    });
    return decoderProcess;
  }

  async function queueAndPrepare(bytes: Uint8Array, digest: string | null, from: ImageSender): Promise<PreparedImage> {
    const answer = await runInQueues(from, () => {
      decodedCount += 1;
      return enqueueTask({ kind: 'prepare', bytes, digest });
    });
    if (answer.kind === 'digest-mismatch') throw new DigestMismatchError('The bytes have another digest.');
    return answer.kind === 'prepare' ? answer.image : throwRefusal(answer);
  }

  return {
    prepare: (bytes, from) => decodeOnce.run(bytes, () => queueAndPrepare(bytes, null, from)),
    prepareDistinct: queueAndPrepare,
    async encodeAvif(bytes) {
      const answer = await enqueueTask({ kind: 'avif', bytes });
      return answer.kind === 'avif' ? answer.variants : throwRefusal(answer);
    },
    async drawShareCard(photo, card) {
      const answer = await enqueueTask({ kind: 'share-card', photo, card });
      return answer.kind === 'share-card' ? answer.bytes : throwRefusal(answer);
    },
    async drawDemoCar(drawing, widths) {
      const answer = await enqueueTask({ kind: 'demo-car', drawing, widths });
      return answer.kind === 'demo-car' ? answer.renderedDrawing : throwRefusal(answer);
    },
    async listDrawingKeys(drawings) {
      const answer = await enqueueTask({ kind: 'demo-keys', drawings });
      return answer.kind === 'demo-keys' ? answer.keys : throwRefusal(answer);
    },
    countDecoded: () => decodedCount,
    listProcessIds: () => slots.flatMap((slot) => slot.process?.child.pid ?? []),
    countBusy: () => slots.filter((slot) => slot.isBusy).length,
    countWaiting: () => accountQueue.totalWaitingCount + networkQueue.totalWaitingCount,
    async close() {
      isClosed = true;
      for (const nextTask of waitingTasks.splice(0)) nextTask.reject(new DomainError('UNAVAILABLE'));
      await Promise.all(slots.map(endProcess));
    },
  };
}

function throwRefusal(answer: ImageAnswer): never {
  throw new DomainError('IMAGE_INVALID', answer.kind === 'refused' ? { cause: new Error(answer.reason) } : {});
}

/**
 * Checks the answer of a process to a task.
 * @returns the answer, or a description of what is wrong with it.
 */
async function checkAnswer(task: ImageTask, message: unknown): Promise<ImageAnswer | string> {
  const { data, error } = z.safeParse(chooseAnswerSchema(task), message);
  if (error !== undefined) return describeIssues(error);
  if (data.kind !== 'prepare') return data;
  const { key, width, variants } = data.image;
  if (
    !isDeepStrictEqual(
      variants.map((variant) => variant.width),
      listStoredWidths(width),
    )
  )
    return 'other widths';
  // Without the comparison of the key, a process could answer with the key of another picture, and the sender could
  // then use that picture.
  const digest = await computeDigest(variants.at(-1)?.bytes ?? Buffer.alloc(0));
  return digest.startsWith(key) ? data : 'another key';
}

function startProcess(program: string, { cpuSeconds, residentBytes }: ImageBudget): ChildProcess {
  const heapOption = `--max-old-space-size=${imageLimits.heapBytes / 1024 ** 2}`;
  return spawn(process.execPath, [heapOption, program, String(cpuSeconds), String(residentBytes)], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // The process gets no secrets. With fewer malloc arenas, the memory of decoded pixels is returned to the system.
    env: { MALLOC_ARENA_MAX: '2' },
  });
}

async function endProcess(slot: WorkerSlot): Promise<void> {
  if (slot.idleTimer !== null) clearTimeout(slot.idleTimer);
  const child = slot.process?.child;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exitPromise = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exitPromise;
}
