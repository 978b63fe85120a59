import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import { resolvePictures } from '../images/resolve-pictures.ts';

/**
 * A photo of an account is an address elsewhere, which the server never fetches, or an own upload of the person who names it.
 * @throws DomainError IMAGE_NOT_YOURS for a picture of ours that another person uploaded.
 */
export async function assertUsablePhoto(trx: Transaction, uploader: AccountId, photoUrl: string): Promise<void> {
  if (photoUrl.startsWith('/')) await resolvePictures(trx, uploader, [photoUrl], 'photoURL');
}
