import { recordAudit } from '@carhouse/database/audit/audit';
import { findBookingOfBuyer, lockBooking, type StoredBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { listAttemptsOfBookings } from '@carhouse/database/payments/payment-attempts';
import { listParts, replaceParts } from '@carhouse/database/payments/payment-parts';
import { removeStartedReservation } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { assertFitsCard, type Cents, centsFromDollars } from '@carhouse/domain/money/money';
import { assertParts, type PartPayer } from '@carhouse/domain/payment/payment-plan';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { assertMayReserve } from '../reservations/check-cooldown.ts';
import { assertNoDepositAsked } from '../reservations/check-deposit.ts';
import { releaseHold } from './release-hold.ts';
import { type ShownPlan, showPlan } from './show-plan.ts';

/**
 * Splits the price of a booking into parts, for its buyer; a single amount, the whole price, joins the parts again. A
 * charge that is open for another amount is cancelled at the provider first. A buyer whose parts for this car were
 * refunded waits for a week before they can reserve it again.
 * @param plan the parts in dollars that the buyer pays here, in their order, and the last part, which a bank or a loan
 *   pays to the seller; undefined when the buyer pays all parts.
 * @throws DomainError NOT_FOUND (another buyer's booking), INVALID, AMOUNT_TOO_LARGE, ALREADY_PAID, BOOKING_CANCELLED,
 *   ILLEGAL_TRANSITION (a part is paid or being paid), DEPOSIT_REQUIRED (the seller asks for a deposit), HOLD_COOLDOWN,
 *   PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function savePlan(
  context: Context,
  actor: Actor,
  id: string,
  plan: { readonly amounts: readonly number[]; readonly bank?: number | undefined },
): Promise<ShownPlan> {
  const booking = await findBookingOfBuyer(context.database, actor.accountId, requireId<'booking'>(id));
  if (booking === undefined) throw new DomainError('NOT_FOUND');
  assertPlanChangeable(booking);
  const parts = readPlannedParts(booking.price, plan);
  await endOpenCharges(context, booking);
  await inTransaction(context.database, (trx) => replacePlan(context, trx, actor, booking, parts));
  return showPlan(context, actor, booking.id);
}

export function assertPlanChangeable({ status, reservedUntil }: StoredBooking): void {
  if (status === 'paid' || status === 'refunded') throw new DomainError('ALREADY_PAID');
  if (status === 'cancelled') throw new DomainError('BOOKING_CANCELLED');
  if (reservedUntil !== null) throw makePartPaidError();
}

export const makePartPaidError = (): DomainError =>
  new DomainError('ILLEGAL_TRANSITION', { detail: 'A part of the price is paid or being paid.' });

type PlannedPart = { readonly amount: Cents; readonly payer: PartPayer };

/** @returns an empty list when one charge pays the whole price. */
function readPlannedParts(
  price: Cents,
  { amounts, bank }: { readonly amounts: readonly number[]; readonly bank?: number | undefined },
): readonly PlannedPart[] {
  const parts = amounts.map(centsFromDollars);
  if (parts.length !== 1 || bank !== undefined) {
    const bankAmount = bank === undefined ? undefined : centsFromDollars(bank);
    assertParts(price, parts, bankAmount);
    const buyerParts = parts.map((amount): PlannedPart => ({ amount, payer: 'buyer' }));
    return bankAmount === undefined ? buyerParts : [...buyerParts, { amount: bankAmount, payer: 'bank' }];
  }
  if (parts[0] !== price) throw new DomainError('INVALID', { detail: 'One part is the whole price.' });
  assertFitsCard(price);
  return [];
}

/** Cancels the open charge of a booking at the provider, unless the buyer may be paying it at this moment. */
export async function endOpenCharges(context: Context, { id }: StoredBooking): Promise<void> {
  for (const attempt of await listAttemptsOfBookings(context.database, [id])) {
    const intent = attempt.intentId === null ? null : await context.cardProvider.findIntent(attempt.intentId);
    if (intent?.isConfirming === true || intent?.paynowCode != null) throw makePartPaidError();
    await releaseHold(context, attempt);
  }
}

async function replacePlan(
  context: Context,
  trx: Transaction,
  actor: Actor,
  { id, buyerId, listingId }: StoredBooking,
  plannedParts: readonly PlannedPart[],
): Promise<void> {
  await authoriseActor(context, trx, actor);
  const booking = await lockBooking(trx, id);
  if (booking === undefined) throw new DomainError('NOT_FOUND');
  assertPlanChangeable(booking);
  if ((await listAttemptsOfBookings(trx, [id])).length > 0) throw makePartPaidError();
  const now = context.now();
  if (plannedParts.length > 0) {
    await assertNoDepositAsked(trx, listingId);
    await assertMayReserve(trx, { buyerId, listingId }, now);
  }
  const describePart = ({ amount, payer }: PlannedPart): string => (payer === 'bank' ? `${amount} bank` : `${amount}`);
  const currentPartTexts = (await listParts(trx, id)).map(describePart);
  const plannedPartTexts = plannedParts.map(describePart);
  if (currentPartTexts.join() === plannedPartTexts.join()) return;
  const parts = plannedParts.map((part) => ({ id: context.newId<'payment_part'>(), ...part }));
  // A reservation starts with certain parts, so a buyer who changes the parts no longer reserves the car.
  await removeStartedReservation(trx, id);
  await replaceParts(trx, id, parts, now);
  await recordAudit(context, trx, {
    actorId: actor.accountId,
    action: 'plan',
    noun: 'booking',
    nounId: id,
    before: { parts: currentPartTexts },
    after: { parts: plannedPartTexts },
  });
}
