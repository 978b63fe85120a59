import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, makeFreeTextSchema, makeWholeNumberSchema } from './fields.ts';

/** A car that a buyer holds while they pay. */
const currentHold = z.object({
  /** The id of the payment attempt. */
  _id: id,
  listingId: id,
  productCategory: z.string(),
  productModel: z.string(),
  amount: dollars,
  buyer: z.object({
    _id: id,
    name: z.string(),
    /** Number of the buyer's holds in the last 24 hours on all cars, including the held car. */
    holdsOfDay: z.number(),
  }),
  sellerName: z.string(),
  heldFrom: z.string(),
  endsAt: z.string(),
});

export type CurrentHold = z.infer<typeof currentHold>;

export const listHolds = call({
  method: 'GET',
  path: '/api/v1/holds',
  summary:
    'The cars that buyers hold now, newest hold first, 50 at most; `next` is the cursor of the page after, null on the last',
  noun: 'payments',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({ limit: z.optional(makeWholeNumberSchema(1, 50)), cursor: z.optional(makeFreeTextSchema(80, 1)) }),
  answers: { 200: z.object({ holds: z.array(currentHold), next: z.nullable(z.string()) }) },
});
