import { z } from 'zod/mini';
import { call } from './call.ts';
import { day, id, makeFreeTextSchema, makeWholeNumberSchema } from './fields.ts';

export const auditVerification = call({
  method: 'GET',
  path: '/api/v1/audit/verification',
  summary:
    'Reads the whole audit and checks its chain of hashes; says which entries were changed, removed or slipped in',
  noun: 'audit',
  access: 'admin',
  answers: {
    200: z.object({
      intact: z.boolean(),
      sealed: z.number(),
      /**
       * Number of audit entries that are not yet part of the hash chain, because they are less than about a second old.
       */
      waiting: z.number(),
      head: z.nullable(z.object({ position: z.number(), hash: z.string() })),
      faults: z.array(
        z.object({
          kind: z.enum(['changed', 'removed', 'broken', 'inserted', 'cut']),
          position: z.nullable(z.number()),
          entryId: z.nullable(z.string()),
        }),
      ),
    }),
  },
});

const optionalText = z.optional(z.nullable(z.string()));

/**
 * The recorded values in an audit entry that an admin may read. Responses omit all other values that a use case
 * records.
 */
export const auditFacts = z.object({
  role: optionalText,
  status: optionalText,
  state: optionalText,
  verified: z.optional(z.boolean()),
  listable: z.optional(z.boolean()),
  /** An amount in cents, as text. */
  priceCents: optionalText,
  amountCents: optionalText,
  currency: optionalText,
  /** Names of the changed fields, in entries whose values are private. */
  fields: z.optional(z.array(z.string())),
  by: optionalText,
  kind: optionalText,
  provider: optionalText,
  paymentId: optionalText,
  intentId: optionalText,
  /**
   * The provider's reason for a dispute, or the reason for which an admin ended a hold. The payment attempt stores the
   * admin's reason.
   */
  reason: optionalText,
});

export type AuditFacts = z.infer<typeof auditFacts>;

export const auditEntry = z.object({
  _id: id,
  at: z.string(),
  /** The id of the acting user; null when the server itself acted. */
  actorId: z.nullable(id),
  /** The actor's current name; null when the server itself acted. */
  actorName: z.nullable(z.string()),
  action: z.string(),
  noun: z.string(),
  nounId: z.string(),
  /**
   * The name of the user or the title of the car that the entry is about; null when the entry is about something else.
   */
  subject: z.nullable(z.string()),
  before: z.nullable(auditFacts),
  after: z.nullable(auditFacts),
});

export type AuditEntryAnswer = z.infer<typeof auditEntry>;

export const audit = call({
  method: 'GET',
  path: '/api/v1/audit',
  summary:
    'Who changed what, newest first, 200 at most at a time; `next` is the cursor of the page after, null on the last',
  noun: 'audit',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({
    noun: z.optional(makeFreeTextSchema(40, 1)),
    nounId: z.optional(makeFreeTextSchema(80, 1)),
    /** The id of a user, or `machine` for actions of the server itself. */
    actor: z.optional(makeFreeTextSchema(80, 1)),
    /** A calendar day in Singapore. */
    day: z.optional(day),
    limit: z.optional(makeWholeNumberSchema(1, 200)),
    cursor: z.optional(makeFreeTextSchema(80, 1)),
  }),
  answers: { 200: z.object({ entries: z.array(auditEntry), next: z.nullable(z.string()) }) },
});
