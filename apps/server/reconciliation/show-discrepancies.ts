import { countWaitingMessages } from '@carhouse/database/outbox/outbox';
import { readCursor } from '@carhouse/database/reconciliation/cursors';
import { countOpenDiscrepanciesByKind, listDiscrepancies } from '@carhouse/database/reconciliation/discrepancies';
import type { Discrepancy, DiscrepancyState } from '@carhouse/domain/payment/discrepancy';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

export type DiscrepancyPage = {
  readonly openByKind: Awaited<ReturnType<typeof countOpenDiscrepanciesByKind>>;
  readonly mailsWaiting: number;
  readonly lastRunAt: string | null;
  readonly page: Page<Discrepancy>;
};

/** Returns the page of reconciliation: a summary and a page of discrepancies, by default the open ones. */
export async function showReconciliation(
  context: Context,
  query: {
    readonly state?: DiscrepancyState | undefined;
    readonly limit?: number | undefined;
    readonly before?: string | undefined;
  },
): Promise<DiscrepancyPage> {
  const { database } = context;
  return {
    openByKind: await countOpenDiscrepanciesByKind(database),
    mailsWaiting: await countWaitingMessages(database),
    lastRunAt: (await readCursor(database, 'run')) ?? null,
    page: await selectPage({
      before: query.before,
      size: query.limit,
      readTime: (discrepancy: Discrepancy) => discrepancy.firstSeenAt,
      select: (limit, after) => listDiscrepancies(database, query.state ?? 'open', limit, after),
    }),
  };
}
