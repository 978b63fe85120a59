import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { insertTransfer } from '@carhouse/database/seller-payments/transfers';
import { computeNextAttemptTime, type SellerTransferId } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';

type NewTransferFields = Omit<Parameters<typeof insertTransfer>[1], 'id' | 'idempotencyKey' | 'nextStepAt'>;

/**
 * Saves a new transfer, with its idempotency key and an audit entry. The transfer is requested
 * from the provider after the commit.
 * @param facts the data of the audit entry beside the booking and the amount.
 */
export async function saveNewTransfer(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  transfer: NewTransferFields,
  facts: Readonly<Record<string, string | boolean>>,
): Promise<SellerTransferId> {
  const now = context.now();
  const id = context.newId<'transfer'>();
  const newTransfer = { id, idempotencyKey: `transfer-${id}`, nextStepAt: computeNextAttemptTime(1, now) };
  await insertTransfer(trx, { ...transfer, ...newTransfer }, now);
  await recordAudit(context, trx, {
    actorId: null,
    noun: 'transfer',
    action: 'start',
    nounId: id,
    after: { bookingId: transfer.bookingId, cents: transfer.amount.toString(), ...facts },
  });
  return id;
}
