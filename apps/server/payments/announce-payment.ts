import { runStatement, type Statement } from '@carhouse/database/connection/statement';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { createOutboxStatements } from '@carhouse/database/outbox/outbox';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { OutboxKind, OutboxMessage } from '@carhouse/domain/payment/outbox';
import type { Context } from '../context.ts';
import { findCurrentTrace, formatTraceParent } from '../tracing/trace.ts';

/**
 * Adds mails about an event of an order to the outbox, in the caller's transaction, so that the mails are stored only
 * if the transaction commits. The mails are sent by deliver-outbox.ts. Each user gets at most one mail about each
 * event.
 */
export async function announcePayment(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  kind: OutboxKind,
  to: readonly { readonly bookingId: BookingId; readonly recipientId: AccountId }[],
): Promise<void> {
  if (to.length === 0) return;
  const messages = to.map((each) => ({ kind, ...each }));
  await runStatement(trx, makePaymentMailStatement(context, messages));
}

/** Adds a mail about an event of an order for its buyer and one for its seller. */
export async function announceToBuyerAndSeller(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  kind: OutboxKind,
  {
    bookingId,
    buyerId,
    sellerId,
  }: { readonly bookingId: BookingId; readonly buyerId: AccountId; readonly sellerId: AccountId },
): Promise<void> {
  await announcePayment(context, trx, kind, [
    { bookingId, recipientId: buyerId },
    { bookingId, recipientId: sellerId },
  ]);
}

/** Returns a statement that adds mails about events of orders to the outbox, in a pipelined transaction. */
export function makePaymentMailStatement(
  context: Pick<Context, 'now' | 'newId'>,
  messages: readonly Omit<OutboxMessage, 'id'>[],
): Statement {
  const outboxMessages = messages.map((message) => ({ id: context.newId<'outbox'>(), ...message }));
  const trace = findCurrentTrace();
  return createOutboxStatements(outboxMessages, context.now(), trace === undefined ? null : formatTraceParent(trace));
}
