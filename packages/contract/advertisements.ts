import { z } from 'zod/mini';
import { call } from './call.ts';
import { dollars, id, imageDimensions, makeFreeTextSchema } from './fields.ts';

/**
 * An advertised car in the responses of the specification's calls below /api/advertisement/categories. The
 * specification defines the first four fields after the id.
 */
export const advertisedCar = z.object({
  _id: id,
  image: z.string(),
  title: z.string(),
  category: z.string(),
  resalePrice: dollars,
  imageSize: imageDimensions,
});

export type AdvertisedCarAnswer = z.infer<typeof advertisedCar>;

function makeAdvertisedListCall<const Path extends `/api/${string}`>(path: Path, placeText: string) {
  return call({
    method: 'GET',
    path,
    summary: `Advertised cars that can be booked, newest advertisement first, 60 at most: ${placeText}`,
    noun: 'advertisements',
    access: 'anyone',
    lane: 'essential',
    answers: { 200: z.array(advertisedCar) },
  });
}

export const advertisementStrip = makeAdvertisedListCall(
  '/api/advertisement/categories/animation',
  'the scrolling strip',
);
export const advertisementGrid = makeAdvertisedListCall('/api/advertisement/categories', 'the grid of the home page');

export const advertise = call({
  method: 'POST',
  path: '/api/advertisement',
  summary: 'Advertises an own available car. The client sends the whole product; only its _id is read',
  noun: 'advertisements',
  access: 'Seller',
  body: z.object({ _id: makeFreeTextSchema(64) }),
  answers: { 200: z.object({ acknowledged: z.boolean(), insertedId: id }) },
});
