import * as wire from '@carhouse/contract/reconciliation';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { nextLink } from '../http/routing/page-cursor.ts';
import { presentFindings } from './present-finding.ts';
import { receiveEventAgain } from './receive-event-again.ts';
import { repairFinding } from './repair-finding.ts';
import { showDesk } from './show-desk.ts';
import { startCheck } from './start-check.ts';

export function registerReconciliationRoutes(app: FastifyInstance, context: Context): void {
  mount(
    app,
    wire.showDesk,
  )(async ({ query }) => {
    const { before: _before, ...choice } = query;
    const { openByKind, mailsWaiting, lastRunAt, page } = await showDesk(context, query);
    const open = openByKind.reduce((sum, each) => sum + each.open, 0);
    const findings = await presentFindings(context, page.rows);
    const body = { open, openByKind: [...openByKind], mailsWaiting, lastRunAt, findings };
    return { status: 200, body, headers: nextLink(wire.showDesk.path, page.next, choice) };
  });

  mount(app, wire.runDesk)(async ({ actor }) => ({ status: 200, body: await startCheck(context, actor) }));

  mount(
    app,
    wire.repairFinding,
  )(async ({ params, actor }) => {
    const [body] = await presentFindings(context, [await repairFinding(context, actor, params.id)]);
    if (body === undefined) throw new DomainError('INTERNAL');
    return { status: 200, body };
  });

  mount(
    app,
    wire.replayEvent,
  )(async ({ params, actor }) => {
    const { eventId, type, processedAt } = await receiveEventAgain(context, actor, params.eventId);
    return { status: 200, body: { eventId, type, processedAt: processedAt.toISOString() } };
  });
}
