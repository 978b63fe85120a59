import { createHash } from 'node:crypto';
import type { WishSnapshot } from '@carhouse/domain/wish/wish';

/**
 * Returns a digest of a wish's copy of a listing, without the price. Two copies with equal digests show the same data.
 */
export function digestSnapshot(snapshot: WishSnapshot): string {
  const snapshotFields = [
    snapshot.image,
    snapshot.brand,
    snapshot.title,
    snapshot.author,
    snapshot.authorEmail,
    snapshot.location,
    snapshot.originalPrice === null ? null : String(snapshot.originalPrice),
    snapshot.yearsOfUse,
    snapshot.yearOfPurchase,
    snapshot.description,
    snapshot.postedAt.toISOString(),
  ];
  return createHash('sha256').update(JSON.stringify(snapshotFields)).digest('base64url');
}
