import { type APIRequestContext, request } from '@playwright/test';
import { seedAdminData } from './admin-story.ts';
import { demoPassword } from './people.ts';
import type { Story, Viewer } from './screens.ts';
import { tellSelling } from './selling-story.ts';
import { tellOrders } from './story-orders.ts';

/** The demo accounts that look at the screens (apps/server/startup/seed-demo.ts). */
export const viewers: Readonly<Record<Exclude<Viewer, 'visitor'>, string>> = {
  buyer: 'buyer@carhouse.example',
  seller: 'seller@carhouse.example',
  admin: 'admin@carhouse.example',
};

/** Signs in over the wire. @returns calls with the person's cookies. */
export async function signedIn(url: string, email: string): Promise<APIRequestContext> {
  const person = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const answer = await person.post('/api/auth/sign-in/email', { data: { email, password: demoPassword } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
  return person;
}

/** Tells, through the product's own calls, what happens before the pictures are taken. Telling it twice changes nothing. */
export async function seedData(url: string): Promise<Story> {
  await seedAdminData(url);
  const [buyer, second] = [await signedIn(url, viewers.buyer), await signedIn(url, 'buyer2@carhouse.example')];
  const seller = await signedIn(url, viewers.seller);
  try {
    const story = { ...(await tellOrders(buyer)), car: await comparedCar(buyer) };
    await tellSelling(seller, buyer, second);
    return story;
  } finally {
    for (const person of [buyer, second, seller]) await person.dispose();
  }
}

/** A car that has comparable ones. */
async function comparedCar(person: APIRequestContext): Promise<string> {
  const teslas = (await (await person.get('/api/teslaDatas')).json()) as { _id: string; title: string }[];
  return teslas.find(({ title }) => title === 'Model 3')?._id ?? '';
}
