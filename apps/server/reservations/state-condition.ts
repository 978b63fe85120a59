import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { saveStatement } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { mayStateCondition } from '@carhouse/domain/reservation/reservation';
import { type ConditionKind, conditionRules } from '@carhouse/domain/reservation/reservation-rule';
import type { Context } from '../context.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { endReservation } from './end-reservation.ts';
import { lockActiveReservation } from './lock-active-reservation.ts';

/** The reasons that the page of the order shows when a condition has failed. */
const failedConditionReasons: Readonly<Record<ConditionKind, string>> = {
  'as-described': 'The car was not as described at the viewing.',
  loan: 'The loan of the buyer was refused.',
  inspection: 'The car has not passed the inspection.',
};

/**
 * States whether a condition of an active reservation is met. A condition that is not met ends the reservation, and the
 * whole deposit is refunded. Whether a condition is met can be stated once only, before its deadline, by the party that
 * the rule names.
 * @throws DomainError NOT_FOUND (also for a condition that the buyer did not choose), ROLE_REQUIRED (the other party
 * must state it), DEADLINE_PASSED, ILLEGAL_TRANSITION (not active, or already stated).
 */
export async function stateCondition(
  context: Context,
  actor: Actor,
  id: string,
  statement: { readonly kind: ConditionKind; readonly isMet: boolean; readonly note: string | undefined },
): Promise<void> {
  const { kind, isMet: met } = statement;
  await inTransaction(context.database, async (trx) => {
    const lockedReservation = await lockActiveReservation(context, trx, actor, id);
    const condition = lockedReservation.reservation.conditions.find((each) => each.kind === kind);
    if (condition === undefined) throw new DomainError('NOT_FOUND');
    if (conditionRules.find((rule) => rule.kind === kind)?.by !== lockedReservation.side)
      throw new DomainError('ROLE_REQUIRED');
    if (condition.state !== 'open') throw new DomainError('ILLEGAL_TRANSITION', { detail: 'This is stated already.' });
    const at = context.now();
    if (!mayStateCondition(lockedReservation.terms, kind, at)) throw new DomainError('DEADLINE_PASSED');
    const state = met ? 'met' : 'failed';
    const note = statement.note?.trim() ?? '';
    await saveStatement(trx, lockedReservation.booking.id, kind, {
      state,
      by: actor.accountId,
      note: note === '' ? null : note,
      at,
    });
    // The note is free text. The note is stored only with the condition, because an audit entry can never be deleted.
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      noun: 'reservation',
      action: 'state-condition',
      nounId: lockedReservation.booking.id,
      before: { kind, condition: condition.state },
      after: { kind, condition: state },
    });
    if (met) return;
    const outcome = { end: 'condition-failed', condition: kind } as const;
    await endReservation(context, trx, actor, lockedReservation, { outcome, reason: failedConditionReasons[kind], at });
  });
  if (!met) await releaseBookings(context, [requireId<'booking'>(id)]);
}
