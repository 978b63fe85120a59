import { Worker } from 'node:worker_threads';

/** A password to compare with `hash`; without `hash`, a password to hash. */
export type PasswordTask = { readonly id: number; readonly password: string; readonly hash?: string };
export type PasswordResult =
  | { readonly id: number; readonly value: string | boolean }
  | { readonly id: number; readonly error: string };

type PendingResult = { readonly resolve: (value: string | boolean) => void; readonly reject: (error: Error) => void };

export type PasswordThreads = {
  /**
   * Hashes a password.
   * @returns a PHC string of argon2id.
   * @throws Error when the thread ended.
   */
  hash(password: string): Promise<string>;
  /** @throws Error for a text in another format, and when the thread ended. */
  verify(hash: string, password: string): Promise<boolean>;
};

/**
 * Creates a pool of threads that hash passwords at a lower priority than the rest of the server, so that pages do not
 * wait for sign-ins. Each thread is started when its first password arrives. The threads do not prevent the process
 * from ending. A thread that has ended is replaced when the next password arrives.
 */
export function openPasswordThreads(count: number): PasswordThreads {
  const threads: (PasswordThread | undefined)[] = Array.from({ length: count });

  const sendTask = (work: Omit<PasswordTask, 'id'>): Promise<string | boolean> => {
    const pendingCounts = threads.map((thread) => thread?.countPending() ?? 0);
    const threadIndex = pendingCounts.indexOf(Math.min(...pendingCounts));
    const thread = threads[threadIndex] ?? startPasswordThread(() => (threads[threadIndex] = undefined));
    threads[threadIndex] = thread;
    return thread.sendTask(work);
  };
  return {
    hash: async (password) => String(await sendTask({ password })),
    verify: async (hash, password) => (await sendTask({ password, hash })) === true,
  };
}

type PasswordThread = {
  /** Returns the number of the thread's passwords that have no result yet. */
  countPending(): number;
  sendTask(work: Omit<PasswordTask, 'id'>): Promise<string | boolean>;
};

function startPasswordThread(onThreadEnd: () => void): PasswordThread {
  const worker = new Worker(new URL('./password-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    name: 'passwords',
  });
  const pendingResultsByTaskId = new Map<number, PendingResult>();
  let lastTaskId = 0;
  let workerError: Error | undefined;
  worker.unref();
  worker.on('message', (answer: PasswordResult) => {
    const pendingResult = pendingResultsByTaskId.get(answer.id);
    pendingResultsByTaskId.delete(answer.id);
    if (pendingResultsByTaskId.size === 0) worker.unref();
    if ('error' in answer) pendingResult?.reject(new Error(answer.error));
    else pendingResult?.resolve(answer.value);
  });
  worker.on('error', (error: Error) => {
    workerError = error;
  });
  worker.on('exit', () => {
    onThreadEnd();
    for (const { reject } of pendingResultsByTaskId.values())
      reject(workerError ?? new Error('The thread that hashes passwords ended.'));
    pendingResultsByTaskId.clear();
  });
  return {
    countPending: () => pendingResultsByTaskId.size,
    sendTask: (work) =>
      new Promise((resolve, reject) => {
        lastTaskId += 1;
        pendingResultsByTaskId.set(lastTaskId, { resolve, reject });
        worker.ref();
        worker.postMessage({ ...work, id: lastTaskId } satisfies PasswordTask);
      }),
  };
}
