import { makeJpeg } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuthorisationRow } from './authorisation-rows.ts';
import { makeAuthorisationTable } from './authorisation-table.ts';
import { type AuthorisationData, makeAuthorisationData } from './authorisation-world.ts';
import { makeUser, signIn, type TestUser } from './builders.ts';
import { dumpRows } from './row-dump.ts';
import { callDuringRightsEnding, type RightsEnding } from './suspended-in-between.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { upload, uploadList } from './uploads.ts';

let server: TestServer;
let testData: AuthorisationData;

beforeAll(async () => {
  server = await startTestServer();
  testData = await makeAuthorisationData(server);
});
afterAll(() => server.close());

/**
 * Calls that change nothing on behalf of the caller, with the reason why they need no second check of the caller's
 * account.
 */
const exemptionReasonByCall: Readonly<Record<string, string>> = {
  'POST /api/auth/sign-up/email': 'makes another person',
  'POST /api/auth/sign-in/email': 'is answered by the password',
  'POST /api/v1/password-resets': 'is answered by a mail',
  'POST /api/v1/bookings/:id/hold-release': 'gives back what a suspension takes away too',
  'POST /api/v1/bookings/:id/payment-check': 'does what the provider says',
  'PUT /api/v1/me/second-factor/passkey-options': 'is a challenge and writes nothing',
  'PUT /api/v1/me/second-factor/proof-options': 'is a challenge and writes nothing',
  'POST /api/v1/me/email-confirmation': 'enqueues a job, which looks at the account itself',
};

type PermittedWrite = {
  readonly name: string;
  readonly column: number;
  readonly sendCall: (actor: TestUser) => Promise<number>;
};

/** Lists every call of the authorisation table that changes data, once for each role that may make it. */
function listPermittedWrites(): readonly PermittedWrite[] {
  const rows = makeAuthorisationTable(testData).filter(
    ([route]) => !route.startsWith('GET') || route.endsWith('/me/export'),
  );
  const permittedWrites = rows.flatMap((row) => {
    if (Object.hasOwn(exemptionReasonByCall, row[0])) return [];
    const statuses = row[2].split(' ');
    return [1, 3, 5]
      .filter((column) => /^20\d/.test(statuses[column] ?? ''))
      .map((column) => makePermittedWrite(row, column));
  });
  return [
    ...permittedWrites,
    // The bodies of uploads, which the table does not contain.
    {
      name: 'POST /api/images',
      column: 3,
      sendCall: async (caller) => (await upload(server, caller, await makeJpeg(600, 400))).status,
    },
    {
      name: 'POST /api/v1/imports',
      column: 3,
      sendCall: async (caller) => (await uploadList(server, caller, 'a,b\n1,2\n')).status,
    },
  ];
}

function makePermittedWrite(row: AuthorisationRow, column: number): PermittedWrite {
  const sendCall = async ({ token }: TestUser): Promise<number> => {
    const body = typeof row[3] === 'function' ? row[3]() : row[3];
    const answer = await server.app.inject({
      method: row[0].split(' ')[0] as 'POST',
      url: row[1],
      headers: { authorization: token },
      remoteAddress: '203.0.113.7',
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.statusCode;
  };
  return { name: row[0], column, sendCall };
}

/**
 * Returns the caller with a new session: the owner of the row's record, or a new admin. Accounts whose rights ended in
 * earlier calls are restored, because a call may be about one of these accounts.
 */
async function makeActorOfColumn(column: number): Promise<TestUser> {
  const accountRestoreSql = "UPDATE account SET status = 'active', role = $2 WHERE id = $1";
  for (const { id, role } of [testData.buyer1, testData.seller1])
    await server.context.pool.query(accountRestoreSql, [id, role]);
  if (column === 5) return makeUser(server, 'admin');
  const ownerOfRecords = column === 1 ? testData.buyer1 : testData.seller1;
  return { ...ownerOfRecords, token: await signIn(server, ownerOfRecords.email) };
}

/** Returns all rows of the database except the rows that the end of the user's rights changes. */
async function readUnrelatedRows({ id }: TestUser): Promise<readonly string[]> {
  const isChangedByRightsEnding = (row: string): boolean =>
    row.startsWith(`account (${id}`) ||
    row.startsWith('idempotency_key ') ||
    (row.startsWith('listing_change ') && row.includes(id));
  return (await dumpRows(server)).filter((row) => !isChangedByRightsEnding(row));
}

async function findFaults(permittedWrite: PermittedWrite, rightsEnding: RightsEnding): Promise<string[]> {
  const actor = await makeActorOfColumn(permittedWrite.column);
  const rowsBefore = await readUnrelatedRows(actor);
  const { answer, hasWaited } = await callDuringRightsEnding(server, actor.id, rightsEnding, () =>
    permittedWrite.sendCall(actor),
  );
  const faults: string[] = [];
  if (!hasWaited) faults.push('does not look at its actor again');
  if (answer !== 401 && answer !== 403) faults.push(`is answered with ${answer}`);
  const rowsAfterCall = await readUnrelatedRows(actor);
  const changedRows = [
    ...rowsAfterCall.filter((row) => !rowsBefore.includes(row)),
    ...rowsBefore.filter((row) => !rowsAfterCall.includes(row)).map((row) => `(removed) ${row}`),
  ];
  if (changedRows.length > 0) faults.push(`writes ${changedRows[0]}`);
  return faults.map((fault) => `${permittedWrite.name} by a ${actor.role} who is ${rightsEnding}: ${fault}`);
}

it.each<RightsEnding>(['suspended', 'demoted', 'signed out'])(
  'an act whose person is %s while it begins waits for that, and then does nothing',
  async (rightsEnding) => {
    const allCalls = listPermittedWrites();
    expect(allCalls.filter(({ column }) => column === 5).length).toBeGreaterThanOrEqual(14);
    expect(allCalls.filter(({ column }) => column !== 5).length).toBeGreaterThanOrEqual(25);
    const faults: string[] = [];
    for (const permittedWrite of allCalls) faults.push(...(await findFaults(permittedWrite, rightsEnding)));
    expect(faults).toEqual([]);
  },
  120_000,
);
