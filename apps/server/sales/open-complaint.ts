import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { insertComplaint } from '@carhouse/database/sales/complaints';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
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
  by: { readonly party: 'buyer' | 'provider'; readonly actorId: AccountId | null },
  complaintFields: { readonly ground: ComplaintGround; readonly text: string | null },
): Promise<ComplaintId> {
  const complaintId = context.newId<'complaint'>();
  const { bookingId } = sale;
  await advanceSale(context, trx, sale, 'freeze', by);
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
    actorId: by.actorId,
    noun: 'complaint',
    action: 'open',
    nounId: complaintId,
    after: { bookingId, ground: complaintFields.ground },
  });
  const recipients = by.party === 'provider' ? [sale.buyerId, sale.sellerId] : [sale.sellerId];
  await announcePayment(
    context,
    trx,
    'complaint',
    recipients.map((recipientId) => ({ bookingId, recipientId })),
  );
  return complaintId;
}
