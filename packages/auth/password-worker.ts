// This program runs in a worker thread of password-threads.ts.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordResult, PasswordTask } from './password-threads.ts';

/**
 * Argon2id with 19 MiB, two passes and one lane, which is the smallest setting that the OWASP password storage sheet
 * accepts.
 */
const argon2Settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// The worker thread gets a low priority, because rendering pages is more urgent than hashing. The call is made only on
// Linux, where each thread has a priority of its own. On other systems the call would change the priority of the whole
// server.
const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;
if (process.platform === 'linux' && getPriority() < lowPriority) setPriority(lowPriority);

parentPort?.on('message', (work: PasswordTask) => {
  const answer = ((): PasswordResult => {
    try {
      if (work.hash === undefined) return { id: work.id, value: hashSync(work.password, argon2Settings) };
      return { id: work.id, value: verifySync(work.hash, work.password) };
    } catch (error) {
      return { id: work.id, error: (error as Error).message };
    }
  })();
  parentPort?.postMessage(answer);
});
