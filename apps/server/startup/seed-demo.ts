import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { toFactColumns } from '@carhouse/database/listings/listing-row';
import type { DemoListing } from '@carhouse/demo-data/demo-listing';
import { computeTimeOnDay, makeJoiningTimes } from '@carhouse/demo-data/demo-times';
import { demoSellers } from '@carhouse/demo-data/sellers';
import { makeDemoListings } from '@carhouse/demo-data/stock';
import type { AccountId } from '@carhouse/domain/account/account';
import { type CarFacts, noFacts } from '@carhouse/domain/car/car-facts';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Context } from '../context.ts';
import { storeDrawing } from './store-drawing.ts';

/** The password of every demo account (README). Demo accounts exist only outside production. */
export const demoPassword = 'CarHouse!2026';

const seedMarkerName = 'demo-story';
/**
 * Number of images that are requested at the same time. Two image processes draw, so one image waits for the next free
 * process.
 */
const parallelDrawingCount = 3;

export const demoAdminEmail = 'admin@carhouse.example';

const demoPeople = [
  { name: 'Admin One', email: demoAdminEmail, role: 'admin', verified: false },
  { name: 'Buyer One', email: 'buyer@carhouse.example', role: 'Buyer', verified: false },
  { name: 'Buyer Two', email: 'buyer2@carhouse.example', role: 'Buyer', verified: false },
  ...demoSellers.map((seller) => ({ ...seller, role: 'Seller' as const })),
] as const;

/**
 * Seeds the demo data once: accounts, listings and their drawn images. An interrupted run starts again from the beginning.
 * @returns the listings by their keys; undefined when the demo was already seeded.
 * @param stop aborts the seeding between two images; its reason is thrown.
 */
export async function seedDemo(
  context: Context,
  stop: AbortSignal,
): Promise<ReadonlyMap<string, ListingId> | undefined> {
  const seedMarker = await context.database
    .selectFrom('seed_marker')
    .select('name')
    .where('name', '=', seedMarkerName)
    .executeTakeFirst();
  if (seedMarker !== undefined) return undefined;
  const accounts = await seedUsers(context);
  const demoStock = makeDemoListings(context.now());
  const coverKeys = await drawCovers(context, demoStock, stop);
  const cars = new Map<string, ListingId>();
  await inTransaction(context.database, async (trx) => {
    for (const car of demoStock) cars.set(car.key, await insertCar(context, trx, car, accounts, coverKeys));
    await trx.insertInto('seed_marker').values({ name: seedMarkerName, at: context.now() }).execute();
  });
  return cars;
}

async function seedUsers(context: Context): Promise<ReadonlyMap<string, AccountId>> {
  const existingAccounts = await context.database.selectFrom('account').select(['id', 'email']).execute();
  const accounts = new Map(existingAccounts.map((row) => [row.email, row.id]));
  for (const person of demoPeople) {
    if (accounts.has(person.email)) continue;
    const { name, email, role, verified } = person;
    const phoneNumber = 'number' in person ? person.number : null;
    const { joinedAt, verifiedAt } = makeJoiningTimes(context.now(), email);
    const account = {
      name,
      email,
      password: demoPassword,
      photoUrl: null,
      role,
      number: phoneNumber,
      joinedAt,
      isDemo: true,
    };
    accounts.set(email, await context.identity.createAccount({ ...account, verifiedAt: verified ? verifiedAt : null }));
  }
  return accounts;
}

/** Draws and stores the cover image of every listing. @returns the keys of the images by the keys of the listings. */
async function drawCovers(
  context: Context,
  demoStock: readonly DemoListing[],
  stop: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const coverKeysByListing = new Map<string, string>();
  const waitingCars = demoStock.values();
  const drawWaitingCars = async (): Promise<void> => {
    for (const car of waitingCars) {
      if (stop.aborted) return;
      const [cover] = car.drawings;
      if (cover !== undefined) coverKeysByListing.set(car.key, await storeDrawing(context, cover, 'first'));
    }
  };
  await Promise.all(Array.from({ length: parallelDrawingCount }, drawWaitingCars));
  stop.throwIfAborted();
  return coverKeysByListing;
}

async function insertCar(
  context: Context,
  trx: Transaction,
  car: DemoListing,
  accounts: ReadonlyMap<string, AccountId>,
  coverKeys: ReadonlyMap<string, string>,
): Promise<ListingId> {
  const sellerId = accounts.get(car.sellerEmail);
  if (sellerId === undefined) throw new Error(`The demo car ${car.key} has a seller who is not among the demo people.`);
  const id = context.newId<'listing'>();
  const postedAt = computeTimeOnDay(context.now(), car.postedDaysAgo, car.postedMinuteOfDay);
  await trx
    .insertInto('listing')
    .values({
      id,
      seller_id: sellerId,
      brand: car.brand,
      title: car.model,
      location: car.location,
      original_price_cents: car.originalPriceCents,
      resale_price_cents: car.resalePriceCents,
      years_of_use: car.yearsOfUse,
      year_of_purchase: car.yearOfPurchase,
      description: car.description,
      status: 'available',
      reservation_deposit_cents: car.depositCents,
      posted_at: postedAt,
      updated_at: postedAt,
      dealer_ref: null,
      dealer_row_hash: null,
      ...toFactColumns(makeCarFacts(car)),
    })
    .execute();
  const cover = coverKeys.get(car.key);
  if (cover !== undefined) {
    await trx.insertInto('listing_image').values({ listing_id: id, position: 0, image_key: cover }).execute();
  }
  if (car.isAdvertised)
    await trx.insertInto('advertisement').values({ listing_id: id, created_at: postedAt }).execute();
  return id;
}

function makeCarFacts(car: DemoListing): CarFacts {
  const { coePremiumCents, omvCents, arfPaidCents, ...facts } = car.facts;
  return { ...noFacts, ...facts, coePremium: coePremiumCents, omv: omvCents, arfPaid: arfPaidCents, coeRenewed: false };
}
