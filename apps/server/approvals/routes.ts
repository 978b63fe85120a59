import * as contract from '@carhouse/contract/approvals';
import { listApprovals } from '@carhouse/database/approvals/approvals';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { decideRequest } from './decide-approval.ts';
import { presentApproval } from './present-approval.ts';

/**
 * Maximum number of approval requests in the list: first the waiting requests, then the requests that were decided
 * last.
 */
const listedApprovalCountMaximum = 50;

export function registerApprovalRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.approvals, async ({ actor }) => {
    const foundApprovals = await listApprovals(context.database, listedApprovalCountMaximum);
    return { status: 200, body: foundApprovals.map((approval) => presentApproval(approval, actor, context.now())) };
  });

  for (const [call, decision] of [
    [contract.confirmApproval, 'confirm'],
    [contract.rejectApproval, 'reject'],
  ] as const) {
    mount(app, call, async ({ params, actor }) => {
      return { status: 200, body: { state: await decideRequest(context, actor, params.id, decision) } };
    });
  }
}
