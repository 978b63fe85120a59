import { z } from 'zod/mini';
import { call } from './call.ts';

const waitingCount = z.number();

/** Counts what waits for an admin. The response has no personal data, so the audit log does not record the call. */
export const adminQueues = call({
  method: 'GET',
  path: '/api/v1/overview/queues',
  summary: 'How much waits for an admin in each of their lists',
  noun: 'accounts',
  access: 'admin',
  answers: {
    200: z.object({
      complaints: waitingCount,
      reports: waitingCount,
      /** Open discrepancies of the reconciliation. */
      paymentIssues: waitingCount,
      /** Parts of prices that banks have paid, as buyer and seller say. */
      bankParts: waitingCount,
      /** Refunds that another admin has requested. */
      refundApprovals: waitingCount,
      /** New admins whom another admin has requested. */
      adminApprovals: waitingCount,
      /** Payments to sellers that the provider has refused or the bank has sent back, among the oldest 500. */
      sellerPayments: waitingCount,
      imports: waitingCount,
      sellersToVerify: waitingCount,
      unreadFeedback: waitingCount,
    }),
  },
});

export type AdminQueues = z.infer<(typeof adminQueues.answers)[200]>;
