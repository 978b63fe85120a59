import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { insertTransfer } from '@carhouse/database/seller-payments/transfers';
import { type SellerTransferId, timeOfNextTry } from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';

type TransferStart = Omit<Parameters<typeof insertTransfer>[1], 'id' | 'idempotencyKey' | 'nextStepAt'>;

/**
 * Saves a transfer that begins now, with its key at the provider and an entry of the audit. It is sent after the commit.
 * @param facts what the entry of the audit has beside the booking and the amount.
 */
export async function saveNewTransfer(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  transfer: TransferStart,
  facts: Readonly<Record<string, string | boolean>>,
): Promise<SellerTransferId> {
  const now = context.now();
  const id = context.newId<'transfer'>();
  const newTransfer = { id, idempotencyKey: `transfer-${id}`, nextStepAt: timeOfNextTry(1, now) };
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
