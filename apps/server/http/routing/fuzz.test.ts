import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Role } from '@carhouse/domain/account/account';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCar, makePerson, type Person } from '../../testing/builders.ts';
import { watchChanges } from '../../testing/change-watch.ts';
import { type GeneratedCall, generatedCalls, type OpenApiDocument, stand } from '../../testing/generated-calls.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const calls = 10_000;
/** After this many the process has compiled and cached what it needs; from here its memory must stay level. */
const warm = 3_000;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
const roles: readonly Role[] = ['Buyer', 'Buyer', 'Seller', 'Seller', 'admin'];

// The collector is not to be reached without a flag, and the runner's flags are not ours.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let server: TestServer;
const people: Person[] = [];

beforeAll(async () => {
  server = await startTestServer();
  for (const role of roles) people.push(await makePerson(server, role));
  for (const [place, seller] of people.entries()) {
    if (seller.role !== 'Seller') continue;
    for (let made = 0; made < 6; made += 1) await makeCar(server, seller, { title: `Car ${place}-${made}` });
  }
});
afterAll(() => server.close());

type Pools = Record<string, string[]>;

/** What exists now, by kind, to stand in generated calls. */
async function readPools(): Promise<Pools> {
  const texts = async (sql: string): Promise<string[]> =>
    (await server.context.pool.query<{ text: string }>(sql)).rows.map((row) => row.text);
  const newest = (table: string): Promise<string[]> =>
    texts(`SELECT id::text AS text FROM ${table} ORDER BY id DESC LIMIT 12`);
  const ids = await Promise.all(
    ['listing', 'booking', 'wish', 'payment', 'account', 'payment_attempt', 'feedback'].map(newest),
  );
  return {
    any: ids.flat(),
    listing: ids[0] ?? [],
    booking: ids[1] ?? [],
    price: await texts('SELECT (price_cents / 100.0)::text AS text FROM booking ORDER BY id DESC LIMIT 12'),
    email: await texts("SELECT email AS text FROM account WHERE status = 'active' ORDER BY id LIMIT 12"),
    image: [
      ...(await texts('SELECT key AS text FROM image LIMIT 5')).map((key) => `/media/${key}-960.webp`),
      'https://x.example/a.jpg',
    ],
    intent: await texts("SELECT coalesce(intent_id, 'pi_none') AS text FROM payment_attempt ORDER BY id DESC LIMIT 5"),
  };
}

/** What belongs to this person, by kind: calls of their own things are the ones that can succeed. */
async function readOwn(id: string): Promise<Pools> {
  const { rows: listings } = await server.context.pool.query<{ id: string }>(
    "SELECT id FROM listing WHERE seller_id = $1 ORDER BY status = 'available' DESC, id DESC LIMIT 12",
    [id],
  );
  const { rows: bookings } = await server.context.pool.query<{ id: string; price: string }>(
    `SELECT id, (price_cents / 100.0)::text AS price FROM booking WHERE buyer_id = $1
     ORDER BY status = 'unpaid' DESC, id DESC LIMIT 12`,
    [id],
  );
  const listing = listings.map((row) => row.id);
  const booking = bookings.map((row) => row.id);
  return { listing, booking, price: bookings.map(({ price }) => price), any: [...listing, ...booking] };
}

/** Puts what exists now in the places that were kept for it; in even ones what is the caller's own. */
function filled(given: string, pools: Pools, own: Pools | undefined): string {
  return given.replaceAll(stand, (_whole, pool: string, place: string) => {
    const mine = Number(place) % 2 === 0 ? own?.[pool] : undefined;
    const known = mine !== undefined && mine.length > 0 ? mine : (pools[pool] ?? []);
    return known[Number(place) % Math.max(1, known.length)] ?? 'nothing';
  });
}

async function makeGenerated(one: GeneratedCall, pools: Pools, owned: ReadonlyMap<string, Pools>): Promise<number> {
  const caller = people[one.caller];
  const own = caller === undefined ? undefined : owned.get(caller.id);
  const answer = await server.app.inject({
    method: one.method as 'GET',
    url: filled(one.url, pools, own),
    headers: {
      ...(one.payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(caller === undefined ? {} : { authorization: caller.token }),
      ...one.headers,
    },
    ...(one.payload === undefined ? {} : { payload: filled(one.payload, pools, own) }),
  });
  return answer.statusCode;
}

/** A person may have deleted, suspended or signed out a caller meanwhile; another of their role takes their place. */
async function replaceDeletedUsers(): Promise<void> {
  for (const [place, person] of people.entries()) {
    const answer = await server.app.inject({ url: '/api/myorders', headers: { authorization: person.token } });
    if (answer.statusCode === 401) people[place] = await makePerson(server, person.role);
  }
}

describe(`${calls} generated calls (seed ${seed})`, () => {
  it('are never answered 500, change nothing where they are refused, and leave the memory level', {
    timeout: 1_800_000,
  }, async () => {
    const document = (await server.app.inject({ url: '/api/docs/json' })).json<OpenApiDocument>();
    const generated = fc.sample(generatedCalls(document, roles.length), { numRuns: calls, seed });
    const watch = await watchChanges(server);
    const counts = new Map<string, number>();
    const faults: string[] = [];
    let pools: Pools = {};
    let owned: ReadonlyMap<string, Pools> = new Map();
    let level = 0;
    for (const [place, one] of generated.entries()) {
      if (place % 100 === 0) {
        await replaceDeletedUsers();
        pools = await readPools();
        owned = new Map(await Promise.all(people.map(async ({ id }) => [id, await readOwn(id)] as const)));
        await watch.take();
      }
      if (place === warm) level = usedMemory();
      if (place % 1_000 === 0) collect();
      const status = await makeGenerated(one, pools, owned);
      const kind = `${Math.floor(status / 100)}xx`;

      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const changed = await watch.take();
      const told = `#${place} ${one.method} ${one.url} ${one.payload?.slice(0, 300) ?? ''} by ${one.caller}: ${status}`;
      if (status === 500) faults.push(told);
      if (status >= 400 && changed.length > 0) faults.push(`${told} changed ${changed.join(', ')}`);
    }
    expect(faults).toEqual([]);
    // Enough of them got through to prove something.
    expect(counts.get('2xx') ?? 0).toBeGreaterThan(calls / 15);
    for (const table of ['booking', 'wish', 'advertisement', 'payment_attempt']) {
      const { rows } = await server.context.pool.query(`SELECT 1 FROM ${table} LIMIT 5`);
      expect(rows.length, table).toBeGreaterThan(0);
    }
    expect(usedMemory()).toBeLessThan(level * 1.2);
  });
});

/** Memory of the process without what the next collection would free, in bytes. */
function usedMemory(): number {
  collect();
  return process.memoryUsage().rss;
}
