import { randomBytes } from 'node:crypto';
import { imageUrl } from '@carhouse/images/image-url';
import type { TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

/** Inserts an image row that this user owns, without files. @returns the URL of the image, as an upload returns it. */
export async function makeImage(server: TestServer, imageOwner: TestUser): Promise<string> {
  const key = randomBytes(32).toString('hex');
  await server.context.database.insertInto('image').values({ key, width: 960, height: 640 }).execute();
  await server.context.database
    .insertInto('image_upload')
    .values({
      id: server.context.newId(),
      image_key: key,
      account_id: imageOwner.id,
      bytes: 1000,
      created_at: server.context.now(),
    })
    .execute();
  return imageUrl(key, 960);
}

/** Makes the terms of a car for the calls of /api/v1/listings. */
export function makeListingForm(images: readonly string[], changedFields: object = {}): Record<string, unknown> {
  return {
    title: 'Roma',
    location: 'Bukit Timah',
    category: 'Ferrari',
    resalePrice: 868_000,
    originalPrice: 1_128_000,
    yearsOfUse: 5,
    yearOfPurchase: 2021,
    description: 'One owner since new.',
    images,
    ...changedFields,
  };
}

/** Makes the body of the add-product form as the specification's client sends it, with text fields. */
export function makeProductForm(image: string, changedFields: object = {}): Record<string, unknown> {
  return {
    verification: 'Verified',
    role: 'admin',
    author: 'Somebody else',
    email: 'somebody.else@people.example',
    title: 'Roma',
    location: 'Bukit Timah',
    category: 'Ferrari',
    resalePrice: '868000',
    originalPrice: '1128000.50',
    yearsOfUse: '5',
    yearOfPurchase: '2021',
    description: 'One owner since new.',
    image,
    time: '19 1999 21:14',
    ...changedFields,
  };
}
