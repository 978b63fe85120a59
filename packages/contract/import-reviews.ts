import { z } from 'zod/mini';
import { call } from './call.ts';
import { id, makePublicTextSchema } from './fields.ts';
import { importCounts, importPreviewRow } from './imports.ts';

/** An import that waits for an admin's review. */
export const importReview = z.object({
  _id: id,
  fileName: z.string(),
  /** The time at which the seller requested the import. */
  askedAt: z.string(),
  seller: z.object({ _id: id, name: z.string(), joinedAt: z.string(), carsOnOffer: z.number() }),
  /** The row counts of the last check of the file; null when it was not checked. */
  counts: z.nullable(importCounts),
  /** At most five of the first rows of the file. */
  preview: z.array(importPreviewRow),
});

export type ImportReview = z.infer<typeof importReview>;

const idParameters = z.object({ id: z.string() });

export const listImportReviews = call({
  method: 'GET',
  path: '/api/v1/import-reviews',
  summary: 'The imports of sellers who are not verified that wait for an admin, longest first, 20 at most',
  noun: 'imports',
  access: 'admin',
  answers: { 200: z.array(importReview) },
});

export const releaseImport = call({
  method: 'POST',
  path: '/api/v1/import-reviews/:id/release',
  summary: 'Lets an import come in that waits for an admin. 409 when it does not wait any more',
  noun: 'imports',
  access: 'admin',
  securityEvent: 'import',
  params: idParameters,
  body: z.strictObject({}),
  answers: { 200: z.object({ modifiedCount: z.literal(1) }) },
});

export const rejectImport = call({
  method: 'POST',
  path: '/api/v1/import-reviews/:id/rejection',
  summary:
    'Refuses an import that waits for an admin, with a reason for its seller. 409 when it does not wait any more',
  noun: 'imports',
  access: 'admin',
  securityEvent: 'import',
  params: idParameters,
  body: z.strictObject({ reason: makePublicTextSchema(300, 1) }),
  answers: { 200: z.object({ modifiedCount: z.literal(1) }) },
});
