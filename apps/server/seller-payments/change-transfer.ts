import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { changeTransferState, type TransferChange } from '@carhouse/database/seller-payments/transfers';
import type { AccountId } from '@carhouse/domain/account/account';
import type { SellerTransfer, SellerTransferState } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';

/**
 * Moves a locked transfer to its next state, with an entry of the audit. `actorId` is null when no user causes the
 * change.
 */
export async function changeTransfer(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  transfer: Pick<SellerTransfer, 'id' | 'state' | 'bookingId'>,
  to: SellerTransferState,
  change: TransferChange & { readonly actorId?: AccountId },
): Promise<void> {
  await changeTransferState(trx, transfer.id, transfer.state, to, { ...change, now: context.now() });
  await recordAudit(context, trx, {
    actorId: change.actorId ?? null,
    noun: 'transfer',
    action: to,
    nounId: transfer.id,
    before: { state: transfer.state },
    after: { state: to, bookingId: transfer.bookingId, ...(change.refusal ? { refusal: change.refusal } : {}) },
  });
}
