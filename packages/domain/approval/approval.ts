import type { AccountId } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Id } from '../ids/id.ts';
import { advance, findNextState, type Lifecycle, listPossibleEvents } from '../lifecycle/lifecycle.ts';
import type { PaymentId } from '../payment/payment.ts';

export const approvalKinds = ['new-admin', 'refund'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export const approvalStates = ['waiting', 'confirmed', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export type ApprovalId = Id<'approval'>;

/** A request of one admin that another admin must approve or reject: a refund, or a new admin. */
export type Approval = {
  readonly id: ApprovalId;
  readonly kind: ApprovalKind;
  readonly state: ApprovalState;
  /** The account of the new admin; null for a refund. */
  readonly accountId: AccountId | null;
  /** The payment to refund; null for a new admin. */
  readonly paymentId: PaymentId | null;
  readonly reason: string;
  /** Whether the payment is undone without a refund of its own charge, because the provider does not know the charge. */
  readonly isVoid: boolean;
  readonly requestedBy: AccountId;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
};

export type ApprovalEvent = 'confirm' | 'reject' | 'withdraw' | 'expire';

/** The parties of a request for approval. `its admin` is the admin who made the request. */
export type ApprovalParty = 'another admin' | 'its admin' | 'system';

export const approvalLifecycle: Lifecycle<ApprovalState, ApprovalEvent, ApprovalParty> = {
  noun: 'approval',
  initialState: 'waiting',
  states: approvalStates,
  transitions: [
    { from: 'waiting', event: 'confirm', to: 'confirmed', by: ['another admin'] },
    { from: 'waiting', event: 'reject', to: 'rejected', by: ['another admin'] },
    { from: 'waiting', event: 'withdraw', to: 'withdrawn', by: ['its admin'] },
    { from: 'waiting', event: 'expire', to: 'expired', by: ['system'] },
  ],
};

/** Returns which party of a request an admin is. @param isOwnRequest whether the admin made the request */
export function chooseApprovalParty(isOwnRequest: boolean): Exclude<ApprovalParty, 'system'> {
  return isOwnRequest ? 'its admin' : 'another admin';
}

/** Returns the actions that an admin may take on a request, in the order of the lifecycle. */
export function listApprovalEvents(
  state: ApprovalState,
  isOwnRequest: boolean,
): readonly Exclude<ApprovalEvent, 'expire'>[] {
  return listPossibleEvents(approvalLifecycle, state, chooseApprovalParty(isOwnRequest)).filter(
    (event) => event !== 'expire',
  );
}

const dayMs = 86_400_000;

/** Milliseconds after which a request expires. */
export const approvalLifetimeMs = 7 * dayMs;
/**
 * Length in milliseconds of the window before a refund; refunds that the same admin made alone in this window are added
 * to the refund (decision 0039).
 */
export const refundSumWindowMs = dayMs;
/**
 * Milliseconds for which a suspended or deleted admin still counts as an active one. An admin can therefore not avoid
 * the need for a second admin's approval by removing all other admins.
 */
export const formerAdminPeriodMs = dayMs;

export type ApprovalDecision = 'confirm' | 'reject';

/**
 * Returns the state of a request after the decision of the admin `decidedBy`. The admin who made the request can only
 * withdraw the request.
 * @throws DomainError SECOND_ADMIN_REQUIRED, ILLEGAL_TRANSITION (the request is already decided or has expired).
 */
export function decideApproval(
  approval: Pick<Approval, 'state' | 'requestedBy' | 'expiresAt'>,
  decision: ApprovalDecision,
  decidedBy: AccountId,
  now: Date,
): ApprovalState {
  const isOwnRequest = approval.requestedBy === decidedBy;
  const event = isOwnRequest && decision === 'reject' ? 'withdraw' : decision;
  const isApprovalOpen = findNextState(approvalLifecycle, approval.state, event) !== undefined;
  if (isOwnRequest && isApprovalOpen && decision === 'confirm') throw new DomainError('SECOND_ADMIN_REQUIRED');
  const stateAfterDecision = advance(approvalLifecycle, approval.state, event, chooseApprovalParty(isOwnRequest));
  if (decision === 'confirm' && approval.expiresAt <= now)
    throw new DomainError('ILLEGAL_TRANSITION', { detail: 'This request is too old. Ask again.' });
  return stateAfterDecision;
}
