import { runAsMember } from '@carhouse/database/connection/member-role';
import { findInstructionsBySeller } from '@carhouse/database/payment-instructions/payment-instructions';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import type { Booking } from '@carhouse/domain/booking/booking';
import { takesPayments } from '@carhouse/domain/payment/business-mode';
import type { PaymentInstructions } from '@carhouse/domain/payment-instructions/payment-instructions';
import type { Context } from '../context.ts';

/**
 * Returns the payment instructions of the sellers of these orders, by seller. Only open orders have payment
 * instructions. On a server that takes payments, no order has them. The caller has checked that the actor may read the
 * orders.
 */
export async function readOrderInstructions(
  { config, database }: Context,
  actor: Actor,
  orders: readonly Pick<Booking, 'status' | 'sellerId'>[],
): Promise<ReadonlyMap<AccountId, PaymentInstructions>> {
  const sellers = orders.filter(({ status }) => status === 'unpaid').map(({ sellerId }) => sellerId);
  if (takesPayments(config.businessMode) || sellers.length === 0) return new Map();
  if (actor.role === 'admin') return findInstructionsBySeller(database, sellers);
  return runAsMember(database, actor.accountId, (trx) => findInstructionsBySeller(trx, sellers));
}
