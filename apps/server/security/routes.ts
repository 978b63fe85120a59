import * as contract from '@carhouse/contract/security-events';
import { countAlerts } from '@carhouse/database/security/security-events';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { listSecurityEvents } from './list-security-events.ts';

export function registerSecurityRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.securityEvents, async ({ query }) => {
    const { rows, next } = await listSecurityEvents(context, query);
    const events = rows.map(({ id, at, accountHash, addressHash, ...row }) => ({
      _id: id,
      at: at.toISOString(),
      account: accountHash,
      address: addressHash,
      event: row.event,
      result: row.result,
      code: row.code,
      route: row.route,
      count: row.count,
    }));
    return { status: 200, body: { events, next } };
  });

  mount(app, contract.securityAlerts, async () => ({
    status: 200,
    body: { ...(await countAlerts(context.pool, context.now())) },
  }));
}
