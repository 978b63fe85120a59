import type { Transaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { assertRole } from '@carhouse/domain/account/account-policy';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { changeFreeCar, type FreeCarOutcome } from '../payments/release-car.ts';
import { lockManagedListing } from './authorise-owner.ts';
import { changeDespiteHold } from './change-despite-hold.ts';
import { hideListing } from './hide-listing.ts';

/**
 * Withdraws a listing for its seller or an admin. A seller has to wait while a buyer is paying. An admin does not have to
 * wait, because a hold must not keep a forbidden listing on sale.
 * @returns 0 when the listing is already withdrawn.
 * @throws DomainError ROLE_REQUIRED, NOT_FOUND (another seller's listing), CAR_ALREADY_SOLD, CAR_RESERVED (sellers only),
 * ILLEGAL_TRANSITION (a draft), and the errors of `authoriseActor`.
 */
export async function withdrawListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  if (actor.role === 'admin') {
    return changeDespiteHold(context, actor, id, 'The car is withdrawn.', (trx, admin) =>
      withdraw(context, trx, admin, id, 'server'),
    );
  }
  assertRole(actor, 'Seller');
  return changeFreeCar(context, async (trx) => {
    return withdraw(context, trx, await authoriseActor(context, trx, actor), id, 'seller');
  });
}

async function withdraw(
  context: Context,
  trx: Transaction,
  current: CurrentActor,
  id: string,
  party: 'seller' | 'server',
): Promise<FreeCarOutcome<0 | 1>> {
  const car = await lockManagedListing(trx, current, id);
  if (car.status === 'withdrawn') return { kind: 'done', value: 0 };
  const removal = { event: 'withdraw', reason: `The ${party} has withdrawn the car.` } as const;
  return hideListing(context, trx, current, car, removal, party === 'server');
}
