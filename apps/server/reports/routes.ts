import * as contract from '@carhouse/contract/reports';
import { type ListedReport, listReports } from '@carhouse/database/reports/reports';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { selectPage } from '../http/routing/page-cursor.ts';
import { dismissReport } from './dismiss-report.ts';
import { presentReport } from './present-report.ts';
import { reportListing } from './report-listing.ts';
import { reportSeller } from './report-seller.ts';

/** Number of reports on a page of the list. */
const pageSize = 50;

export function registerReportRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.reportListing, async ({ params, body, actor, makeId }) => {
    const insertedId = await reportListing(context, actor, params.id, { ...body, text: body.text ?? '', id: makeId() });
    return { status: 201, body: { insertedId } };
  });

  mount(app, contract.reportSeller, async ({ params, body, actor, makeId }) => {
    const insertedId = await reportSeller(context, actor, params.id, { ...body, text: body.text ?? '', id: makeId() });
    return { status: 201, body: { insertedId } };
  });

  mount(app, contract.listReports, async ({ query }) => {
    const { rows, next } = await selectPage({
      before: query.cursor,
      size: query.limit ?? pageSize,
      readTime: (report: ListedReport) => report.createdAt,
      select: (limit, after) => listReports(context.database, query.stage, limit, after),
    });
    return { status: 200, body: { reports: rows.map(presentReport), next } };
  });

  mount(app, contract.dismissReport, async ({ params, body, actor }) => {
    return { status: 200, body: { modifiedCount: await dismissReport(context, actor, params.id, body.reason) } };
  });
}
