import { importAdminActs, importStages } from '@carhouse/domain/import/import-states';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { id, makeFreeTextSchema, makeWholeNumberSchema } from './fields.ts';
import { importPreviewRow, importSummary } from './imports.ts';

/** An import of any seller, as an admin sees it. */
export const adminImport = z.extend(importSummary, {
  /** The time at which the import was last requested, started or ended. */
  changedAt: z.string(),
  /** The reason why the import failed, was stopped or was rejected; null in other states. */
  fault: z.nullable(z.string()),
  seller: z.object({
    _id: id,
    name: z.string(),
    joinedAt: z.string(),
    /** Number of the seller's cars on sale, at most 1,000. */
    carsOnOffer: z.number(),
    suspended: z.boolean(),
  }),
  /** At most five of the first rows of an import that waits for an admin's review; empty for other imports. */
  preview: z.array(importPreviewRow),
  /** The actions that an admin may take on the import now. */
  acts: z.array(z.enum(importAdminActs)),
});

export type AdminImport = z.infer<typeof adminImport>;

export const listAllImports = call({
  method: 'GET',
  path: '/api/v1/all-imports',
  summary:
    'The imports of all sellers in one stage: those that wait for an admin and those under way oldest first, those that have ended newest first; 50 at most, `next` is the cursor of the page after',
  noun: 'imports',
  access: 'admin',
  query: z.object({
    stage: z.enum(importStages),
    limit: z.optional(makeWholeNumberSchema(1, 50)),
    cursor: z.optional(makeFreeTextSchema(80, 1)),
  }),
  answers: { 200: z.object({ imports: z.array(adminImport), next: z.nullable(z.string()) }) },
});

export const importTotals = call({
  method: 'GET',
  path: '/api/v1/all-imports/totals',
  summary: 'How many imports of all sellers wait for an admin, and how many are under way',
  noun: 'imports',
  access: 'admin',
  answers: { 200: z.object({ waiting: z.number(), running: z.number() }) },
});
