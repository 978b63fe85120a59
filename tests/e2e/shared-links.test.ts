import { sharingMessages } from '@carhouse/web/messages/en/sharing';
import { callApi } from './api-users.ts';
import { expect, test } from './page-test.ts';

type Car = { readonly _id: string; readonly title: string; readonly resalePrice: number };

/** Finds a car of the demo stock. */
async function findAnyCar(): Promise<Car> {
  const cars = (await (await callApi('GET', '/api/teslaDatas')).json()) as Car[];
  const car = cars.find(({ title }) => title === 'Model 3');
  if (car === undefined) throw new Error('The demo stock has no Model 3.');
  return car;
}

test('the page of a car has metadata for search engines and shared links', async ({ page, request }) => {
  const car = await findAnyCar();
  const html = await (await request.get(`/cars/${car._id}`)).text();
  expect(html).toContain(`<link rel="canonical" href="${process.env.CARHOUSE_URL}/cars/${car._id}"`);
  await page.goto(`/cars/${car._id}`);
  await expect(page).toHaveTitle(/^Used Tesla Model 3, 20\d\d · Car House$/);
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect(picture).toMatch(new RegExp(`^${process.env.CARHOUSE_URL}/media/cars/${car._id}/[0-9a-f]{16}\\.jpg$`));
  expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/jpeg');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /Tesla Model 3 for \$[\d,]+ in/);
  const data: unknown = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data).toMatchObject({
    '@type': 'Vehicle',
    name: 'Tesla Model 3',
    offers: { '@type': 'Offer', price: car.resalePrice, priceCurrency: 'SGD' },
  });
});

test('Share opens the sheet of the device with the address of the car alone', async ({ page }) => {
  await page.addInitScript(() => {
    const sharedData: unknown[] = [];
    Object.assign(window, { shared: sharedData });
    Object.defineProperty(navigator, 'share', { value: (value: unknown) => Promise.resolve(sharedData.push(value)) });
  });
  const car = await findAnyCar();
  await page.goto(`/cars/${car._id}?want=book`);
  await page.getByRole('button', { name: sharingMessages.share, exact: true }).click();
  const sharedData = await page.evaluate(() => (window as unknown as { shared: object[] }).shared);
  expect(sharedData).toEqual([
    { title: expect.stringContaining(car.title), url: `${process.env.CARHOUSE_URL}/cars/${car._id}` },
  ]);
});

test('without a share sheet the button copies the address', async ({ page }) => {
  await page.addInitScript(() => {
    const copiedTexts: string[] = [];
    Object.assign(window, { copiedText: copiedTexts });
    Object.defineProperty(navigator, 'share', { value: undefined });
    const fakeClipboard = { writeText: (text: string) => Promise.resolve(void copiedTexts.push(text)) };
    Object.defineProperty(navigator, 'clipboard', { value: fakeClipboard });
  });
  const car = await findAnyCar();
  await page.goto(`/cars/${car._id}`);
  await page.getByRole('button', { name: sharingMessages.copyLink, exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: sharingMessages.copied })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { copiedText: string[] }).copiedText)).toEqual([
    `${process.env.CARHOUSE_URL}/cars/${car._id}`,
  ]);
});
