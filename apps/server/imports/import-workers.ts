import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ImporterLogins } from '@carhouse/database/connection/importer-role';
import { type ImportFaultCode, importBudgets } from '@carhouse/domain/import/import-budgets';
import type { ImportId } from '@carhouse/domain/import/import-states';
import type { ImageAnswer, ImportAnswer, ImportProcessStart, ImportTask, ProcessBudget } from './import-task.ts';

/** The processes that parse dealers' files, one for each task. */
export type ImportWorkers = {
  /** Starts a process for a task. Aborting `signal` ends the process. */
  begin(task: ImportTask, signal: AbortSignal): ImportProcess;
  /** Ends the process of an import on this server node, if there is one. */
  stop(id: ImportId): void;
  /** The ids of the running processes. */
  processIds(): readonly number[];
  close(): Promise<void>;
};

export type ImportProcess = {
  /**
   * The result of the task. The promise rejects when the process exceeds its budget, which ends the process.
   * @throws the reason of `signal` when it aborts.
   */
  readonly answer: Promise<ImportAnswer>;
  /** Reads a file from the archive. Returns undefined when the file does not exist or the process has ended. */
  image(name: string): Promise<Uint8Array | undefined>;
  /** Stops the process because its run has ended. Another run that has taken over the import continues. */
  stop(): void;
  /** Ends the process and waits for its exit. */
  end(): Promise<void>;
};

export type ImportWorkerOptions = {
  /** Makes the database logins of the processes. */
  readonly logins: ImporterLogins;
  /** Replaces the default limits; tests use small ones. */
  readonly budgets?: Partial<typeof workBudgets>;
  /** The module that the process runs; crash tests use another module. */
  readonly program?: string;
};

type Budget = ProcessBudget & { readonly seconds: number };

const megabyte = 1024 * 1024;
const { heapBytes, residentBytes } = importBudgets;
const memory = { heapBytes, residentBytes };
const workBudgets: { readonly examining: Budget; readonly reading: Budget; readonly newCheck: Budget } = {
  examining: { ...memory, cpuSeconds: importBudgets.examineCpuSeconds, seconds: importBudgets.examineSeconds },
  reading: { ...memory, cpuSeconds: importBudgets.workCpuSeconds, seconds: importBudgets.workSeconds },
  newCheck: { ...memory, cpuSeconds: importBudgets.newCheckCpuSeconds, seconds: importBudgets.newCheckSeconds },
};
/** Maximum number of characters of standard error that are kept. */
const errorOutputMaximum = 4_096;
const imageTimeout = 30_000;
const ownProgram = fileURLToPath(new URL('./import-process.ts', import.meta.url));

export function startImportWorkers(options: ImportWorkerOptions): ImportWorkers {
  const { logins, program = ownProgram } = options;
  const budgets = { ...workBudgets, ...options.budgets };
  const living = new Map<ChildProcess, { readonly id: ImportId; stop(): void }>();

  return {
    begin(task, signal) {
      const budget = budgets[budgetOf(task)];
      const child = fork(program, {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        // The process gets no environment variables, because they contain the server's secrets.
        env: {},
        execArgv: [`--max-old-space-size=${Math.ceil(budget.heapBytes / megabyte)}`],
      });
      lowerPriority(child);
      const { promise, resolve, reject } = Promise.withResolvers<ImportAnswer>();
      // The caller awaits the promise later, so its rejection must not count as unhandled now.
      promise.catch(() => {});
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-errorOutputMaximum);
      });
      const kill = (): void => void child.kill('SIGKILL');
      const end = (answer: ImportAnswer): void => {
        resolve(answer);
        kill();
      };
      const interrupt = (): void => {
        reject(new Error('the import was interrupted'));
        kill();
      };
      const timer = setTimeout(() => end(faultOf('TIME', budget)), budget.seconds * 1_000);
      child.on('message', (message: ImportAnswer | ImageAnswer) => {
        if (message.kind !== 'image') resolve(message);
      });
      // Standard error has been read to its end when `close` is emitted.
      child.once('close', (code, by) => resolve(faultOf(causeOf(said, code, by), budget)));
      child.once('error', (error) => end({ kind: 'failed', message: error.message }));
      if (signal.aborted) interrupt();
      signal.addEventListener('abort', interrupt, { once: true });
      const stop = (): void => end({ kind: 'stopped' });
      living.set(child, { id: task.id, stop });
      const gone = new Promise<void>((ended) => {
        child.once('exit', () => {
          living.delete(child);
          clearTimeout(timer);
          signal.removeEventListener('abort', interrupt);
          ended();
        });
        child.once('error', () => ended());
      });
      const login = logins.open(task);
      login.then(
        ({ url }) => {
          const order: ImportProcessStart = { task, databaseUrl: url, budget };
          if (child.connected)
            child.send(order, (error) => error !== null && end({ kind: 'failed', message: error.message }));
        },
        (error: Error) => end({ kind: 'failed', message: error.message }),
      );
      return {
        answer: promise,
        image: (name) => requestImage(child, name),
        stop,
        async end() {
          kill();
          await gone;
          await login.then(({ close }) => close()).catch(() => {});
        },
      };
    },
    stop(id) {
      for (const each of living.values()) if (each.id === id) each.stop();
    },
    processIds: () => [...living.keys()].flatMap(({ pid }) => pid ?? []),
    async close() {
      const ended = [...living.keys()].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of living.keys()) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
}

function budgetOf({ work, isNewSeller }: ImportTask): keyof typeof workBudgets {
  if (work === 'examining') return 'examining';
  return work === 'checking' && isNewSeller ? 'newCheck' : 'reading';
}

/**
 * Lowers the priority of an import process immediately after its start, so that the start does not slow visitors down
 * either.
 */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Lowering the priority failed: the process has already exited, or the system has no process priorities. The CPU budget
    // of the process still applies.
  }
}

async function requestImage(child: ChildProcess, name: string): Promise<Uint8Array | undefined> {
  if (!child.connected) return undefined;
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  const onMessage = (message: ImageAnswer): void => resolve(message.bytes ?? undefined);
  const onEnd = (): void => resolve(undefined);
  const timer = setTimeout(onEnd, imageTimeout);
  child.once('message', onMessage).once('exit', onEnd);
  child.send({ name }, (error) => error !== null && onEnd());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onEnd);
  }
}

function causeOf(said: string, code: number | null, by: NodeJS.Signals | null): 'CPU' | 'MEMORY' | 'CRASHED' {
  const named = /budget:(CPU|MEMORY)/.exec(said)?.[1];
  if (named === 'CPU' || named === 'MEMORY') return named;
  // V8 aborts the process when its heap is full; exit code 134 is how a shell reports this abort.
  return by === 'SIGABRT' || code === 134 || said.includes('heap out of memory') ? 'MEMORY' : 'CRASHED';
}

function faultOf(code: 'CPU' | 'MEMORY' | 'TIME' | 'CRASHED', budget: Budget): ImportAnswer {
  const messages: Readonly<Record<typeof code & ImportFaultCode, string>> = {
    CPU: `The list takes more than ${budget.cpuSeconds} seconds of computing, the limit for a list.`,
    MEMORY: `The list takes more memory than the limit for a list, ${Math.round(budget.residentBytes / megabyte)} MB.`,
    TIME: `The work took longer than ${budget.seconds} seconds, the limit for a list.`,
    CRASHED: 'The list could not be read to its end.',
  };
  return { kind: 'fault', code, message: `${messages[code]} Split it, and send the parts.` };
}
