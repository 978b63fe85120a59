import { findHead, sealAudit } from '@carhouse/database/audit/audit-chain';
import type { Context } from '../context.ts';
import { runEvery } from './run-every.ts';
import { watchRuns } from './watch-runs.ts';

/** Interval at which the head of the chain is logged: a copy outside the database shows when entries were deleted. */
const witnessEveryMs = 3_600_000;

/**
 * Links new audit entries every second, never twice at the same time. @returns a function that stops it and first links the
 * remaining entries.
 */
export function startAuditSealer(context: Context): () => Promise<void> {
  let witnessed = 0;

  async function seal(): Promise<void> {
    while ((await sealAudit(context.database)) > 0);
    const now = context.now().getTime();
    if (now - witnessed < witnessEveryMs) return;
    witnessed = now;
    const head = await findHead(context.database);
    if (head !== undefined) context.log.info({ position: Number(head.position), hash: head.hash }, 'audit chain head');
  }

  const sentence = 'the audit could not be sealed';
  const stop = runEvery({ everyMs: 1_000, log: context.log, sentence, run: seal });
  return async () => {
    await stop();
    await watchRuns(context.log, sentence)(seal);
  };
}
