import { z } from 'zod/mini';

/** Every answer that is not a success (RFC 9457). `code` is the contract; `detail` is for people. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  /** PRICE_CHANGED: the price that the request named, and the price of this moment. */
  prices: z.optional(z.object({ expected: z.number(), current: z.number() })),
  errors: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
});

export type Problem = z.infer<typeof problem>;
