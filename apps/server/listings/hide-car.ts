import type { Actor } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';
import { lockManagedListing } from './authorise-owner.ts';
import { changeDespiteHold } from './change-despite-hold.ts';
import { hideListing } from './hide-listing.ts';

/**
 * Hides a listing that is on sale, for an admin: it disappears from every list and page of buyers and visitors, and only an
 * admin can show it again. Its open bookings are cancelled, their buyers are notified, and a hold is ended. The seller can
 * read the reason.
 * @returns 0 when the listing is already hidden.
 * @throws DomainError NOT_FOUND, CAR_ALREADY_SOLD, ILLEGAL_TRANSITION (a draft or a withdrawn car), and the errors of
 * `authoriseAdmin`.
 */
export async function hideCar(context: Context, actor: Actor, id: string, reason: string): Promise<0 | 1> {
  return changeDespiteHold(context, actor, id, 'The car is hidden.', async (trx, admin) => {
    const car = await lockManagedListing(trx, admin, id);
    if (car.status === 'hidden') return { kind: 'done', value: 0 };
    const removal = { event: 'hide', reason: 'Car House no longer shows this car.', forSeller: reason } as const;
    return hideListing(context, trx, admin, car, removal, true);
  });
}
