import { hkdfSync } from 'node:crypto';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { cents } from '@carhouse/domain/money/money';
import type { RemovedWish, WishId } from '@carhouse/domain/wish/wish';
import type { Context } from '../context.ts';
import { openText, sealText } from '../http/routing/idempotency-key.ts';
import { addWish } from './add-wish.ts';
import { digestSnapshot } from './digest-snapshot.ts';

/** Time in which a removed wish can be restored, in milliseconds. */
const restorableFor = 10 * 60_000;

/** The text of a receipt: who removed which wish, and until when it is valid (milliseconds since 1970). */
type Receipt = {
  readonly by: string;
  readonly until: number;
  readonly id: string;
  readonly car: string;
  readonly wishedAt: string;
  readonly cents: string;
  readonly digest: string;
};

/** The key of `Context.undoKey`, derived from the secret that signs sessions: all nodes of one database have the same. */
export function undoKeyOf(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'carhouse undo', 32));
}

/** A text with which the actor, and nobody else, can restore a wish that they have removed. Its content is encrypted. */
export function sealRemoval(
  { undoKey, now }: Pick<Context, 'undoKey' | 'now'>,
  actor: Actor,
  wish: RemovedWish,
): string {
  const receipt: Receipt = {
    by: actor.accountId,
    until: now().getTime() + restorableFor,
    id: wish.id,
    car: wish.listingId,
    wishedAt: wish.wishedAt.toISOString(),
    cents: String(wish.snapshot.resalePrice),
    digest: digestSnapshot(wish.snapshot),
  };
  return sealText(JSON.stringify(receipt), undoKey);
}

/**
 * Puts a removed wish back, with its time and its price of that day. Repeating it, and restoring a car that is wished for
 * again, returns the present wish.
 * @param undo the text of `sealRemoval`
 * @throws DomainError INVALID (another text, another user's, or too old), and those of `addWish`.
 */
export async function restoreWish(context: Context, actor: Actor, undo: string): Promise<WishId> {
  const { by, until, id, car, wishedAt, cents: price, digest } = openReceipt(context, undo);
  if (by !== actor.accountId || until < context.now().getTime()) throw refusal();
  return addWish(context, actor, car as RemovedWish['listingId'], {
    id: id as WishId,
    listingId: car as RemovedWish['listingId'],
    wishedAt: new Date(wishedAt),
    resalePrice: cents(BigInt(price)),
    digest,
  });
}

function openReceipt({ undoKey }: Context, undo: string): Receipt {
  try {
    return JSON.parse(openText(undo, undoKey)) as Receipt;
  } catch {
    throw refusal();
  }
}

function refusal(): DomainError {
  return new DomainError('INVALID', {
    errors: [{ path: 'undo', code: 'invalid', message: 'This removal can no longer be undone' }],
  });
}
