import { countWaitingMessages } from '@carhouse/database/outbox/outbox';
import { readPlace } from '@carhouse/database/reconciliation/desk-cursors';
import { countOpenFindings, listFindings } from '@carhouse/database/reconciliation/findings';
import type { Finding, FindingState } from '@carhouse/domain/payment/finding';
import type { Context } from '../context.ts';
import { type Page, readPage } from '../http/routing/page-cursor.ts';

export type Desk = {
  readonly openByKind: Awaited<ReturnType<typeof countOpenFindings>>;
  readonly mailsWaiting: number;
  readonly lastRunAt: string | null;
  readonly page: Page<Finding>;
};

/** The money desk: a summary and a page of findings, the open ones unless another state is asked for. */
export async function showDesk(
  context: Context,
  given: {
    readonly state?: FindingState | undefined;
    readonly limit?: number | undefined;
    readonly before?: string | undefined;
  },
): Promise<Desk> {
  const { database } = context;
  return {
    openByKind: await countOpenFindings(database),
    mailsWaiting: await countWaitingMessages(database),
    lastRunAt: (await readPlace(database, 'run')) ?? null,
    page: await readPage({
      before: given.before,
      size: given.limit,
      timeOf: (finding: Finding) => finding.firstSeenAt,
      select: (limit, after) => listFindings(database, given.state ?? 'open', limit, after),
    }),
  };
}
