import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Role } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';
import fc from 'fast-check';
import { bookListing, makeCar, makeUser, type TestUser } from './builders.ts';
import { watchChanges } from './change-watch.ts';
import { type GeneratedCall, generatedCalls, type OpenApiDocument, placeholderPattern } from './generated-calls.ts';
import type { TestServer } from './test-server.ts';

const roles: readonly Role[] = ['Buyer', 'Buyer', 'Seller', 'Seller', 'admin'];

// The test runner does not expose the garbage collector by default.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * The results of generated calls. `counts` has the number of responses by `2xx`, `4xx` and so on; `level` and `end` are
 * bytes of memory after `warm` calls and at the end.
 */
export type GeneratedRun = {
  /** A line for each call that was answered 500, or changed data although it was refused. */
  readonly faults: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** Bytes of memory after `warm` calls, when the process has already compiled and cached its code. */
  readonly level: number;
  readonly end: number;
};

/**
 * Makes calls that are generated from the OpenAPI document, as two buyers, two sellers and an admin.
 * @param calls number of calls
 * @param warm number of calls before the first measurement of memory
 * @param seed chooses the calls; the same seed makes the same calls
 */
export async function runGeneratedCalls(
  server: TestServer,
  { calls, warm, seed }: { readonly calls: number; readonly warm: number; readonly seed: number },
): Promise<GeneratedRun> {
  const people = await makeCallers(server);
  const document = (await server.app.inject({ url: '/api/docs/json' })).json<OpenApiDocument>();
  const generated = fc.sample(generatedCalls(document, roles.length), { numRuns: calls, seed });
  const watch = await watchChanges(server);
  const counts = new Map<string, number>();
  const faults: string[] = [];
  let pools: IdsByKind = {};
  let ownedPools: ReadonlyMap<string, IdsByKind> = new Map();
  let level = 0;
  for (const [place, one] of generated.entries()) {
    if (place % 100 === 0) {
      await replaceDeletedUsers(server, people);
      pools = await readPools(server);
      ownedPools = new Map(await Promise.all(people.map(async ({ id }) => [id, await readOwn(server, id)] as const)));
      await watch.take();
    }
    if (place === warm) level = usedMemory();
    if (place % 1_000 === 0) collectGarbage();
    const caller = people[one.caller];
    const ownPools = caller === undefined ? undefined : ownedPools.get(caller.id);
    const status = await makeGenerated(server, one, caller, (text) => fillIdPlaceholder(text, pools, ownPools));
    const kind = `${Math.floor(status / 100)}xx`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const changed = await watch.take();
    const line = `#${place} ${one.method} ${one.url} ${one.payload?.slice(0, 300) ?? ''} by ${one.caller}: ${status}`;
    if (status === 500) faults.push(line);
    if (status >= 400 && changed.length > 0) faults.push(`${line} changed ${changed.join(', ')}`);
  }
  return { faults, counts, level, end: usedMemory() };
}

async function makeCallers(server: TestServer): Promise<TestUser[]> {
  const people: TestUser[] = [];
  const cars: ListingId[] = [];
  for (const role of roles) people.push(await makeUser(server, role));
  for (const [place, seller] of people.entries()) {
    if (seller.role !== 'Seller') continue;
    for (let index = 0; index < 6; index += 1)
      cars.push(await makeCar(server, seller, { title: `Car ${place}-${index}` }));
  }
  // Few generated bookings succeed; without these extra bookings, hardly any call would reach a payment.
  for (const buyer of people.filter(({ role }) => role === 'Buyer')) {
    for (const car of cars.splice(0, 4)) await bookListing(server, buyer, car);
  }
  return people;
}

type IdsByKind = Record<string, string[]>;

/** Reads the ids of existing records by kind, for the placeholders of generated calls. */
async function readPools(server: TestServer): Promise<IdsByKind> {
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

/** Reads the ids of this user's records by kind, because calls on one's own records can succeed. */
async function readOwn(server: TestServer, id: string): Promise<IdsByKind> {
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

/** Replaces the placeholders by existing ids; even indexes get the caller's own records. */
function fillIdPlaceholder(template: string, pools: IdsByKind, ownPools: IdsByKind | undefined): string {
  return template.replaceAll(placeholderPattern, (_whole, pool: string, place: string) => {
    const mine = Number(place) % 2 === 0 ? ownPools?.[pool] : undefined;
    const matchingIds = mine !== undefined && mine.length > 0 ? mine : (pools[pool] ?? []);
    return matchingIds[Number(place) % Math.max(1, matchingIds.length)] ?? 'nothing';
  });
}

async function makeGenerated(
  server: TestServer,
  one: GeneratedCall,
  caller: TestUser | undefined,
  fillPlaceholders: (text: string) => string,
): Promise<number> {
  const answer = await server.app.inject({
    method: one.method as 'GET',
    url: fillPlaceholders(one.url),
    headers: {
      ...(one.payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(caller === undefined ? {} : { authorization: caller.token }),
      ...one.headers,
    },
    ...(one.payload === undefined ? {} : { payload: fillPlaceholders(one.payload) }),
  });
  return answer.statusCode;
}

/** Replaces users whom a call has deleted, suspended or signed out by other users of the same role. */
async function replaceDeletedUsers(server: TestServer, people: TestUser[]): Promise<void> {
  for (const [place, person] of people.entries()) {
    const answer = await server.app.inject({ url: '/api/myorders', headers: { authorization: person.token } });
    if (answer.statusCode === 401) people[place] = await makeUser(server, person.role);
  }
}

/** Memory that the process uses after a garbage collection, in bytes. */
function usedMemory(): number {
  collectGarbage();
  return process.memoryUsage().rss;
}
