import { readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sendSignal } from '@carhouse/embedded-postgres/process-facts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import { findChildPids, isRunning } from '@carhouse/server/testing/processes';

/** The PostgreSQL server of an experiment, which can be killed, paused and started again on the same port. */
export class DatabaseProcess {
  readonly #dataDir: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly port: number;
  #server: EmbeddedPostgres;

  /**
   * @param dataDir folder for the data of the server; the function creates the folder when it does not exist.
   * @param settings settings of PostgreSQL that differ from those of the embedded server.
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
  listPids(): readonly number[] {
    return [this.pid, ...findChildPids(this.pid)];
  }

  /** Whether the postmaster runs. */
  isRunning(): boolean {
    return isRunning(this.pid);
  }

  /** Sends a signal to all processes of PostgreSQL. */
  signalAll(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of this.listPids()) sendSignal(pid, signal);
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
    return readFileSync(join(this.#server.homeFolder, 'server.log'), 'utf8');
  }

  /** Folder of the data, settings and log. */
  get home(): string {
    return this.#server.homeFolder;
  }

  async stop(): Promise<void> {
    this.signalAll('SIGCONT');
    await this.#server.stop();
  }
}
