import { z } from 'zod/mini';
import { call } from './call.ts';

/**
 * How much of a limit is used: `used` is the current number, and `most` is the maximum. `used` is counted in the same
 * way as by the call that enforces the limit.
 */
const limitUse = z.object({ used: z.number(), most: z.number() });

const sellingLimits = z.object({
  /** The limit on the number of the seller's cars on sale. */
  cars: limitUse,
  /** Whether cars that the seller marked as sold count as cars on sale, which is the rule for new sellers. */
  countsMarkedSales: z.boolean(),
  /** The limit on the number of the seller's advertisements of cars on sale. */
  advertisements: limitUse,
  /** The steps by which the seller's limits can grow, lowest limits first. */
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
