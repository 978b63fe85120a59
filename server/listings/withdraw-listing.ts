import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { changeFreeCar, type FreeCarOutcome } from '../payments/release-car.ts';
import { lockManagedListing } from './authorise-owner.ts';
import { hideListing } from './hide-listing.ts';

/**
 * Withdraws a car for its seller or an admin. @returns 0 when it is withdrawn already.
 * @throws DomainError ROLE_REQUIRED, NOT_FOUND (another's), CAR_ALREADY_SOLD, CAR_RESERVED, ILLEGAL_TRANSITION (a draft),
 *   and those of `authoriseActor`.
 */
export async function withdrawListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  if (actor.role !== 'Seller' && actor.role !== 'admin') throw new DomainError('ROLE_REQUIRED');
  const party = actor.role === 'admin' ? 'house' : 'seller';
  return changeFreeCar(context, async (trx): Promise<FreeCarOutcome<0 | 1>> => {
    const current = await authoriseActor(context, trx, actor);
    const car = await lockManagedListing(trx, current, id);
    if (car.status === 'withdrawn') return { kind: 'done', value: 0 };
    const removal = { event: 'withdraw', reason: `The ${party} has withdrawn the car.` } as const;
    return hideListing(context, trx, current, car, removal);
  });
}
