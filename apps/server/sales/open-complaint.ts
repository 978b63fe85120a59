import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { findLastChargeBackTime } from '@carhouse/database/payments/disputes';
import { insertComplaint, listComplaints } from '@carhouse/database/sales/complaints';
import { lockSale } from '@carhouse/database/sales/sales';
import { listTransfersOfSale } from '@carhouse/database/seller-payments/transfers';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import type { ComplaintGround, ComplaintId } from '@carhouse/domain/sale/complaint';
import type { Sale } from '@carhouse/domain/sale/sale';
import { saleLifecycle } from '@carhouse/domain/sale/sale-lifecycle';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { advanceSale } from './advance-sale.ts';
import { lockSaleOfOrder } from './lock-sale-of-order.ts';

/**
 * Opens a complaint of a buyer. The complaint freezes the sale: the seller is not paid until an admin decides or the
 * buyer withdraws the complaint.
 * @throws DomainError NOT_FOUND, ROLE_REQUIRED (another party), ILLEGAL_TRANSITION (the sale is confirmed, frozen or
 *   refunded).
 */
export async function openComplaint(
  context: Context,
  actor: Actor,
  id: string,
  complaintFields: { readonly ground: ComplaintGround; readonly text: string },
): Promise<ComplaintId> {
  const bookingId = requireId<'booking'>(id);
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { sale, party } = await lockSaleOfOrder(trx, actor, bookingId);
    if (party !== 'buyer') throw new DomainError('ROLE_REQUIRED');
    if (!listPossibleEvents(saleLifecycle, sale.state, party).includes('freeze'))
      throw new DomainError('ILLEGAL_TRANSITION', { detail: `A sale that is ${sale.state} takes no complaint.` });
    return freezeSale(context, trx, sale, { party, actorId: actor.accountId }, complaintFields);
  });
}

/** Freezes a locked sale with a complaint, and tells the other side. @throws the errors of `advanceSale`. */
export async function freezeSale(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  sale: Sale,
  initiator: { readonly party: 'buyer' | 'provider'; readonly actorId: AccountId | null },
  complaintFields: { readonly ground: ComplaintGround; readonly text: string | null },
): Promise<ComplaintId> {
  const complaintId = context.newId<'complaint'>();
  const { bookingId } = sale;
  await advanceSale(context, trx, sale, 'freeze', initiator);
  await insertComplaint(trx, {
    id: complaintId,
    bookingId,
    ground: complaintFields.ground,
    buyerText: complaintFields.text,
    openedAt: context.now(),
  });
  // What the buyer writes is free text. The text is stored only in the complaint, because an audit entry can never be
  // deleted.
  await recordAudit(context, trx, {
    actorId: initiator.actorId,
    noun: 'complaint',
    action: 'open',
    nounId: complaintId,
    after: { bookingId, ground: complaintFields.ground },
  });
  const recipients = initiator.party === 'provider' ? [sale.buyerId, sale.sellerId] : [sale.sellerId];
  await announcePayment(
    context,
    trx,
    'complaint',
    recipients.map((recipientId) => ({ bookingId, recipientId })),
  );
  return complaintId;
}

/**
 * Freezes the sale whose charge a bank disputes, unless the seller already has the money, or the sale is already frozen
 * or refunded. The booking must be locked.
 * @returns whether this call has frozen the sale.
 */
export async function freezeDisputedSale(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  bookingId: BookingId,
): Promise<boolean> {
  const sale = await lockSale(trx, bookingId);
  // A transfer that may have started cannot be stopped, so its money counts as already with the seller.
  if ((await listTransfersOfSale(trx, bookingId)).length > 0) return false;
  if (sale === undefined || !listPossibleEvents(saleLifecycle, sale.state, 'provider').includes('freeze')) return false;
  await freezeSale(context, trx, sale, { party: 'provider', actorId: null }, { ground: 'dispute', text: null });
  return true;
}

/**
 * Freezes the sale if a bank took back money of the sale while no sale existed yet, or while the sale was frozen for
 * another reason. The function does nothing when an admin has decided a complaint about the sale after the bank took
 * the money back. The booking must be locked.
 * @returns whether this call has frozen the sale.
 */
export async function freezeChargedBackSale(
  context: Context,
  trx: Transaction,
  bookingId: BookingId,
): Promise<boolean> {
  const chargedBackAt = await findLastChargeBackTime(trx, bookingId);
  if (chargedBackAt === null) return false;
  const isComplaintDecided = (await listComplaints(trx, bookingId)).some(
    ({ decidedBy, decidedAt }) => decidedBy !== null && decidedAt !== null && decidedAt >= chargedBackAt,
  );
  return !isComplaintDecided && freezeDisputedSale(context, trx, bookingId);
}
