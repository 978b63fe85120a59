import { duplicateReasons } from '@carhouse/domain/listing/duplicate';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, makeFreeTextSchema } from './fields.ts';

const car = z.object({ _id: id, title: z.string(), seller: z.string(), resalePrice: dollars, postedAt: z.string() });

/** Two listings of different sellers that are probably for the same car. */
export const duplicate = z.object({
  reason: z.enum(duplicateReasons),
  notedAt: z.string(),
  /** The listing of the pair that was on sale first. */
  first: car,
  second: car,
  /**
   * Number of open pairs whose second listing belongs to this seller, including this pair. A response contains at most
   * three pairs of one seller.
   */
  ofSeller: z.number(),
});

export type Duplicate = z.infer<typeof duplicate>;

export const listDuplicates = call({
  method: 'GET',
  path: '/api/v1/duplicates',
  summary:
    'Cars on sale of two sellers that look like one, newest first, 20 at most; `next` is the cursor of the page after, null on the last',
  noun: 'listings',
  access: 'admin',
  query: z.object({ cursor: z.optional(makeFreeTextSchema(80, 1)) }),
  answers: { 200: z.object({ pairs: z.array(duplicate), next: z.nullable(z.string()) }) },
});

export const settleDuplicate = call({
  method: 'POST',
  path: '/api/v1/duplicates/:id/settlement',
  summary: 'Says that the car of this id and the first one are two cars: the pair is not listed any more',
  noun: 'listings',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ firstId: makeFreeTextSchema(36, 36) }),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});
