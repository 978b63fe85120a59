import { approvalKinds, approvalStates } from '@carhouse/domain/approval/approval';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id } from './fields.ts';

const approval = z.object({
  _id: id,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /**
   * What the request is about: the name and e-mail address of the new admin, or the car whose order is to be refunded.
   */
  subject: z.string(),
  /** The amount to refund; null for a request for a new admin. */
  amount: z.nullable(dollars),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  /** The time after which the request can no longer be approved. */
  expiresAt: z.string(),
  decidedBy: z.nullable(z.string()),
  /** Whether the caller made the request, so that another admin must approve it. */
  own: z.boolean(),
});

export type ApprovalAnswer = z.infer<typeof approval>;

export const approvals = call({
  method: 'GET',
  path: '/api/v1/approvals',
  summary: 'What waits for a second admin, then what was decided, newest first, 50 at most',
  noun: 'approvals',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  answers: { 200: z.array(approval) },
});

const decision = {
  params: z.object({ id: z.string() }),
  body: z.strictObject({}),
  answers: { 200: z.object({ state: z.enum(approvalStates) }) },
} as const;

export const confirmApproval = call({
  method: 'POST',
  path: '/api/v1/approvals/:id/confirmation',
  summary: 'Confirms what another admin has asked for: a new admin, or a refund above the configured sum',
  noun: 'approvals',
  access: 'admin',
  securityEvent: 'role-act',
  needsRecentSignIn: true,
  params: decision.params,
  body: decision.body,
  answers: decision.answers,
});

export const rejectApproval = call({
  method: 'POST',
  path: '/api/v1/approvals/:id/rejection',
  summary: 'Rejects what another admin has asked for, or takes back what the caller has asked for',
  noun: 'approvals',
  access: 'admin',
  securityEvent: 'role-act',
  params: decision.params,
  body: decision.body,
  answers: decision.answers,
});
