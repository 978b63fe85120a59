import { discrepancyKinds, discrepancyStates } from '@carhouse/domain/payment/discrepancy';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { id, makeWholeNumberSchema, providerId, waitingRefund } from './fields.ts';

const discrepancy = z.object({
  id,
  kind: z.enum(discrepancyKinds),
  /**
   * The id of the record that the discrepancy is about: a booking, a payment attempt, a listing, an event of the card
   * provider, a mail, or a charge at the card provider.
   */
  subject: z.string(),
  state: z.enum(discrepancyStates),
  /** The differing records: ids, amounts in cents and states. The evidence contains no personal data. */
  evidence: z.record(z.string(), z.unknown()),
  /** A sentence that says what repairing this discrepancy does. */
  repair: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  closedAt: z.nullable(z.string()),
  /** The refund that the repair requested and that another admin has to approve; null when there is none. */
  waiting: z.nullable(waitingRefund),
});

export type DiscrepancyAnswer = z.infer<typeof discrepancy>;

export const showReconciliation = call({
  method: 'GET',
  path: '/api/v1/reconciliation',
  summary: 'Reconciliation: what does not agree between payments, card provider, bookings and listings, newest first',
  noun: 'reconciliation',
  access: 'admin',
  query: z.object({
    state: z.optional(z.enum(discrepancyStates)),
    limit: z.optional(makeWholeNumberSchema(1, 200)),
    before: z.optional(z.string().check(z.maxLength(100))),
  }),
  answers: {
    200: z.object({
      open: z.number(),
      openByKind: z.array(z.object({ kind: z.enum(discrepancyKinds), open: z.number() })),
      /** Number of mails that wait to be sent. */
      mailsWaiting: z.number(),
      lastRunAt: z.nullable(z.string()),
      findings: z.array(discrepancy),
    }),
  },
});

export const runReconciliation = call({
  method: 'POST',
  path: '/api/v1/reconciliation/runs',
  summary: 'Checks now',
  noun: 'reconciliation',
  access: 'admin',
  securityEvent: 'money-act',
  body: z.strictObject({}),
  answers: {
    200: z.object({
      /**
       * Number of the card provider's charges that this run of the reconciliation compared. `paymentsCompared` is the
       * number of the server's payments that the run compared.
       */
      chargesCompared: z.number(),
      paymentsCompared: z.number(),
      seen: z.number(),
      opened: z.number(),
      resolved: z.number(),
    }),
  },
});

export const repairDiscrepancy = call({
  method: 'POST',
  path: '/api/v1/reconciliation/findings/:id/repair',
  summary: 'Does the one repair of a discrepancy. A discrepancy that is closed stays as it is',
  noun: 'reconciliation',
  access: 'admin',
  securityEvent: 'money-act',
  needsRecentSignIn: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({}),
  answers: {
    /**
     * The discrepancy after the repair. The discrepancy is still `open` when the repair did not succeed. After a repair
     * that did not succeed, `evidence` has the current state.
     */
    200: discrepancy,
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
