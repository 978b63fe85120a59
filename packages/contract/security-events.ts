import { securityEventNames, securityResults } from '@carhouse/domain/security/security-event';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { email, id, makeFreeTextSchema, makeWholeNumberSchema } from './fields.ts';

const result = z.enum(securityResults);

const securityEvent = z.object({
  _id: id,
  at: z.string(),
  event: z.enum(securityEventNames),
  result,
  code: z.string(),
  route: z.string(),
  account: z.nullable(z.string()),
  address: z.nullable(z.string()),
  count: z.number(),
});

export type SecurityEventAnswer = z.infer<typeof securityEvent>;

export const securityEvents = call({
  method: 'GET',
  path: '/api/v1/security-events',
  summary:
    'The security log, newest first: sign-ins, refusals, limits, role and money acts, exports. People and addresses are keyed hashes; `email` or `address` finds those of one person or network',
  noun: 'security',
  access: 'admin',
  showsPeople: true,
  query: z.object({
    event: z.optional(z.enum(securityEventNames)),
    result: z.optional(result),
    /**
     * The e-mail address of a user. The response has the events of this user's sessions, and the refused sign-ins with
     * this address.
     */
    email: z.optional(email),
    /** The IP address of a client, IPv4 or IPv6. */
    address: z.optional(makeFreeTextSchema(45, 2)),
    limit: z.optional(makeWholeNumberSchema(1, 200)),
    cursor: z.optional(makeFreeTextSchema(80, 1)),
  }),
  answers: {
    200: z.object({
      events: z.array(securityEvent),
      next: z.nullable(z.string()),
    }),
  },
});

export const securityAlerts = call({
  method: 'GET',
  path: '/api/v1/security-events/alerts',
  summary:
    'How many addresses, callers, buyers and people pass each rule of an attack now; the same numbers as in /metrics',
  noun: 'security',
  access: 'admin',
  answers: {
    200: z.object({ spraying: z.number(), harvesting: z.number(), hoarding: z.number(), mailLoop: z.number() }),
  },
});
