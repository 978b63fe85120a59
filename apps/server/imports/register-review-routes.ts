import { importTotals, listAllImports as listAllImportsCall } from '@carhouse/contract/admin-imports';
import * as contract from '@carhouse/contract/import-reviews';
import { countImportsToWatch } from '@carhouse/database/imports/admin-imports';
import { listWaitingImports, type WaitingImport } from '@carhouse/database/imports/import-runs';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { rejectImport, releaseImport } from './decide-review.ts';
import { readDealerImportRow } from './import-records.ts';
import { listAllImports } from './list-all-imports.ts';
import { presentAdminImport } from './present-admin-import.ts';
import { presentImport } from './present-import.ts';

const listedImportCountMaximum = 20;
const previewRowCount = 5;

/** Routes for admins: the imports of all sellers, and decisions on imports of unverified sellers. */
export function registerReviewRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listImportReviews, async () => {
    const waitingImports = await listWaitingImports(context.database, listedImportCountMaximum);
    return { status: 200, body: waitingImports.map((row) => presentReview(row, context.now())) };
  });

  mount(app, listAllImportsCall, async ({ query }) => {
    const { rows, next } = await listAllImports(context, query);
    return { status: 200, body: { imports: rows.map((row) => presentAdminImport(row, context.now())), next } };
  });

  mount(app, importTotals, async () => ({ status: 200, body: await countImportsToWatch(context.database) }));

  mount(app, contract.releaseImport, async ({ params, actor }) => {
    await releaseImport(context, actor, params.id);
    return { status: 200, body: { modifiedCount: 1 } };
  });

  mount(app, contract.rejectImport, async ({ params, body, actor }) => {
    await rejectImport(context, actor, params.id, body.reason.trim());
    return { status: 200, body: { modifiedCount: 1 } };
  });
}

function presentReview(row: WaitingImport, now: Date): contract.ImportReview {
  const { _id, fileName, counts, preview } = presentImport(readDealerImportRow(row), now);
  return {
    _id,
    fileName,
    askedAt: row.updated_at.toISOString(),
    seller: { _id: row.seller_id, name: row.seller, joinedAt: row.joined_at.toISOString(), carsOnOffer: row.cars },
    counts,
    preview: preview.slice(0, previewRowCount),
  };
}
