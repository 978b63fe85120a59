import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ImporterLogins } from '@carhouse/database/connection/importer-role';
import { type ImportFaultCode, importBudgets } from '@carhouse/domain/import/import-budgets';
import type { ImportId } from '@carhouse/domain/import/import-states';
import { messageDescriptor, readMessages, writeMessage } from '@carhouse/images/message-pipe';
import { checkMessage, importMessageBytes } from './import-messages.ts';
import type {
  FoundImage,
  ImageAnswer,
  ImageRequest,
  ImportAnswer,
  ImportProcessStart,
  ImportTask,
  InvalidMessageResult,
  ProcessBudget,
} from './import-task.ts';

/** The processes that parse dealers' files, one for each task. */
export type ImportWorkers = {
  /** Starts a process that does this task. Aborting `signal` ends the process. */
  begin(task: ImportTask, signal: AbortSignal): ImportProcess;
  /** Ends the process of an import on this server node, if there is one. */
  stop(id: ImportId): void;
  /** The ids of the running processes. */
  listProcessIds(): readonly number[];
  close(): Promise<void>;
};

export type ImportProcess = {
  /**
   * The result of the task; `invalid` when the process sent anything else. The promise rejects when the process exceeds its budget, which ends the process.
   * @throws the reason of `signal` when it aborts.
   */
  readonly answer: Promise<ImportAnswer | InvalidMessageResult>;
  /**
   * Finds a photo of the archive. The result is `over budget` when the photo or the process has used up its budget, or
   * when the process does not answer in time. The result is `ended` when the process was stopped, was interrupted or
   * has crashed, and `invalid` when the process sent an invalid message.
   */
  findImage(name: string): Promise<FoundImage | EndedProcess>;
  /** The bytes of the photo that was found last, by its digest; `nothing` when they were sent before. */
  sendImage(digest: string): Promise<SentImage | EndedProcess>;
  /** Stops the process because its run has ended. Another run that has taken over the import continues. */
  stop(): void;
  /** Ends the process and waits for its exit. */
  end(): Promise<void>;
};

/**
 * The answer for a process that has ended although its budget was not used up. Another process may find the photo,
 * unless the process ended because of an invalid message.
 */
export type EndedProcess = { readonly found: 'ended' } | { readonly found: 'invalid'; readonly issue: string };
export type SentImage =
  | { readonly found: 'bytes'; readonly bytes: Uint8Array }
  | { readonly found: 'nothing' }
  | { readonly found: 'over budget' };

export type ImportWorkerOptions = {
  /** Creates the database logins of the processes. */
  readonly logins: ImporterLogins;
  /** Replaces the default limits; tests use small limits. */
  readonly budgets?: Partial<typeof workBudgets>;
  /** The module that the process runs; crash tests use another module. */
  readonly programPath?: string;
};

type TimedBudget = ProcessBudget & { readonly seconds: number };

const bytesPerMegabyte = 1024 * 1024;
const { heapBytes, residentBytes } = importBudgets;
const memoryBudget = { heapBytes, residentBytes };
const workBudgets: {
  readonly examination: TimedBudget;
  readonly reading: TimedBudget;
  readonly repeatedCheck: TimedBudget;
} = {
  examination: { ...memoryBudget, cpuSeconds: importBudgets.examineCpuSeconds, seconds: importBudgets.examineSeconds },
  reading: { ...memoryBudget, cpuSeconds: importBudgets.workCpuSeconds, seconds: importBudgets.workSeconds },
  repeatedCheck: {
    ...memoryBudget,
    cpuSeconds: importBudgets.newCheckCpuSeconds,
    seconds: importBudgets.newCheckSeconds,
  },
};
/** Maximum number of characters of standard error that are kept. */
const errorOutputLengthMaximum = 4_096;
const imageTimeoutMs = 30_000;
const importProgramPath = fileURLToPath(new URL('./import-process.ts', import.meta.url));

export function startImportWorkers(options: ImportWorkerOptions): ImportWorkers {
  const { logins, programPath = importProgramPath } = options;
  const budgets = { ...workBudgets, ...options.budgets };
  const runningProcesses = new Map<ChildProcess, { readonly id: ImportId; stop(): void }>();

  return {
    begin(task, signal) {
      const budget = budgets[chooseBudget(task)];
      const heapOption = `--max-old-space-size=${Math.ceil(budget.heapBytes / bytesPerMegabyte)}`;
      const child = spawn(process.execPath, [heapOption, programPath], {
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
        // The process gets no environment variables, because they contain the server's secrets.
        env: {},
      });
      const pipe = child.stdio[messageDescriptor] as Duplex;
      lowerPriority(child);
      const { promise, resolve, reject } = Promise.withResolvers<ImportAnswer | InvalidMessageResult>();
      // The caller awaits the promise later, so its rejection must not count as unhandled now.
      promise.catch(() => {});
      let errorOutput = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        errorOutput = (errorOutput + text).slice(-errorOutputLengthMaximum);
      });
      const killChild = (): void => void child.kill('SIGKILL');
      /** The result of requests for photos once the process has ended. */
      const { promise: endPromise, resolve: settleEnding } = Promise.withResolvers<EndedProcess | OverBudget>();
      const end = (answer: ImportAnswer): void => {
        settleEnding({ found: 'ended' });
        resolve(answer);
        killChild();
      };
      const interruptRun = (): void => {
        settleEnding({ found: 'ended' });
        reject(new Error('the import was interrupted'));
        killChild();
      };
      const timer = setTimeout(() => {
        settleEnding({ found: 'over budget' });
        end(makeImportFault('TIME', budget));
      }, budget.seconds * 1_000);
      let hasAnswered = false;
      const openRequests: OpenRequest[] = [];
      const refuseMessage = (issue: string): void => {
        settleEnding({ found: 'invalid', issue });
        resolve({ kind: 'invalid', issue });
        killChild();
      };
      readMessages(pipe, {
        messageBytesMaximum: importMessageBytes,
        onMessage(message) {
          const messageCheck = checkMessage(message, { work: task.work, hasAnswered, openRequests });
          if (messageCheck.kind === 'invalid') {
            pipe.destroy();
            return refuseMessage(messageCheck.issue);
          }
          if (messageCheck.kind === 'answer') {
            hasAnswered = true;
            return resolve(messageCheck.answer);
          }
          const { kind, imageReference } = messageCheck.answer;
          const openRequestIndex = openRequests.findIndex(
            (request) => request.kind === kind && request.imageReference === imageReference,
          );
          openRequests.splice(openRequestIndex, 1)[0]?.settleAnswer(messageCheck.answer);
        },
        onInvalid: refuseMessage,
      });
      // The end of the process is handled below.
      pipe.on('error', () => {});
      // Standard error has been read to its end when `close` is emitted.
      child.once('close', (code, signal) => {
        const endCause = findEndCause(errorOutput, code, signal);
        settleEnding({ found: endCause === 'CRASHED' ? 'ended' : 'over budget' });
        resolve(makeImportFault(endCause, budget));
      });
      child.once('error', (error) => end({ kind: 'failed', message: error.message }));
      if (signal.aborted) interruptRun();
      signal.addEventListener('abort', interruptRun, { once: true });
      const stop = (): void => end({ kind: 'stopped' });
      runningProcesses.set(child, { id: task.id, stop });
      const exitPromise = new Promise<void>((resolveExit) => {
        child.once('exit', () => {
          runningProcesses.delete(child);
          clearTimeout(timer);
          signal.removeEventListener('abort', interruptRun);
          resolveExit();
        });
        child.once('error', () => resolveExit());
      });
      const loginPromise = logins.open(task);
      loginPromise.then(
        ({ url }) => {
          const startMessage: ImportProcessStart = { task, databaseUrl: url, budget };
          writeMessage(pipe, startMessage);
        },
        (error: Error) => end({ kind: 'failed', message: error.message }),
      );
      const sendRequest = async (request: ImageRequest): Promise<ImageAnswer | EndedProcess | OverBudget> => {
        const { promise: answer, resolve: settleAnswer } = Promise.withResolvers<ImageAnswer>();
        const imageTimeoutDeferred = Promise.withResolvers<OverBudget>();
        const timer = setTimeout(() => imageTimeoutDeferred.resolve({ found: 'over budget' }), imageTimeoutMs);
        openRequests.push({ ...request, settleAnswer });
        writeMessage(pipe, request);
        try {
          return await Promise.race([answer, endPromise, imageTimeoutDeferred.promise]);
        } finally {
          clearTimeout(timer);
        }
      };
      return {
        answer: promise,
        async findImage(name) {
          const answer = await sendRequest({ kind: 'find-image', imageReference: name });
          if ('found' in answer) return answer;
          return answer.kind === 'find-image' ? answer.image : { found: 'nothing' };
        },
        async sendImage(digest) {
          const answer = await sendRequest({ kind: 'send-image', imageReference: digest });
          if ('found' in answer) return answer;
          if (answer.kind !== 'send-image' || answer.bytes === null) return { found: 'nothing' };
          return { found: 'bytes', bytes: answer.bytes };
        },
        stop,
        async end() {
          killChild();
          await exitPromise;
          await loginPromise.then(({ close }) => close()).catch(() => {});
        },
      };
    },
    stop(id) {
      for (const each of runningProcesses.values()) if (each.id === id) each.stop();
    },
    listProcessIds: () => [...runningProcesses.keys()].flatMap(({ pid }) => pid ?? []),
    async close() {
      const exitPromises = [...runningProcesses.keys()].map(
        (child) => new Promise((resolve) => child.once('exit', resolve)),
      );
      for (const child of runningProcesses.keys()) child.kill('SIGKILL');
      await Promise.all(exitPromises);
    },
  };
}

function chooseBudget({ work, isNewSeller }: ImportTask): keyof typeof workBudgets {
  if (work === 'examining') return 'examination';
  return work === 'checking' && isNewSeller ? 'repeatedCheck' : 'reading';
}

/**
 * Lowers the priority of an import process immediately after its start, so that the start does not slow visitors down
 * either.
 */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The priority could not be lowered, because the process has already exited or the system has no process
    // priorities. The limit on CPU time still applies.
  }
}

type OverBudget = { readonly found: 'over budget' };
type OpenRequest = ImageRequest & { settleAnswer(answer: ImageAnswer): void };

function findEndCause(
  errorText: string,
  code: number | null,
  signal: NodeJS.Signals | null,
): 'CPU' | 'MEMORY' | 'CRASHED' {
  const budgetName = /budget:(CPU|MEMORY)/.exec(errorText)?.[1];
  if (budgetName === 'CPU' || budgetName === 'MEMORY') return budgetName;
  // V8 aborts the process when its heap is full; exit code 134 is how a shell reports this abort.
  return signal === 'SIGABRT' || code === 134 || errorText.includes('heap out of memory') ? 'MEMORY' : 'CRASHED';
}

function makeImportFault(code: 'CPU' | 'MEMORY' | 'TIME' | 'CRASHED', budget: TimedBudget): ImportAnswer {
  const faultMessages: Readonly<Record<typeof code & ImportFaultCode, string>> = {
    CPU: `The list takes more than ${budget.cpuSeconds} seconds of computing, the limit for a list.`,
    MEMORY: `The list takes more memory than the limit for a list, ${Math.round(budget.residentBytes / bytesPerMegabyte)} MB.`,
    TIME: `The work took longer than ${budget.seconds} seconds, the limit for a list.`,
    CRASHED: 'The list could not be read to its end.',
  };
  return { kind: 'fault', code, message: `${faultMessages[code]} Split it, and send the parts.` };
}
