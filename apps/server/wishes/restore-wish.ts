import { hkdfSync } from 'node:crypto';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { cents } from '@carhouse/domain/money/money';
import type { RemovedWish, WishId } from '@carhouse/domain/wish/wish';
import type { Context } from '../context.ts';
import { decryptText, encryptText } from '../http/routing/idempotency-key.ts';
import { addWish } from './add-wish.ts';
import { digestSnapshot } from './digest-snapshot.ts';

/** Milliseconds for which a removed wish can be restored. */
const restorePeriodMs = 10 * 60_000;

/** The content of an undo text: who removed which wish, and until when it can be restored (milliseconds since 1970). */
type RemovalReceipt = {
  readonly by: string;
  readonly until: number;
  readonly id: string;
  readonly car: string;
  readonly wishedAt: string;
  readonly cents: string;
  readonly digest: string;
};

/**
 * Returns the key of `Context.wishUndoKey`, derived from the secret that signs sessions, so all server nodes of one database
 * have the same key.
 */
export function deriveUndoKey(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'carhouse undo', 32));
}

/** Returns an encrypted text with which only the actor can restore a wish that they have removed. */
export function encryptRemovalReceipt(
  { wishUndoKey, now }: Pick<Context, 'wishUndoKey' | 'now'>,
  actor: Actor,
  wish: RemovedWish,
): string {
  const receipt: RemovalReceipt = {
    by: actor.accountId,
    until: now().getTime() + restorePeriodMs,
    id: wish.id,
    car: wish.listingId,
    wishedAt: wish.wishedAt.toISOString(),
    cents: String(wish.snapshot.resalePrice),
    digest: digestSnapshot(wish.snapshot),
  };
  return encryptText(JSON.stringify(receipt), wishUndoKey);
}

/**
 * Restores a removed wish with its original time and price. When the wish is already restored, or the car is wished for
 * again, the existing wish is returned.
 * @param undoText the text that `encryptRemovalReceipt` made @throws DomainError INVALID (a changed text, another
 * user's, or one that is too old), and the errors of `addWish`.
 */
export async function restoreWish(context: Context, actor: Actor, undoText: string): Promise<WishId> {
  const { by, until, id, car, wishedAt, cents: price, digest } = decryptReceipt(context, undoText);
  if (by !== actor.accountId || until < context.now().getTime()) throw makeRefusal();
  return addWish(context, actor, car as RemovedWish['listingId'], {
    id: id as WishId,
    listingId: car as RemovedWish['listingId'],
    wishedAt: new Date(wishedAt),
    resalePrice: cents(BigInt(price)),
    digest,
  });
}

function decryptReceipt({ wishUndoKey }: Context, undoText: string): RemovalReceipt {
  try {
    return JSON.parse(decryptText(undoText, wishUndoKey)) as RemovalReceipt;
  } catch {
    throw makeRefusal();
  }
}

function makeRefusal(): DomainError {
  return new DomainError('INVALID', {
    errors: [{ path: 'undo', code: 'invalid', message: 'This removal can no longer be undone' }],
  });
}
