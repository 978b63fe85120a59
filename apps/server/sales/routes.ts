import * as contract from '@carhouse/contract/complaints';
import { listOpenComplaints, type OpenComplaint } from '@carhouse/database/sales/open-complaints';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { selectPage } from '../http/routing/page-cursor.ts';
import { answerComplaint } from './answer-complaint.ts';
import { confirmSale } from './confirm-sale.ts';
import { decideComplaint, withdrawComplaint } from './decide-complaint.ts';
import { openComplaint } from './open-complaint.ts';
import { presentOpenComplaint } from './present-complaint.ts';

/** Number of complaints on a page of the list. */
const pageSize = 50;
const oneChangeAnswer = { status: 200, body: { modifiedCount: 1 } } as const;

export function registerSaleRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.confirmSale, async ({ params, actor }) => {
    return { status: 200, body: { modifiedCount: await confirmSale(context, actor, params.id) } };
  });

  mount(app, contract.openComplaint, async ({ params, body, actor }) => {
    return { status: 200, body: { insertedId: await openComplaint(context, actor, params.id, body) } };
  });

  mount(app, contract.answerComplaint, async ({ params, body, actor }) => {
    await answerComplaint(context, actor, params.id, body.text);
    return oneChangeAnswer;
  });

  mount(app, contract.withdrawComplaint, async ({ params, actor }) => {
    await withdrawComplaint(context, actor, params.id);
    return oneChangeAnswer;
  });

  mount(app, contract.decideComplaint, async ({ params, body, actor }) => {
    await decideComplaint(context, actor, params.id, body);
    return oneChangeAnswer;
  });

  mount(app, contract.complaints, async ({ query }) => {
    const now = context.now();
    const { rows, next } = await selectPage({
      before: query.cursor,
      size: query.limit ?? pageSize,
      readTime: (complaint: OpenComplaint) => complaint.openedAt,
      select: (limit, after) => listOpenComplaints(context.database, limit, after),
    });
    return { status: 200, body: { complaints: rows.map((complaint) => presentOpenComplaint(complaint, now)), next } };
  });
}
