import { recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking } from '@carhouse/database/bookings/bookings';
import { insertOrderStep, listOrderSteps } from '@carhouse/database/bookings/order-steps';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import {
  eventsByStep,
  findOrderState,
  type MarkableStep,
  orderLifecycle,
} from '@carhouse/domain/booking/order-lifecycle';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { recordHandOver } from '../sales/record-hand-over.ts';
import { markPaidOutside } from './mark-paid-outside.ts';

/**
 * Marks a step of an order, for its buyer or for the seller of the car. The lock on the booking makes two calls that
 * mark the same step wait for each other, so that the later call changes nothing.
 * @returns number of steps that were added.
 * @throws DomainError NOT_FOUND (another user's order), ROLE_REQUIRED (only the other party may mark this step),
 *   ILLEGAL_TRANSITION, and for the step `paid-outside` the errors of `markPaidOutside`.
 */
export async function markOrderStep(context: Context, actor: Actor, id: string, step: MarkableStep): Promise<0 | 1> {
  const bookingId = requireId<'booking'>(id);
  if (step === 'paid-outside') return markPaidOutside(context, actor, bookingId);
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const booking = await lockBooking(trx, bookingId);
    const party = booking === undefined ? null : findBookingParty(actor, booking);
    if (booking === undefined || (party !== 'buyer' && party !== 'seller')) throw new DomainError('NOT_FOUND');
    const steps = await listOrderSteps(trx, bookingId);
    if (steps.some((each) => each.step === step)) return 0;
    const previousState = findOrderState(booking.status, steps);
    const nextState = advance(orderLifecycle, previousState, eventsByStep[step], party);
    await insertOrderStep(trx, { bookingId, step, actorId: actor.accountId, at: context.now() });
    // An order whose buyer has paid the seller directly has no sale on this server.
    const hasSale = !steps.some((each) => each.step === 'paid-outside');
    if (step === 'handed-over' && hasSale) await recordHandOver(context, trx, booking);
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      action: step,
      noun: 'booking',
      nounId: bookingId,
      before: { state: previousState },
      after: { state: nextState, by: party },
    });
    return 1;
  });
}
