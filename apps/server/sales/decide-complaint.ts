import { recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { isOrderChargedBack } from '@carhouse/database/payments/disputes';
import { closeComplaint, lockOpenComplaint } from '@carhouse/database/sales/complaints';
import { lockSale } from '@carhouse/database/sales/sales';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ComplaintOutcome } from '@carhouse/domain/sale/complaint';
import { computeConfirmationDeadline, type Sale } from '@carhouse/domain/sale/sale';
import { authoriseActor, authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announceToBuyerAndSeller } from '../payments/announce-payment.ts';
import { advanceSale } from './advance-sale.ts';
import { lockSaleOfOrder } from './lock-sale-of-order.ts';

/**
 * Ends the complaint about a frozen sale, for an admin: `released` pays the seller, `resumed` lets the sale go on
 * where it stopped. The third outcome of a complaint, a refund, is decided in refund-payment.ts.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION (the sale is not frozen), and the errors of `authoriseAdmin`.
 */
export async function decideComplaint(
  context: Context,
  actor: Actor,
  id: string,
  decision: { readonly outcome: 'released' | 'resumed'; readonly reason: string },
): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    if ((await lockBooking(trx, bookingId)) === undefined) throw new DomainError('NOT_FOUND');
    const sale = await lockSale(trx, bookingId);
    if (sale === undefined) throw new DomainError('NOT_FOUND');
    const initiator = { party: 'admin', actorId: admin.accountId } as const;
    await unfreezeSale(context, trx, sale, initiator, decision.outcome);
    await endComplaint(context, trx, sale, {
      outcome: decision.outcome,
      text: decision.reason,
      decidedBy: admin.accountId,
    });
  });
}

/**
 * Withdraws the complaint of a buyer, so that the sale goes on where it stopped. A buyer cannot withdraw a complaint
 * that stands for a dispute of their bank.
 * @throws DomainError NOT_FOUND, ROLE_REQUIRED (another party), ILLEGAL_TRANSITION.
 */
export async function withdrawComplaint(context: Context, actor: Actor, id: string): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { sale, party } = await lockSaleOfOrder(trx, actor, bookingId);
    if (party !== 'buyer') throw new DomainError('ROLE_REQUIRED');
    // The bank may dispute the charge of a sale that a complaint of the buyer has frozen already.
    const complaint = await lockOpenComplaint(trx, bookingId);
    if (complaint?.ground === 'dispute' || (await isOrderChargedBack(trx, bookingId)))
      throw new DomainError('ILLEGAL_TRANSITION', { detail: 'The bank of the buyer disputes the payment.' });
    await unfreezeSale(context, trx, sale, { party, actorId: actor.accountId }, 'resumed');
    await endComplaint(context, trx, sale, { outcome: 'resumed', text: null, decidedBy: null });
  });
}

/**
 * Moves a frozen sale to its next state. When a sale is resumed after its hand-over, the buyer gets the whole period
 * for complaints again. A sale of a forfeited deposit was already confirmed when it was frozen.
 */
async function unfreezeSale(
  context: Context,
  trx: Transaction,
  sale: Sale,
  initiator: { readonly party: 'admin' | 'buyer'; readonly actorId: AccountId },
  outcome: 'released' | 'resumed',
): Promise<void> {
  const now = context.now();
  if (outcome === 'released' || sale.kind === 'deposit')
    await advanceSale(context, trx, sale, 'release', initiator, { confirmedAt: now });
  else if (sale.handedOverAt === null) await advanceSale(context, trx, sale, 'resume', initiator);
  else
    await advanceSale(context, trx, sale, 'resume-after-hand-over', initiator, {
      confirmBy: computeConfirmationDeadline(now),
    });
}

/** Closes the open complaint about a sale, if there is one, and informs the buyer and the seller. */
export async function endComplaint(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  sale: Pick<Sale, 'bookingId' | 'buyerId' | 'sellerId'>,
  decision: {
    readonly outcome: ComplaintOutcome;
    readonly text: string | null;
    readonly decidedBy: AccountId | null;
  },
): Promise<void> {
  const { bookingId, buyerId, sellerId } = sale;
  const complaint = await lockOpenComplaint(trx, bookingId);
  if (complaint === undefined) return;
  await closeComplaint(trx, complaint.id, { ...decision, now: context.now() });
  await recordAudit(context, trx, {
    actorId: decision.decidedBy ?? buyerId,
    noun: 'complaint',
    action: decision.outcome,
    nounId: complaint.id,
    before: { ground: complaint.ground },
    after: { bookingId },
  });
  // After a refund no mail about the complaint is sent, because the refund has a mail of its own.
  if (decision.outcome === 'refunded') return;
  await announceToBuyerAndSeller(context, trx, 'complaint-decided', { bookingId, buyerId, sellerId });
}
