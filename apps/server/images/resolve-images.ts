import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockImagesOfAccount } from '@carhouse/database/images/images';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { readImageKey } from '@carhouse/images/image-url';

/**
 * Returns the keys of images that a user names by the URL from the upload answer (`/media/<key>-960.webp`, with or
 * without an origin) or by key, in the given order. The image rows are locked until the transaction ends, so that the
 * deletion of unused images skips them.
 * @throws DomainError IMAGE_NOT_YOURS when this user did not upload one of the images; `errors` names this image
 * (docs/reliability.md, hostile input D 99).
 */
export async function resolveImages(
  trx: Transaction,
  accountId: AccountId,
  images: readonly string[],
  fieldName: string,
): Promise<readonly string[]> {
  const imageKeys = images.map((image) => readImageKey(image) ?? image);
  const ownImageKeys = await lockImagesOfAccount(trx, accountId, imageKeys);
  const errors = imageKeys.flatMap((key, index) =>
    ownImageKeys.has(key)
      ? []
      : [
          {
            path: images.length === 1 ? fieldName : `${fieldName}.${index}`,
            code: 'not_yours',
            message: 'Not your upload',
          },
        ],
  );
  if (errors.length > 0) throw new DomainError('IMAGE_NOT_YOURS', { errors });
  return imageKeys;
}
