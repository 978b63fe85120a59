import { writeSync } from 'node:fs';

/** Maximum number of bytes that wait while nobody reads the log; further lines are lost. */
const waitingBytesMaximum = 1_000_000;
/** Milliseconds before another attempt to write to a full pipe. */
const retryDelayMs = 50;

/**
 * Where the log of the server is written. The server never waits for a reader: a pipe that nobody reads, or a full
 * disk, costs lines of the log, not requests (docs/reliability.md fault 43). With Pino's own destination, a full disk
 * ends the process. That destination also keeps all lines for a pipe that nobody reads, and the process cannot end
 * before they are read.
 */
export class LogDestination {
  readonly #descriptor: number;
  #waitingBuffers: Buffer[] = [];
  #waitingLength = 0;
  #lostLineCount = 0;
  #onRecovery: (lostLineCount: number) => void = () => undefined;

  /** @param descriptor file descriptor that is open for writing; the descriptor of a pipe must be non-blocking. */
  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Calls a function once the log can be written again after lines were lost. */
  onRecovery(listener: (lostLineCount: number) => void): void {
    this.#onRecovery = listener;
  }

  /** Writes a line with its line break, now or when somebody reads again. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    const isQueueEmpty = this.#waitingBuffers.length === 0;
    if (this.#waitingLength + bytes.length > waitingBytesMaximum) {
      this.#lostLineCount += 1;
      return;
    }
    this.#waitingBuffers.push(bytes);
    this.#waitingLength += bytes.length;
    if (isQueueEmpty) this.#writeWaiting();
  }

  /**
   * Writes as many waiting lines as the destination accepts now. Pino calls `flushSync` after a fatal error, before the
   * process ends.
   */
  flushSync(): void {
    while (this.#waitingBuffers.length > 0 && this.#writeFirst());
  }

  #writeWaiting(): void {
    this.flushSync();
    if (this.#waitingBuffers.length > 0) setTimeout(() => this.#writeWaiting(), retryDelayMs).unref();
    else if (this.#lostLineCount > 0 && this.#hasWritten) {
      const lostLineCount = this.#lostLineCount;
      this.#lostLineCount = 0;
      this.#onRecovery(lostLineCount);
    }
  }

  /** Whether the last attempt has written something, so that a line about the lost lines can be written too. */
  #hasWritten = false;

  /** Writes the first waiting line, or a part of it. @returns false when nobody reads now. */
  #writeFirst(): boolean {
    const [first = Buffer.alloc(0)] = this.#waitingBuffers;
    try {
      const writtenLength = writeSync(this.#descriptor, first);
      this.#hasWritten = true;
      this.#waitingLength -= writtenLength;
      if (writtenLength < first.length) this.#waitingBuffers[0] = first.subarray(writtenLength);
      else this.#waitingBuffers.shift();
      return true;
    } catch (error) {
      this.#hasWritten = false;
      if ((error as { code?: string }).code === 'EAGAIN') return false;
      this.#waitingBuffers.shift();
      this.#waitingLength -= first.length;
      this.#lostLineCount += 1;
      return true;
    }
  }
}

/**
 * Opens standard error for the log of this process. Lines that still wait are written when the process ends, if the
 * destination accepts them.
 */
export function openLogDestination(): LogDestination {
  // Node makes a pipe or a socket on standard error non-blocking when `process.stderr` is first used. Without this
  // access to `process.stderr`, each write would wait for the reader.
  void process.stderr.writable;
  const destination = new LogDestination(2);
  process.on('exit', () => destination.flushSync());
  return destination;
}
