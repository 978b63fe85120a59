import { type APIRequestContext, request } from '@playwright/test';
import { withRetries } from './accounts.ts';
import { demoPassword } from './demo-users.ts';
import type { ScreenIds, Viewer } from './screen.ts';
import { seedAdminData } from './seed-admin-data.ts';
import { seedOrders } from './seed-orders.ts';
import { seedReservations } from './seed-reservations.ts';
import { seedSellerAndBuyerRecords } from './seed-selling.ts';

/** The demo accounts whose screens are shown (apps/server/startup/seed-demo.ts). */
export const emailsByViewer: Readonly<Record<Exclude<Viewer, 'visitor'>, string>> = {
  buyer: 'buyer@carhouse.example',
  seller: 'seller@carhouse.example',
  admin: 'admin@carhouse.example',
};

/**
 * Signs in through the API.
 * @returns API calls with the user's cookies.
 */
export async function makeSignedInCalls(url: string, email: string): Promise<APIRequestContext> {
  const calls = withRetries(await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } }));
  const answer = await calls.post('/api/auth/sign-in/email', { data: { email, password: demoPassword } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
  return calls;
}

/** Seeds the data of the screenshots through the API. A second call does not change any record. */
export async function seedScreenshotData(url: string): Promise<ScreenIds> {
  await seedAdminData(url);
  const [buyer, secondBuyer] = [
    await makeSignedInCalls(url, emailsByViewer.buyer),
    await makeSignedInCalls(url, 'buyer2@carhouse.example'),
  ];
  const seller = await makeSignedInCalls(url, emailsByViewer.seller);
  try {
    const ids = { ...(await seedOrders(buyer)), car: await findComparedCar(buyer) };
    await seedSellerAndBuyerRecords(seller, buyer, secondBuyer);
    return { ...ids, ...(await seedReservations({ seller, buyer, second: secondBuyer })) };
  } finally {
    for (const person of [buyer, secondBuyer, seller]) await person.dispose();
  }
}

/** Finds a car that has comparable cars. */
async function findComparedCar(person: APIRequestContext): Promise<string> {
  const teslas = (await (await person.get('/api/teslaDatas')).json()) as { _id: string; title: string }[];
  return teslas.find(({ title }) => title === 'Model 3')?._id ?? '';
}
