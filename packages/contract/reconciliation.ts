import { findingKinds, findingStates } from '@carhouse/domain/payment/finding';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { id, providerId, waitingRefund, wholeNumber } from './fields.ts';

const finding = z.object({
  id,
  kind: z.enum(findingKinds),
  /** The id of what it is about: a booking, an attempt, a listing, an event, a mail, or the provider's id of the charge. */
  subject: z.string(),
  state: z.enum(findingStates),
  /** The facts of both sides: ids, amounts in cents, states. Nothing of a person. */
  evidence: z.record(z.string(), z.unknown()),
  /** What the one repair of this kind does. */
  repair: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** The refund of its repair that another admin has to confirm; null where none waits. */
  waiting: z.nullable(waitingRefund),
});

export type FindingAnswer = z.infer<typeof finding>;

export const showDesk = call({
  method: 'GET',
  path: '/api/v1/reconciliation',
  summary: 'The money desk: what does not agree between payments, card provider, bookings and listings, newest first',
  noun: 'reconciliation',
  access: 'admin',
  query: z.object({
    state: z.optional(z.enum(findingStates)),
    limit: z.optional(wholeNumber(1, 200)),
    before: z.optional(z.string().check(z.maxLength(100))),
  }),
  answers: {
    200: z.object({
      open: z.number(),
      openByKind: z.array(z.object({ kind: z.enum(findingKinds), open: z.number() })),
      /** Mails that are still to be sent. */
      mailsWaiting: z.number(),
      lastRunAt: z.nullable(z.string()),
      findings: z.array(finding),
    }),
  },
});

export const runDesk = call({
  method: 'POST',
  path: '/api/v1/reconciliation/runs',
  summary: 'Checks now',
  noun: 'reconciliation',
  access: 'admin',
  securityEvent: 'money-act',
  body: z.strictObject({}),
  answers: {
    200: z.object({
      /** Charges of the provider and payments of ours that were compared in this run. */
      chargesCompared: z.number(),
      paymentsCompared: z.number(),
      seen: z.number(),
      opened: z.number(),
      resolved: z.number(),
    }),
  },
});

export const repairFinding = call({
  method: 'POST',
  path: '/api/v1/reconciliation/findings/:id/repair',
  summary: 'Does the one repair of a finding. A finding that is closed stays as it is',
  noun: 'reconciliation',
  access: 'admin',
  securityEvent: 'money-act',
  recentSignIn: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({}),
  answers: {
    /** `open` when the repair could not mend it yet: the evidence says how it stands now. */
    200: finding,
  },
});

export const replayEvent = call({
  method: 'POST',
  path: '/api/v1/reconciliation/events/:eventId/replay',
  summary: 'Does what a stored event of the card provider calls for once more. What is done already is not done again',
  noun: 'reconciliation',
  access: 'admin',
  securityEvent: 'money-act',
  params: z.object({ eventId: providerId }),
  body: z.strictObject({}),
  answers: { 200: z.object({ eventId: z.string(), type: z.string(), processedAt: z.string() }) },
});
