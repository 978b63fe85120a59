import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { findReservableCar, saveAskedDeposit } from '@carhouse/database/reservations/reservable-cars';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Cents } from '@carhouse/domain/money/money';
import { assertDeposit, computeOfferedDeposit } from '@carhouse/domain/reservation/reservation';
import { authoriseConfirmed } from '../accounts/authorise-confirmed.ts';
import type { Context } from '../context.ts';
import { lockOwnListing } from '../listings/authorise-owner.ts';

export type ReservationTermsOfCar = { readonly askedDeposit: Cents | null; readonly deposit: Cents | null };

/**
 * Saves the deposit for which buyers can reserve the seller's car. With null, the car can no longer be reserved. A
 * reservation that has begun keeps its deposit. When the price falls later, buyers are offered at most 5 % of it
 * (`offeredDeposit`).
 * @returns the deposit that the seller asks for, and the deposit that buyers are offered now.
 * @throws DomainError NOT_FOUND (another seller's car), CAR_ALREADY_SOLD, EMAIL_UNCONFIRMED, INVALID (the limits of a
 *   deposit).
 */
export async function saveReservationTerms(
  context: Context,
  actor: Actor,
  id: string,
  deposit: Cents | null,
): Promise<ReservationTermsOfCar> {
  return inTransaction(context.database, async (trx) => {
    const { actor: seller } = await authoriseConfirmed(context, trx, actor);
    const { id: listingId } = await lockOwnListing(trx, seller, id);
    const car = await findReservableCar(trx, listingId);
    if (car === undefined) throw new DomainError('NOT_FOUND');
    if (deposit !== null) assertDeposit(deposit, car.price);
    if (deposit !== car.askedDeposit) {
      await saveAskedDeposit(trx, listingId, deposit);
      await recordAudit(context, trx, {
        actorId: actor.accountId,
        noun: 'listing',
        action: 'set-reservation-terms',
        nounId: listingId,
        before: { depositCents: car.askedDeposit?.toString() ?? null },
        after: { depositCents: deposit?.toString() ?? null },
      });
    }
    return { askedDeposit: deposit, deposit: computeOfferedDeposit(deposit, car.price) };
  });
}
