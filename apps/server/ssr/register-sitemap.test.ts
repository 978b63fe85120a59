import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let minutes = 0;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

/** Sends a request after moving the clock a minute forward. */
async function readAfterMinute(
  url: string,
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  minutes += 2;
  server.setClock(() => new Date(Date.now() + minutes * 60_000));
  // Each server node has its own cache, so all requests go to one node.
  const answer = await server.firstApp.inject({ url });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
}
const listLocations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');

const readSiteUrl = (): string => server.context.config.publicUrl.replace(/\/$/, '');

it('robots may read the public pages, and find the sitemap', async () => {
  const { status, body, headers } = await readAfterMinute('/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /api/',
    '',
    `Sitemap: ${readSiteUrl()}/sitemap.xml`,
    '',
  ]);
});

describe('the sitemap', () => {
  it('names the fixed pages and every car on offer, with its last change', async () => {
    const at = new Date('2026-03-04T05:06:07.000Z');
    const car = await makeCar(server, seller, { postedAt: at });
    for (const status of ['draft', 'sold', 'withdrawn'] as const) await makeCar(server, seller, { status });
    const deletedUser = await makeUser(server, 'Seller');
    await makeCar(server, deletedUser);
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [deletedUser.id]);
    const { status, body, headers } = await readAfterMinute('/sitemap.xml');
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(listLocations(body)).toEqual(
      ['/', '/cars', '/faq', '/about', `/cars/${car}`].map((path) => `${readSiteUrl()}${path}`),
    );
    expect(body).toContain(`<loc>${readSiteUrl()}/cars/${car}</loc><lastmod>2026-03-04T05:06:07.000Z</lastmod>`);
    expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset .*<\/urlset>\n$/s);
  });

  it('is read from the database once a minute', async () => {
    const sitemapXmlBeforeNewCar = (await readAfterMinute('/sitemap.xml')).body;
    const car = await makeCar(server, seller);
    expect((await server.firstApp.inject({ url: '/sitemap.xml' })).body).toBe(sitemapXmlBeforeNewCar);
    const sitemapXmlAfterNewCar = (await readAfterMinute('/sitemap.xml')).body;
    expect(listLocations(sitemapXmlAfterNewCar)).toContain(`${readSiteUrl()}/cars/${car}`);
    await server.context.pool.query("UPDATE listing SET status = 'withdrawn' WHERE id = $1", [car]);
  });

  it('has no parts with other names', async () => {
    for (const partName of ['x.xml', '0', '2.xml', '-1.xml', '99999.xml', '..%2f..%2fetc%2fpasswd', '%00.xml']) {
      expect((await readAfterMinute(`/sitemaps/${partName}`)).status, partName).toBe(404);
    }
  });

  it('becomes an index of parts of 10,000 cars when they do not fit into one, each car in one part', async () => {
    await server.context.pool.query(
      `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase, description, status, posted_at, updated_at)
       SELECT gen_random_uuid(), $1, 'Audi', 'One of many', 'Bedok', 100, 1, 2015, '', 'available', now(), now() FROM generate_series(1, 20005)`,
      [seller.id],
    );
    const { rows } = await server.context.pool.query<{ id: string }>(
      `SELECT l.id FROM listing l JOIN account a ON a.id = l.seller_id WHERE l.status = 'available' AND a.status = 'active'`,
    );
    const sitemapIndex = (await readAfterMinute('/sitemap.xml')).body;
    expect(sitemapIndex).toContain('<sitemapindex');
    const partUrls = listLocations(sitemapIndex);
    expect(partUrls).toHaveLength(4);
    const partAnswers = await Promise.all(
      partUrls.map((partUrl) => readAfterMinute(partUrl.slice(readSiteUrl().length))),
    );
    const [fixedLocations = [], ...cars] = partAnswers.map(({ body }) => listLocations(body));
    expect(fixedLocations).toHaveLength(4);
    expect(cars.map((each) => each.length)).toEqual([10_000, 10_000, rows.length - 20_000]);
    expect(new Set(cars.flat())).toEqual(new Set(rows.map(({ id }) => `${readSiteUrl()}/cars/${id}`)));
    await server.context.pool.query("DELETE FROM listing WHERE title = 'One of many'");
  }, 60_000);
});
