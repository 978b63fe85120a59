import { randomUUID } from 'node:crypto';
import { makeTestDatabase, type TestDatabase } from '@carhouse/database/testing/test-database';
import type { Role } from '@carhouse/domain/account/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrashPoint } from '../../testing/crash-points.ts';
import { makeListingForm } from '../../testing/images.ts';
import { makeManyCars, makeManyUsers, type SignedInUser } from '../../testing/many-users.ts';
import { openRaceTestbed, type RaceTestbed } from '../../testing/race-testbed.ts';
import { assertAudits } from '../../testing/run-audits.ts';
import type { ServerProcess } from '../../testing/server-process.ts';

let db: TestDatabase;
let raceTestbed: RaceTestbed;
/** The server node that keeps running when the node under test crashes. */
let survivingNode: ServerProcess;

beforeAll(async () => {
  db = await makeTestDatabase();
  raceTestbed = await openRaceTestbed(db.url);
  survivingNode = await raceTestbed.startNode();
});
afterAll(async () => {
  await assertAudits(raceTestbed.pool);
  await raceTestbed.close();
  await db.close();
});

async function makeSignedInUser(role: Role): Promise<SignedInUser> {
  const [person] = await makeManyUsers(raceTestbed.pool, raceTestbed.sessionSecret, role, 1);
  if (person === undefined) throw new Error('nobody was made');
  return person;
}

type Call = { readonly caller: SignedInUser; readonly path: string; readonly body: object; readonly key: string };
type CallResult = { readonly status: number; readonly body: Record<string, unknown> } | 'cut off';

async function postTo(node: ServerProcess, { caller, path, body, key }: Call): Promise<CallResult> {
  const headers = { 'content-type': 'application/json', authorization: caller.token, 'idempotency-key': key };
  try {
    const answer = await fetch(`${node.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  } catch {
    return 'cut off';
  }
}

const makeDraftCall = async (): Promise<Call> => ({
  caller: await makeSignedInUser('Seller'),
  path: '/api/v1/listings',
  body: makeListingForm([], { status: 'draft' }),
  key: randomUUID(),
});

const makeSignUpCall = async (): Promise<Call> => ({
  caller: await makeSignedInUser('admin'),
  path: '/api/v1/accounts',
  body: {
    name: 'New Buyer',
    email: `${randomUUID()}@people.example`,
    password: 'Test!Password1',
    role: 'Buyer',
    photoURL: 'https://photos.example/a.png',
  },
  key: randomUUID(),
});

async function makeBookingCall(): Promise<Call> {
  const [productId] = await makeManyCars(raceTestbed.pool, (await makeSignedInUser('Seller')).id, [50_000]);
  const body = { productId, meetingDate: 'any', buyerNumber: '9123 4567' };
  return { caller: await makeSignedInUser('Buyer'), path: '/api/bookingData', body, key: randomUUID() };
}

const cases: readonly (readonly [CrashPoint, string, () => Promise<Call>])[] = [
  ['listing-committed', 'listing', makeDraftCall],
  ['account-committed', 'account', makeSignUpCall],
  ['booking-committed', 'booking', makeBookingCall],
];

describe.each(cases)('a server killed at %s', (crashPoint, table, makeCall) => {
  it('has made one, which the same request finds at another node when the lease has ended', async () => {
    const call = await makeCall();
    const readRowIds = async (): Promise<string[]> => {
      const { rows } = await raceTestbed.pool.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`);
      return rows.map((row) => row.id);
    };
    const idsBefore = new Set(await readRowIds());
    const node = await raceTestbed.startNode(crashPoint);
    expect(await postTo(node, call)).toBe('cut off');
    await node.exitPromise;
    expect(node.node.signalCode).toBe('SIGKILL');
    const createdIds = (await readRowIds()).filter((id) => !idsBefore.has(id));
    expect(createdIds).toHaveLength(1);

    expect(await postTo(survivingNode, call)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE' } });
    // Moves the end of the lease into the past.
    await raceTestbed.pool.query("UPDATE idempotency_key SET lease_ends_at = now() - interval '1 second'");
    const secondAnswer = await postTo(survivingNode, call);
    expect(secondAnswer).toMatchObject({ body: { insertedId: createdIds[0] } });
    expect((await readRowIds()).filter((id) => !idsBefore.has(id))).toEqual(createdIds);
    expect(await postTo(survivingNode, call)).toEqual(secondAnswer);
  });
});
