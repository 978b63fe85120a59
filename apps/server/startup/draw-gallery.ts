import { inTransaction } from '@carhouse/database/connection/transaction';
import { listCarsWithOnlyCover, replaceListingImages } from '@carhouse/database/images/images';
import { lockListing } from '@carhouse/database/listings/listings';
import type { DemoListing } from '@carhouse/demo-data/demo-listing';
import { makeDemoListings } from '@carhouse/demo-data/stock';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';
import { storeDrawing } from './store-drawing.ts';

const galleryMarkerName = 'demo-gallery';
/**
 * Maximum number of listings that one job draws, with five images each. With a small number of listings per job, the
 * server can stop quickly, and most of the CPU time is left to visitors.
 */
const drawnListingCountMaximum = 1;
/**
 * Maximum number of listings that one job checks. Checking a listing takes time, because its cover is drawn to compute
 * its key.
 */
const listingsPerJob = 20;

/**
 * Enqueues the job that draws the missing images of the demo listings. The first start of the server does not wait for
 * these images.
 */
export async function enqueueGallery(context: Context): Promise<void> {
  const finishedMarker = await context.database
    .selectFrom('seed_marker')
    .select('name')
    .where('name', '=', galleryMarkerName)
    .executeTakeFirst();
  if (finishedMarker !== undefined) return;
  await inTransaction(context.database, (trx) => context.jobs.enqueue(trx, 'demo-gallery', { after: null }));
}

/**
 * Draws the further views of the next demo listings that have only their drawn cover, and the larger files of the
 * cover. At the end the function enqueues the job for the following listings. A listing gets all its images in one
 * transaction; a listing whose seller has changed its images keeps them. After the last listing no further job is
 * enqueued.
 * @param previousCarKey key of the previous demo listing; null starts with the first one.
 * @throws StoreFault when the image store does not answer; the job is then retried.
 */
export async function drawGallery(context: Context, previousCarKey: string | null): Promise<void> {
  const demoStock = makeDemoListings(context.now());
  const nextIndex = demoStock.findIndex(({ key }) => key === previousCarKey) + 1;
  const checkedCars = demoStock.slice(nextIndex, nextIndex + listingsPerJob);
  const listingsWithoutGallery = (await listWithoutGallery(context, checkedCars)).slice(0, drawnListingCountMaximum);
  for (const listingWithoutGallery of listingsWithoutGallery) await drawViews(context, listingWithoutGallery);
  const lastHandledCar =
    listingsWithoutGallery.length < drawnListingCountMaximum ? checkedCars.at(-1) : listingsWithoutGallery.at(-1)?.car;
  await inTransaction(context.database, async (trx) => {
    if (lastHandledCar !== undefined && lastHandledCar !== demoStock.at(-1)) {
      await context.jobs.enqueue(trx, 'demo-gallery', { after: lastHandledCar.key });
      return;
    }
    const finishedMarkerRow = { name: galleryMarkerName, at: context.now() };
    await trx
      .insertInto('seed_marker')
      .values(finishedMarkerRow)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

type ListingWithoutGallery = { readonly id: ListingId; readonly car: DemoListing; readonly cover: string };

/**
 * Returns the demo listings that have only their drawn cover. A demo listing is recognised by its cover, whose key is
 * the hash of the drawing.
 */
async function listWithoutGallery(
  context: Context,
  examinedListings: readonly DemoListing[],
): Promise<readonly ListingWithoutGallery[]> {
  const drawnCovers = examinedListings.flatMap((car) => car.drawings.slice(0, 1).map((cover) => ({ car, cover })));
  const imageKeys = await context.imageWorkers.listDrawingKeys(drawnCovers.map(({ cover }) => cover));
  const cars = drawnCovers.map(({ car }, index) => ({ car, cover: imageKeys[index] ?? '' }));
  const carsWithOnlyCover = await listCarsWithOnlyCover(
    context.database,
    cars.map(({ cover }) => cover),
  );
  return cars.flatMap((each) =>
    carsWithOnlyCover.filter(({ key }) => key === each.cover).map(({ id }) => ({ ...each, id })),
  );
}

async function drawViews(context: Context, { id, car, cover }: ListingWithoutGallery): Promise<void> {
  const viewKeys: string[] = [];
  for (const [drawingIndex, drawing] of car.drawings.entries()) {
    const key = await storeDrawing(context, drawing, drawingIndex === 0 ? 'rest' : 'all');
    if (drawingIndex > 0) viewKeys.push(key);
  }
  await inTransaction(context.database, async (trx) => {
    const lockedListing = await lockListing(trx, id, 'own');
    if (lockedListing?.listing.images.join() === cover) await replaceListingImages(trx, id, [cover, ...viewKeys]);
  });
}
