import { updateMe } from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { uploadImage } from '@carhouse/contract/images';
import { imageMessages } from '#messages/images';
import { fitImage } from '../../ui/fit-image.ts';

/**
 * Uploads the photo that was chosen in the sign-up form and sets it for the new account.
 * @throws ApiError or Error with the reason; the photo of the account is then the one that was drawn from the name
 */
export async function saveFirstPhoto(client: Client, file: File): Promise<void> {
  const fitResult = await fitImage(file);
  if (typeof fitResult === 'string') throw new Error(imageMessages.faults[fitResult](file.name));
  const { data } = await client(uploadImage, { body: { image: fitResult } });
  await client(updateMe, { body: { photoURL: data.url } });
}
