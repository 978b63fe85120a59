import { findChainHead, sealAudit } from '@carhouse/database/audit/audit-chain';
import type { Context } from '../context.ts';
import { runEvery } from './run-every.ts';
import { watchRuns } from './watch-runs.ts';

/**
 * Interval in milliseconds at which the hash of the newest audit entry is written to the log. With such a copy outside
 * the database, deleted entries are found.
 */
const witnessEveryMs = 3_600_000;

/**
 * Adds new audit entries to the hash chain every second. Runs never overlap.
 * @returns a function that stops the interval and first adds the remaining entries.
 */
export function startAuditSealer(context: Context): () => Promise<void> {
  let witnessedAt = 0;

  async function seal(): Promise<void> {
    while ((await sealAudit(context.database)) > 0);
    const now = context.now().getTime();
    if (now - witnessedAt < witnessEveryMs) return;
    witnessedAt = now;
    const head = await findChainHead(context.database);
    if (head !== undefined) context.log.info({ position: Number(head.position), hash: head.hash }, 'audit chain head');
  }

  const sentence = 'the audit could not be sealed';
  const stop = runEvery({ everyMs: 1_000, log: context.log, sentence, run: seal });
  return async () => {
    await stop();
    await watchRuns(context.log, sentence)(seal);
  };
}
