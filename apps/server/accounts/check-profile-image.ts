import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { readDrawnPhoto } from '@carhouse/domain/image/drawn-photo';
import { resolveImages } from '../images/resolve-images.ts';

/**
 * A profile image is an https URL on another site, which the server never fetches, a photo that the server draws from
 * initials, or an upload of the same user.
 * @throws DomainError IMAGE_NOT_YOURS for an image on this server that another user uploaded.
 */
export async function assertUsableImage(trx: Transaction, uploader: AccountId, photoUrl: string): Promise<void> {
  if (photoUrl.startsWith('/') && readDrawnPhoto(photoUrl) === undefined)
    await resolveImages(trx, uploader, [photoUrl], 'photoURL');
}
