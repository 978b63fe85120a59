import { writeSync } from 'node:fs';

/** Number of bytes that wait while nobody reads the log; lines beyond it are lost. */
const waitingMaximum = 1_000_000;
/** Milliseconds before another attempt at a pipe that is full. */
const retryDelayMs = 50;

/**
 * Where the log of the server is written. The server never waits for a reader: a pipe that nobody reads, or a full disk, costs
 * lines of the log, not requests (docs/reliability.md fault 43). Pino's own destination lets a full disk end the process; it keeps
 * all lines for a pipe that nobody reads, and the process cannot end before they are read.
 */
export class LogDestination {
  readonly #descriptor: number;
  #waitingBuffers: Buffer[] = [];
  #waitingLength = 0;
  #lostLineCount = 0;
  #onRecovery: (lostLineCount: number) => void = () => undefined;

  /** @param descriptor file descriptor that is open for writing; of a pipe, one that does not wait for its reader. */
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
    const isFirst = this.#waitingBuffers.length === 0;
    if (this.#waitingLength + bytes.length > waitingMaximum) {
      this.#lostLineCount += 1;
      return;
    }
    this.#waitingBuffers.push(bytes);
    this.#waitingLength += bytes.length;
    if (isFirst) this.#writeWaiting();
  }

  /** Writes what can be written now. Pino calls it after a fatal error, before the process ends. */
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

  /** Whether the last attempt has written something, so that a line about lost ones can be written too. */
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

/** Opens standard error for the log of this process. What still waits is written, if it can be, when the process ends. */
export function openLogDestination(): LogDestination {
  // Node opens a pipe or a socket so that writing to it does not wait. Until then, a write waits for the reader.
  void process.stderr.writable;
  const destination = new LogDestination(2);
  process.on('exit', () => destination.flushSync());
  return destination;
}
