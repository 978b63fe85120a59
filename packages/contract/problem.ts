import { z } from 'zod/mini';

/** The body of every unsuccessful response (RFC 9457). Clients rely on `code`; `detail` is shown to users. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  /** For PRICE_CHANGED: the price in the request and the current price, in dollars. */
  prices: z.optional(z.object({ expected: z.number(), current: z.number() })),
  errors: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
});

export type Problem = z.infer<typeof problem>;
