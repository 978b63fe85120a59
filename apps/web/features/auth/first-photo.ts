import { updateMe } from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { uploadImage } from '@carhouse/contract/images';
import { imageMessages } from '#messages/images';
import { fitImage } from '../../ui/fit-image.ts';

/**
 * Uploads the photo that was chosen in the sign-up form and sets it for the new account.
 * @throws ApiError or Error with the reason; the account then keeps its drawn photo
 */
export async function saveFirstPhoto(client: Client, file: File): Promise<void> {
  const fitted = await fitImage(file);
  if (typeof fitted === 'string') throw new Error(imageMessages.faults[fitted](file.name));
  const { data } = await client(uploadImage, { body: { image: fitted } });
  await client(updateMe, { body: { photoURL: data.url } });
}
