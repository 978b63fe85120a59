import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { findLiveAttempt } from '@carhouse/database/payments/payment-attempts';
import type { Actor } from '@carhouse/domain/account/account';
import { assertRole } from '@carhouse/domain/account/account-policy';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import { isDomainError } from '@carhouse/domain/errors/domain-error';
import { isHolding, type PaymentAttempt } from '@carhouse/domain/payment/payment';
import { authoriseActor, authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { endHold } from '../payments/break-hold.ts';
import { changeFreeCar, type FreeCarOutcome } from '../payments/release-car.ts';
import { releaseHold } from '../payments/release-hold.ts';
import { lockManagedListing } from './authorise-owner.ts';
import { hideListing } from './hide-listing.ts';

/**
 * Withdraws a listing for its seller or an admin. A seller has to wait while a buyer is paying. An admin does not wait,
 * because a hold must not keep a forbidden listing on sale. @returns 0 when it is already withdrawn.
 * @throws DomainError ROLE_REQUIRED, NOT_FOUND (another's), CAR_ALREADY_SOLD, CAR_RESERVED (sellers only),
 *   ILLEGAL_TRANSITION (a draft), and those of `authoriseActor`.
 */
export async function withdrawListing(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  if (actor.role === 'admin') return withdrawDespiteHold(context, actor, id);
  assertRole(actor, 'Seller');
  return changeFreeCar(context, async (trx) => {
    return withdraw(context, trx, await authoriseActor(context, trx, actor), id, 'seller');
  });
}

/**
 * First the hold is broken and its charge cancelled; a charge that has already succeeded is settled, and the listing is
 * sold. Otherwise the listing is withdrawn in any case: even when a new hold began, or the provider does not answer. The
 * reconciler cancels the charge later, and a late charge is refunded.
 */
async function withdrawDespiteHold(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  const held = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const car = await lockManagedListing(trx, admin, id);
    const live = await findLiveAttempt(trx, car.id);
    if (live !== undefined && isHolding(live, context.now())) {
      await endHold(context, trx, admin, live, 'The car is withdrawn.');
    }
    return live;
  });
  await tryRelease(context, held);
  const { changed, left } = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const outcome = await withdraw(context, trx, admin, id, 'server');
    const car = await lockManagedListing(trx, admin, id);
    return { changed: outcome, left: await findLiveAttempt(trx, car.id) };
  });
  await tryRelease(context, left);
  return changed.kind === 'done' ? changed.value : 0;
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

/** A provider that does not answer must not keep a listing on sale. */
async function tryRelease(context: Context, attempt: PaymentAttempt | undefined): Promise<void> {
  if (attempt === undefined) return;
  try {
    await releaseHold(context, attempt);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    context.log.warn({ attemptId: attempt.id, code: error.code }, 'a broken hold is left to the reconciler');
  }
}
