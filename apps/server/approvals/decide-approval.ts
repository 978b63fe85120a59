import { anonymiseAccount, changeAccountStatus, lockAccounts } from '@carhouse/database/accounts/accounts';
import { closeApproval, findApproval, lockApproval } from '@carhouse/database/approvals/approvals';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { findPayment } from '@carhouse/database/payments/payments';
import { listDueRefundIntentIds } from '@carhouse/database/payments/refunds';
import type { Actor } from '@carhouse/domain/account/account';
import { accountLifecycle } from '@carhouse/domain/account/account-lifecycle';
import { assertConfirmedEmail } from '@carhouse/domain/account/confirmed-email';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import {
  type Approval,
  type ApprovalDecision,
  type ApprovalState,
  decideApproval,
} from '@carhouse/domain/approval/approval';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { authoriseAdminForAccounts } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { trySendRefund } from '../payments/refund-charge.ts';
import { undoSaleWithRefund } from '../payments/refund-payment.ts';
import { inspectCharge } from '../reconciliation/inspect-charge.ts';
import { closeExpiredApproval, recordDecision } from './expire-approval.ts';

/**
 * Approves or rejects an approval request of another admin. The admin who made the request cannot approve the request.
 * A rejection by this admin withdraws the request. An approved refund is made only if the current state of the payment
 * still allows it.
 * @returns the new state of the request.
 * @throws DomainError NOT_FOUND, SECOND_ADMIN_REQUIRED (the caller made the request), ILLEGAL_TRANSITION (the request
 *   is already decided, has expired, or was made by a user who is no longer an admin), EMAIL_UNCONFIRMED (an admin
 *   needs a confirmed address to approve), the errors of `undoSaleWithRefund` and of `authoriseAdmin`.
 */
export async function decideRequest(
  context: Context,
  actor: Actor,
  id: string,
  decision: ApprovalDecision,
): Promise<ApprovalState> {
  const storedApproval = await findApproval(context.database, requireId<'approval'>(id));
  if (storedApproval === undefined) throw new DomainError('NOT_FOUND');
  if (decision === 'confirm' && storedApproval.isVoid) await assertChargeStillUnknown(context, storedApproval);
  const { state, bookingId } = await inTransaction(context.database, (trx) =>
    decideStoredApproval(context, trx, actor, storedApproval, decision),
  );
  const dueIntentIds = bookingId === null ? [] : await listDueRefundIntentIds(context.database, [bookingId]);
  for (const intentId of dueIntentIds) await trySendRefund(context, intentId);
  return state;
}

/**
 * Checks that the provider still does not know the charge that is undone without a refund. The provider is asked now,
 * in the same way as in a repair, because days may have passed since the request.
 * @throws DomainError ILLEGAL_TRANSITION, PAYMENT_PROVIDER_UNAVAILABLE.
 */
async function assertChargeStillUnknown(context: Context, { paymentId }: Approval): Promise<void> {
  const payment = paymentId === null ? undefined : await findPayment(context.database, paymentId);
  if (payment === undefined) throw new DomainError('INTERNAL');
  const { observation } = await inspectCharge(context, payment.intentId);
  if (observation?.kind === 'payment-without-charge') return;
  const detail = 'The card provider knows the charge by now. Reject this request, and refund the order.';
  throw new DomainError('ILLEGAL_TRANSITION', { detail });
}

async function decideStoredApproval(
  context: Context,
  trx: Transaction,
  actor: Actor,
  foundApproval: Approval,
  decision: ApprovalDecision,
): Promise<{ readonly state: ApprovalState; readonly bookingId: BookingId | null }> {
  const namedAccountIds =
    foundApproval.accountId === null
      ? [foundApproval.requestedBy]
      : [foundApproval.requestedBy, foundApproval.accountId];
  const { admin, accounts } = await authoriseAdminForAccounts(context, trx, actor, namedAccountIds);
  const approval = await lockApproval(trx, foundApproval.id);
  if (approval === undefined) throw new DomainError('NOT_FOUND');
  const now = context.now();
  const state = decideApproval(approval, decision, admin.accountId, now);
  const requester = accounts.find((account) => account.id === approval.requestedBy);
  if (state === 'confirmed' && (requester?.role !== 'admin' || requester.status !== 'active'))
    throw new DomainError('ILLEGAL_TRANSITION', { detail: 'Who has asked for this is no admin any more.' });
  if (state === 'confirmed') {
    // An admin who creates another admin chooses that admin's first password, and could therefore use the new account
    // to approve their own requests. The admin who made the account cannot read the new admin's mails, so a confirmed
    // e-mail address shows that another person uses the account.
    const decidingAdmin = accounts.find((account) => account.id === admin.accountId);
    assertConfirmedEmail(decidingAdmin, context.config.trust.needsConfirmedEmail);
  }
  await closeApproval(trx, approval.id, { state, by: admin, now });
  await recordDecision(context, trx, approval, admin, state);
  if (approval.kind === 'refund') {
    return { state, bookingId: state === 'confirmed' ? await refund(context, trx, admin, approval) : null };
  }
  await decideNewAccount(context, trx, approval, { admin, isConfirmed: state === 'confirmed' });
  return { state, bookingId: null };
}

/** Records an approved refund. @returns the order whose charges are to be refunded at the card provider. */
async function refund(
  context: Context,
  trx: Transaction,
  admin: CurrentAdmin,
  { paymentId, reason, isVoid }: Approval,
): Promise<BookingId> {
  const payment = paymentId === null ? undefined : await findPayment(trx, paymentId);
  if (payment === undefined) throw new DomainError('INTERNAL');
  await undoSaleWithRefund(context, trx, { admin, payment, reason, isVoid });
  return payment.bookingId;
}

/** Activates or deletes the account that waits for approval. */
async function decideNewAccount(
  context: Context,
  trx: Transaction,
  approval: Approval,
  decision: { readonly admin: CurrentAdmin | null; readonly isConfirmed: boolean },
): Promise<void> {
  const { accountId } = approval;
  if (accountId === null) throw new DomainError('INTERNAL');
  const now = context.now();
  const event = decision.isConfirmed ? 'confirm' : 'reject';
  const nextState = advance(accountLifecycle, 'waiting', event, decision.admin === null ? 'system' : 'admin');
  if (decision.isConfirmed && decision.admin !== null)
    await changeAccountStatus(trx, decision.admin, accountId, 'waiting', nextState, now);
  else await anonymiseAccount(trx, accountId, 'admin', now);
  await recordAudit(context, trx, {
    actorId: decision.admin?.accountId ?? null,
    action: decision.isConfirmed ? 'confirm' : 'reject',
    noun: 'account',
    nounId: accountId,
    before: { status: 'waiting' },
    after: { status: nextState },
  });
}

/** Marks an approval request as expired. If the request was about a new account, the account is deleted. */
export async function expireApproval(context: Context, foundApproval: Approval): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    if (foundApproval.accountId !== null) await lockAccounts(trx, [foundApproval.accountId]);
    const approval = await lockApproval(trx, foundApproval.id);
    const now = context.now();
    if (approval?.state !== 'waiting' || approval.expiresAt > now) return;
    await closeExpiredApproval(context, trx, approval);
    if (approval.kind === 'new-admin')
      await decideNewAccount(context, trx, approval, { admin: null, isConfirmed: false });
  });
}
