import * as contract from '@carhouse/contract/reconciliation';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { makeNextLink } from '../http/routing/page-cursor.ts';
import { presentDiscrepancies } from './present-discrepancy.ts';
import { receiveEventAgain } from './receive-event-again.ts';
import { repairDiscrepancy } from './repair-discrepancy.ts';
import { showReconciliation } from './show-discrepancies.ts';
import { startReconciliationCheck } from './start-check.ts';

export function registerReconciliationRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.showReconciliation, async ({ query }) => {
    const { before: _beforeCursor, ...filters } = query;
    const { openByKind, mailsWaiting, lastRunAt, page } = await showReconciliation(context, query);
    const openCount = openByKind.reduce((sum, each) => sum + each.open, 0);
    const discrepancies = await presentDiscrepancies(context, page.rows);
    const body = { open: openCount, openByKind: [...openByKind], mailsWaiting, lastRunAt, findings: discrepancies };
    return { status: 200, body, headers: makeNextLink(contract.showReconciliation.path, page.next, filters) };
  });

  mount(app, contract.runReconciliation, async ({ actor }) => ({
    status: 200,
    body: await startReconciliationCheck(context, actor),
  }));

  mount(app, contract.repairDiscrepancy, async ({ params, actor }) => {
    const [body] = await presentDiscrepancies(context, [await repairDiscrepancy(context, actor, params.id)]);
    if (body === undefined) throw new DomainError('INTERNAL');
    return { status: 200, body };
  });

  mount(app, contract.replayEvent, async ({ params, actor }) => {
    const { eventId, type, processedAt } = await receiveEventAgain(context, actor, params.eventId);
    return { status: 200, body: { eventId, type, processedAt: processedAt.toISOString() } };
  });
}
