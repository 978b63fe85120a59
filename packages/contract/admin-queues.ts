import { z } from 'zod/mini';
import { call } from './call.ts';

const waiting = z.number();

/** Counts what waits for an admin. The response has no personal data, so the audit log does not record the call. */
export const adminQueues = call({
  method: 'GET',
  path: '/api/v1/overview/queues',
  summary: 'How much waits for an admin in each of their lists',
  noun: 'accounts',
  access: 'admin',
  answers: {
    200: z.object({
      complaints: waiting,
      reports: waiting,
      /** Open discrepancies of the reconciliation. */
      paymentIssues: waiting,
      /** Refunds that another admin has asked for. */
      refundApprovals: waiting,
      /** New admins for whom another admin has asked. */
      adminApprovals: waiting,
      /** Payments to sellers that the provider has refused or the bank has sent back, among the oldest 500. */
      sellerPayments: waiting,
      imports: waiting,
      sellersToVerify: waiting,
      unreadFeedback: waiting,
    }),
  },
});

export type AdminQueues = z.infer<(typeof adminQueues.answers)[200]>;
