import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { readDrawnPhoto } from '@carhouse/domain/image/drawn-photo';
import { resolveImages } from '../images/resolve-images.ts';

/**
 * Checks that a user may use this profile image. A profile image may be an https URL on another site (the server never
 * fetches it), a picture that the server draws from initials, or an image that the same user uploaded.
 * @throws DomainError IMAGE_NOT_YOURS for an image on this server that another user uploaded.
 */
export async function assertUsableImage(trx: Transaction, uploaderId: AccountId, photoUrl: string): Promise<void> {
  if (photoUrl.startsWith('/') && readDrawnPhoto(photoUrl) === undefined)
    await resolveImages(trx, uploaderId, [photoUrl], 'photoURL');
}
