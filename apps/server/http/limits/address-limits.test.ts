import { expect, it } from 'vitest';
import { makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { unlimitedProtection } from '../../testing/test-node.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { rateLimits, withoutRateLimits } from './rate-limits.ts';

it('the accounts of one address share a limit of reading cars', async () => {
  const listingReadAddress = { ...rateLimits.listingReadAddress, count: 3 };
  const server = await startTestServer({
    ...unlimitedProtection,
    rateLimits: withoutRateLimits({ listingReadAddress }),
  });
  try {
    const now = new Date();
    server.setClock(() => now);
    const car = await makeCar(server, await makeUser(server, 'Seller'));
    const [firstBuyer, secondBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const readListing = async ({ token }: TestUser, remoteAddress: string) => {
      const url = `/api/v1/listings/${car}`;
      return (await server.app.inject({ url, headers: { authorization: token }, remoteAddress })).statusCode;
    };
    for (const caller of [firstBuyer, firstBuyer, secondBuyer])
      expect(await readListing(caller, '198.51.100.7')).toBe(200);
    expect(await readListing(secondBuyer, '198.51.100.7')).toBe(429);
    expect(await readListing(secondBuyer, '203.0.113.9')).toBe(200);
  } finally {
    await server.close();
  }
});
