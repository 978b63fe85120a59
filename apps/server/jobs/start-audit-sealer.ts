import { findChainHead, sealAudit } from '@carhouse/database/audit/audit-chain';
import type { Context } from '../context.ts';
import { measureTask } from './measure-task.ts';
import { runEvery } from './run-every.ts';
import { watchRuns } from './watch-runs.ts';

/**
 * Interval in milliseconds at which the hash of the newest audit entry is written to the log. A copy of the hash
 * outside the database shows later whether audit entries were deleted.
 */
const headLogIntervalMs = 3_600_000;

/** Interval in milliseconds at which new entries are looked for. */
const sealIntervalMs = 5_000;

/**
 * Adds new audit entries to the hash chain every few seconds. Runs never overlap.
 * @returns a function that stops the interval and then adds the remaining entries.
 */
export function startAuditSealer(context: Context): () => Promise<void> {
  let headLoggedAt = 0;

  async function sealEntries(): Promise<void> {
    while ((await sealAudit(context.database)) > 0);
    const now = context.now().getTime();
    if (now - headLoggedAt < headLogIntervalMs) return;
    headLoggedAt = now;
    const chainHead = await findChainHead(context.database);
    if (chainHead !== undefined)
      context.log.info({ position: Number(chainHead.position), hash: chainHead.hash }, 'audit chain head');
  }

  const sealWithMetrics = () => measureTask(context.metrics, 'sealAudit', sealEntries);
  const failureMessage = 'the audit could not be sealed';
  const stopInterval = runEvery({ intervalMs: sealIntervalMs, log: context.log, failureMessage, run: sealWithMetrics });
  return async () => {
    await stopInterval();
    await watchRuns(context.log, failureMessage)(sealEntries);
  };
}
