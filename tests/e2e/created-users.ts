import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { makeSignedInCalls, readSuccessBody, runAsDemoAdmin, signUp } from './accounts.ts';
import { demoPassword } from './demo-users.ts';
import { drawImage } from './image-files.ts';

/** A user who was created for one test, with API calls in their session. */
export type CreatedUser = { readonly name: string; readonly email: string; readonly calls: APIRequestContext };

/** Creates an account with a role and signs it in through the API. */
export async function createUser(role: 'Seller' | 'Buyer'): Promise<CreatedUser> {
  const { calls, account } = await signUp(role, `${role} ${randomBytes(3).toString('hex')}`);
  return { name: account.name, email: account.email, calls };
}

/** Creates a seller whom the demo admin has verified. */
export async function createVerifiedSeller(): Promise<CreatedUser> {
  const { calls, account } = await signUp('Seller', `Seller ${randomBytes(3).toString('hex')}`);
  const verified = await runAsDemoAdmin((admin) => admin.put(`/api/users/verify/${account.id}`));
  if (!verified.ok()) throw new Error(`The verification answered ${verified.status()}.`);
  return { name: account.name, email: account.email, calls };
}

/** Puts the session of a user into the page. */
export async function signInAs(page: Page, { calls }: Pick<CreatedUser, 'calls'>): Promise<void> {
  await page.context().addCookies((await calls.storageState()).cookies);
}

/** Signs a user in with `signInAs` and opens a page. */
export async function openSignedIn(page: Page, person: CreatedUser, path: string): Promise<void> {
  await signInAs(page, person);
  await page.goto(path);
}

/** Puts a new session of this account into the page, for pages that require a login. */
export async function signInAsAccount(page: Page, email: string, password = demoPassword): Promise<void> {
  const calls = await makeSignedInCalls(email, password);
  await signInAs(page, { calls });
  await calls.dispose();
}

/** Signs in with a demo account and opens a page. */
export async function openAsDemo(page: Page, email: string, path: string): Promise<void> {
  await signInAsAccount(page, email);
  await page.goto(path);
}

/**
 * Creates a listing of this seller. The listing is on offer with one photo unless `changes` say otherwise.
 * @returns the id of the listing.
 */
export async function createOwnCar(seller: CreatedUser, changes: object = {}): Promise<string> {
  const image = await uploadTestImage(seller);
  const answer = await seller.calls.post('/api/v1/listings', {
    data: {
      title: 'Roma',
      location: 'Bukit Timah',
      category: 'Ferrari',
      resalePrice: 868_000,
      originalPrice: 1_128_000,
      yearsOfUse: 5,
      yearOfPurchase: 2021,
      description: 'One owner since new.',
      images: [image],
      ...changes,
    },
  });
  return (await readSuccessBody<{ insertedId: string }>(answer)).insertedId;
}

/** Books a car for this buyer. @returns the id of the booking. */
export async function createBooking(buyer: CreatedUser, productId: string): Promise<string> {
  const data = { productId, meetingDate: 'Sat 28 Nov, after 3 pm', buyerNumber: '9123 4567' };
  const answer = await buyer.calls.post('/api/bookingData', { data });
  return (await readSuccessBody<{ insertedId: string }>(answer)).insertedId;
}

async function uploadTestImage(person: CreatedUser): Promise<string> {
  const image = { name: 'car.png', mimeType: 'image/png', buffer: drawImage(300, 200) };
  const answer = await person.calls.post('/api/images', { multipart: { image } });
  return (await readSuccessBody<{ data: { url: string } }>(answer)).data.url;
}
