import { z } from 'zod/mini';
import { call } from './call.ts';

/** How much of a limit is used. `used` is counted in the same way as by the call that enforces the limit `most`. */
const share = z.object({ used: z.number(), most: z.number() });

const sellingLimits = z.object({
  /** The limit on cars on sale. */
  cars: share,
  /** The limit on advertisements of cars on sale. */
  advertisements: share,
  /** The steps by which the limits grow, the nearest one first. */
  steps: z.array(
    z.object({
      cars: z.number(),
      advertisements: z.number(),
      /** The condition of the step as the end of a sentence, such as `when an admin verifies you`. */
      condition: z.string(),
    }),
  ),
});

export type SellingLimits = z.infer<typeof sellingLimits>;

export const getSellingLimits = call({
  method: 'GET',
  path: '/api/v1/me/selling-limits',
  summary:
    'How many cars and advertisements the seller has and may have (decision 0038); null for trusted sellers, whose limit does not grow',
  noun: 'listings',
  access: 'Seller',
  answers: { 200: z.object({ limits: z.nullable(sellingLimits) }) },
});
