import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Role } from '@carhouse/domain/account/account';
import type { ListingId } from '@carhouse/domain/listing/listing';
import fc from 'fast-check';
import { bookListing, makeCar, makeUser, type TestUser } from './builders.ts';
import { watchChanges } from './change-watch.ts';
import { type GeneratedCall, generateCall, type OpenApiDocument, placeholderPattern } from './generated-calls.ts';
import type { TestServer } from './test-server.ts';

const roles: readonly Role[] = ['Buyer', 'Buyer', 'Seller', 'Seller', 'admin'];

// The test runner does not expose the garbage collector by default.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * The results of generated calls. `counts` has the number of responses by `2xx`, `4xx` and so on; `level` and `end` are
 * bytes of memory after `warmUpCallCount` calls and at the end.
 */
export type GeneratedRun = {
  /** A line for each call that was answered with 500, or that changed data although the server refused it. */
  readonly faults: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** Bytes of memory after `warmUpCallCount` calls, when the process has already compiled and cached its code. */
  readonly level: number;
  readonly end: number;
};

/**
 * Makes calls that are generated from the OpenAPI document, as two buyers, two sellers and an admin.
 * @param calls number of calls
 * @param warmUpCallCount number of calls before the first measurement of memory
 * @param seed chooses the calls; the same seed makes the same calls
 */
export async function runGeneratedCalls(
  server: TestServer,
  { calls, warmUpCallCount, seed }: { readonly calls: number; readonly warmUpCallCount: number; readonly seed: number },
): Promise<GeneratedRun> {
  const callers = await makeCallers(server);
  const document = (await server.app.inject({ url: '/api/docs/json' })).json<OpenApiDocument>();
  const callsToMake = fc.sample(generateCall(document, roles.length), { numRuns: calls, seed });
  const changeWatch = await watchChanges(server);
  const counts = new Map<string, number>();
  const faults: string[] = [];
  let sharedIds: IdsByKind = {};
  let idsByUser: ReadonlyMap<string, IdsByKind> = new Map();
  let level = 0;
  for (const [place, generatedCall] of callsToMake.entries()) {
    if (place % 100 === 0) {
      await replaceDeletedUsers(server, callers);
      sharedIds = await readIdsByKind(server);
      idsByUser = new Map(
        await Promise.all(callers.map(async ({ id }) => [id, await readOwnIds(server, id)] as const)),
      );
      await changeWatch.takeChanges();
    }
    if (place === warmUpCallCount) level = readUsedBytes();
    if (place % 1_000 === 0) collectGarbage();
    const caller = callers[generatedCall.caller];
    const callerIds = caller === undefined ? undefined : idsByUser.get(caller.id);
    const status = await makeGeneratedCall(server, generatedCall, caller, (text) =>
      fillIdPlaceholder(text, sharedIds, callerIds),
    );
    const kind = `${Math.floor(status / 100)}xx`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const callChanges = await changeWatch.takeChanges();
    const faultLine = `#${place} ${generatedCall.method} ${generatedCall.url} ${generatedCall.payload?.slice(0, 300) ?? ''} by ${generatedCall.caller}: ${status}`;
    if (status === 500) faults.push(faultLine);
    if (status >= 400 && callChanges.length > 0) faults.push(`${faultLine} changed ${callChanges.join(', ')}`);
  }
  return { faults, counts, level, end: readUsedBytes() };
}

async function makeCallers(server: TestServer): Promise<TestUser[]> {
  const callers: TestUser[] = [];
  const cars: ListingId[] = [];
  for (const role of roles) callers.push(await makeUser(server, role));
  for (const [place, seller] of callers.entries()) {
    if (seller.role !== 'Seller') continue;
    for (let index = 0; index < 6; index += 1)
      cars.push(await makeCar(server, seller, { title: `Car ${place}-${index}` }));
  }
  // Few generated bookings succeed; without these extra bookings, hardly any call would reach a payment.
  for (const buyer of callers.filter(({ role }) => role === 'Buyer')) {
    for (const car of cars.splice(0, 4)) await bookListing(server, buyer, car);
  }
  return callers;
}

type IdsByKind = Record<string, string[]>;

/** Reads the ids of existing records by kind, for the placeholders of generated calls. */
async function readIdsByKind(server: TestServer): Promise<IdsByKind> {
  const queryTexts = async (sql: string): Promise<string[]> =>
    (await server.context.pool.query<{ text: string }>(sql)).rows.map((row) => row.text);
  const listNewestIds = (table: string): Promise<string[]> =>
    queryTexts(`SELECT id::text AS text FROM ${table} ORDER BY id DESC LIMIT 12`);
  const ids = await Promise.all(
    ['listing', 'booking', 'wish', 'payment', 'account', 'payment_attempt', 'feedback'].map(listNewestIds),
  );
  return {
    any: ids.flat(),
    listing: ids[0] ?? [],
    booking: ids[1] ?? [],
    price: await queryTexts('SELECT (price_cents / 100.0)::text AS text FROM booking ORDER BY id DESC LIMIT 12'),
    email: await queryTexts("SELECT email AS text FROM account WHERE status = 'active' ORDER BY id LIMIT 12"),
    image: [
      ...(await queryTexts('SELECT key AS text FROM image LIMIT 5')).map((key) => `/media/${key}-960.webp`),
      'https://x.example/a.jpg',
    ],
    intent: await queryTexts(
      "SELECT coalesce(intent_id, 'pi_none') AS text FROM payment_attempt ORDER BY id DESC LIMIT 5",
    ),
  };
}

/** Reads the ids of this user's records by kind, because calls on one's own records can succeed. */
async function readOwnIds(server: TestServer, id: string): Promise<IdsByKind> {
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
function fillIdPlaceholder(template: string, sharedIds: IdsByKind, callerIds: IdsByKind | undefined): string {
  return template.replaceAll(placeholderPattern, (_whole, recordKind: string, index: string) => {
    const ownIds = Number(index) % 2 === 0 ? callerIds?.[recordKind] : undefined;
    const matchingIds = ownIds !== undefined && ownIds.length > 0 ? ownIds : (sharedIds[recordKind] ?? []);
    return matchingIds[Number(index) % Math.max(1, matchingIds.length)] ?? 'nothing';
  });
}

async function makeGeneratedCall(
  server: TestServer,
  generatedCall: GeneratedCall,
  caller: TestUser | undefined,
  fillPlaceholders: (text: string) => string,
): Promise<number> {
  const answer = await server.app.inject({
    method: generatedCall.method as 'GET',
    url: fillPlaceholders(generatedCall.url),
    headers: {
      ...(generatedCall.payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(caller === undefined ? {} : { authorization: caller.token }),
      ...generatedCall.headers,
    },
    ...(generatedCall.payload === undefined ? {} : { payload: fillPlaceholders(generatedCall.payload) }),
  });
  return answer.statusCode;
}

/** Replaces users whom a call has deleted, suspended or signed out by other users of the same role. */
async function replaceDeletedUsers(server: TestServer, callers: TestUser[]): Promise<void> {
  for (const [place, caller] of callers.entries()) {
    const answer = await server.app.inject({ url: '/api/myorders', headers: { authorization: caller.token } });
    if (answer.statusCode === 401) callers[place] = await makeUser(server, caller.role);
  }
}

/** Memory that the process uses after a garbage collection, in bytes. */
function readUsedBytes(): number {
  collectGarbage();
  return process.memoryUsage().rss;
}
