import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';

/** The PostgreSQL server of an experiment, which can be killed, paused and started again on the same port. */
export class DatabaseProcess {
  readonly #dataDir: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly port: number;
  #server: EmbeddedPostgres;

  /**
   * @param dataDir folder of its data; it is made when it does not exist.
   * @param settings of PostgreSQL that differ from those of the embedded server.
   */
  static async start(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<DatabaseProcess> {
    await mkdir(dataDir, { recursive: true });
    // PostgreSQL that root starts runs as another user, who needs access to the folder.
    await chmod(dataDir, 0o711);
    const server = await startEmbeddedPostgres({ dataDir, settings, log: () => undefined });
    return new DatabaseProcess(dataDir, settings, server);
  }

  private constructor(dataDir: string, settings: Readonly<Record<string, string>>, server: EmbeddedPostgres) {
    this.#dataDir = dataDir;
    this.#settings = settings;
    this.#server = server;
    this.port = Number(new URL(server.url).port);
  }

  get url(): string {
    return this.#server.url;
  }

  /** Process id of the postmaster. */
  get pid(): number {
    return this.#server.pid;
  }

  /** Process ids of the postmaster and all processes that it has started. */
  pids(): readonly number[] {
    return [this.pid, ...findChildren(this.pid)];
  }

  /** Whether the postmaster runs. */
  isRunning(): boolean {
    try {
      return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${this.pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  }

  /** Sends a signal to all processes of PostgreSQL. */
  signalAll(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of this.pids()) sendSignal(pid, signal);
  }

  /** Starts the server again on its port, after it was killed or has ended. */
  async restart(settings: Readonly<Record<string, string>> = this.#settings): Promise<void> {
    await this.#server.stop();
    this.#server = await startEmbeddedPostgres({
      dataDir: this.#dataDir,
      settings,
      port: this.port,
      log: () => undefined,
    });
  }

  /** What the server has written to its log. */
  readLog(): string {
    return readFileSync(join(this.#server.home, 'server.log'), 'utf8');
  }

  /** Folder of the data, settings and log. */
  get home(): string {
    return this.#server.home;
  }

  async stop(): Promise<void> {
    this.signalAll('SIGCONT');
    await this.#server.stop();
  }
}

/** Finds the processes whose parent this is. */
export function findChildren(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readParent(pid) === parent);
}

function readParent(pid: number): number | undefined {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** The command line of a process; empty when it has ended. */
export function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Sends a signal to a process; one that has ended is ignored. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

/** Waits until a condition holds. @returns milliseconds that it took. @throws Error when it does not hold in time. */
export async function waitFor(
  what: string,
  milliseconds: number,
  condition: () => Promise<boolean> | boolean,
): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const holds = await Promise.resolve()
      .then(condition)
      .catch(() => false);
    const passedMs = performance.now() - startMs;
    if (holds) return Math.round(passedMs);
    if (passedMs > milliseconds) throw new Error(`After ${Math.round(milliseconds / 1000)} s there is not ${what}.`);
    await wait(50);
  }
}
