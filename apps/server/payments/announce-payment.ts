import { runStatement, type Statement } from '@carhouse/database/connection/statement';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { outboxMessages } from '@carhouse/database/outbox/outbox';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { OutboxKind, OutboxMessage } from '@carhouse/domain/payment/outbox';
import type { Context } from '../context.ts';

/**
 * Adds mails to the outbox in the caller's transaction: both are committed, or neither. deliver-outbox.ts sends the mails.
 * Each user gets one mail about each event.
 */
export async function announcePayment(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  kind: OutboxKind,
  to: readonly { readonly bookingId: BookingId; readonly recipientId: AccountId }[],
): Promise<void> {
  if (to.length === 0) return;
  const messages = to.map((each) => ({ kind, ...each }));
  await runStatement(trx, paymentMessages(context, messages));
}

/** Makes the same messages as a statement for a pipelined transaction, for one or more users. */
export function paymentMessages(
  context: Pick<Context, 'now' | 'newId'>,
  messages: readonly Omit<OutboxMessage, 'id'>[],
): Statement {
  const owed = messages.map((message) => ({ id: context.newId<'outbox'>(), ...message }));
  return outboxMessages(owed, context.now());
}
