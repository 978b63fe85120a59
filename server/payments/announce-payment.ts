import type { AccountId } from '@carhouse/core/account/account';
import type { BookingId } from '@carhouse/core/booking/booking';
import type { OutboxKind } from '@carhouse/core/payment/outbox';
import { insertMessages } from '@carhouse/database/outbox';
import type { Transaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';

/**
 * Puts mails into the outbox, in the transaction that makes them true: either both happen or none. They are sent by
 * deliver-outbox.ts. The same fact is told to the same person once.
 */
export async function announcePayment(
  context: Context,
  trx: Transaction,
  kind: OutboxKind,
  to: readonly { readonly bookingId: BookingId; readonly recipientId: AccountId }[],
): Promise<void> {
  const now = context.now();
  await insertMessages(
    trx,
    to.map((each) => ({ id: context.newId<'outbox'>(), kind, ...each })),
    now,
  );
}
