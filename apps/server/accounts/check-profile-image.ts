import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { resolveImages } from '../images/resolve-images.ts';

/**
 * A profile image is either an https URL elsewhere, which the server never fetches, or an upload of the same person.
 * @throws DomainError IMAGE_NOT_YOURS for an image of ours that another person uploaded.
 */
export async function assertUsableImage(trx: Transaction, uploader: AccountId, photoUrl: string): Promise<void> {
  if (photoUrl.startsWith('/')) await resolveImages(trx, uploader, [photoUrl], 'photoURL');
}
