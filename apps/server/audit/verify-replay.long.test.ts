import { sealAudit, verifyAuditChain } from '@carhouse/database/audit/audit-chain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, confirmCard, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { createSeededRandom } from '../testing/seeded.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** To run with another seed: `SEED=7 vitest run apps/server/audit`. */
const seed = Number(process.env.SEED ?? 20_261_120);
const operationCount = 1_000;
const parallelOperationCount = 8;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type ReplayUsers = {
  readonly admins: TestUser[];
  readonly buyers: TestUser[];
  readonly sellers: TestUser[];
  readonly bookings: string[];
};

/** Signs a user up over HTTP, so that the audit log has every entry about them. */
async function signUp(role: 'Buyer' | 'Seller', userNumber: number): Promise<TestUser> {
  const [name, email] = [`${role} ${userNumber}`, `${role}.${userNumber}@people.example`.toLowerCase()];
  const payload = { name, email, password, image: '' };
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
  expect(answer.statusCode, answer.body).toBe(200);
  const token = String(answer.headers['set-auth-token']);
  const person = { id: answer.json().user.id, name, email, role, token } as TestUser;
  await call(server, person, 'POST', '/api/users', { role });
  return person;
}

const reason = { reason: 'At random.' };

async function runRandomOperation(replayUsers: ReplayUsers, drawRandomNumber: () => number): Promise<void> {
  const pickRandomItem = <T>(items: readonly T[]): T => items[Math.floor(drawRandomNumber() * items.length)] as T;
  const [admin, buyer, seller, booking] = [
    pickRandomItem(replayUsers.admins),
    pickRandomItem(replayUsers.buyers),
    pickRandomItem(replayUsers.sellers),
    pickRandomItem(replayUsers.bookings),
  ];
  const kind = drawRandomNumber();
  const sendRequest = (caller: TestUser, method: 'POST' | 'PUT' | 'DELETE', url: string, body: object = {}) =>
    call(server, caller, method, url, method === 'PUT' ? undefined : body);
  if (kind < 0.3) {
    const productId = await makeCar(server, seller, { title: `Car ${drawRandomNumber()}` });
    const answer = await sendRequest(buyer, 'POST', '/api/bookingData', {
      productId,
      meetingDate: 'x',
      buyerNumber: '9123 4567',
    });
    if (answer.status === 200) replayUsers.bookings.push(String(answer.body.insertedId));
  } else if (kind < 0.45) await sendRequest(buyer, 'POST', `/api/v1/bookings/${booking}/cancellation`);
  else if (kind < 0.8) await tryToPay(buyer, booking, drawRandomNumber);
  else if (kind < 0.88) await sendRequest(admin, 'POST', `/api/v1/payments/${booking}/refund`, reason);
  else if (kind < 0.92) await sendRequest(admin, 'PUT', `/api/users/verify/${seller.id}`);
  else if (kind < 0.94) await sendRequest(admin, 'POST', `/api/v1/accounts/${seller.id}/unverification`, reason);
  else if (kind < 0.945)
    await sendRequest(admin, 'POST', `/api/v1/accounts/${pickRandomItem([buyer, seller]).id}/suspension`, reason);
  else if (kind < 0.96)
    await sendRequest(admin, 'POST', `/api/v1/accounts/${pickRandomItem([buyer, seller]).id}/reinstatement`, reason);
  else if (kind < 0.97) await sendRequest(admin, 'DELETE', `/api/Buyer/${buyer.id}`);
  else if (kind < 0.975) await sendRequest(admin, 'DELETE', `/api/seller/${seller.id}`);
  else if (kind < 0.98) await sendRequest(buyer, 'DELETE', '/api/v1/me', { password });
  else await sendRequest(buyer, 'POST', '/api/users', { role: drawRandomNumber() < 0.5 ? 'Buyer' : 'Seller' });
}

/**
 * The given buyer usually does not own the booking, so the booking's own buyer pays. This buyer sometimes omits the
 * card confirmation or the last call.
 */
async function tryToPay(buyer: TestUser, paymentId: string, drawRandomNumber: () => number): Promise<void> {
  const { rows } = await server.context.pool.query('SELECT buyer_id, seller_id FROM booking WHERE id = $1', [
    paymentId,
  ]);
  const bookingOwner = ownersById.get(String(rows[0]?.buyer_id)) ?? buyer;
  const paymentStartAnswer = await call(server, bookingOwner, 'POST', '/api/create-payment-intent', { paymentId });
  if (paymentStartAnswer.status !== 200) return;
  const secret = String(paymentStartAnswer.body.clientSecret);
  if (drawRandomNumber() < 0.9) await confirmCard(server, secret);
  const transactionId = secret.split('_secret_')[0];
  if (drawRandomNumber() < 0.8) await call(server, bookingOwner, 'POST', '/api/payment', { paymentId, transactionId });
}
const ownersById = new Map<string, TestUser>();

type AuditEntryRow = {
  noun: string;
  noun_id: string;
  before: Record<string, unknown>;
  after: Record<string, unknown> | null;
};

/**
 * Replays the hash-chained audit log from its beginning. Every recorded change must start from the state that the previous
 * change left.
 */
async function replayAudit(): Promise<{ state: Map<string, Record<string, unknown>>; mismatches: string[] }> {
  const { rows } = await server.context.pool.query<AuditEntryRow>(
    `SELECT e.noun, e.noun_id, e.before, e.after FROM audit_seal s JOIN audit_entry e ON e.id = s.entry_id ORDER BY s.position`,
  );
  const state = new Map<string, Record<string, unknown>>();
  const mismatches: string[] = [];
  for (const { noun, noun_id, before, after } of rows) {
    const key = `${noun} ${noun_id}`;
    const stateBefore = state.get(key) ?? {};
    for (const [field, value] of Object.entries(before ?? {}))
      if (field in stateBefore && JSON.stringify(stateBefore[field]) !== JSON.stringify(value))
        mismatches.push(
          `${key}: ${field} was ${JSON.stringify(stateBefore[field])}, the audit says ${JSON.stringify(value)}`,
        );
    state.set(key, { ...stateBefore, ...after });
  }
  return { state, mismatches };
}

it(`lets the present be replayed from the audit after ${operationCount} random operations (seed ${seed})`, async () => {
  const drawRandomNumber = createSeededRandom(seed);
  const admins = [await makeUser(server, 'admin'), await makeUser(server, 'admin')];
  // The sign-ups run one after the other, because the queue for password hashing is short.
  const signUpUsers = async (role: 'Buyer' | 'Seller', count: number): Promise<TestUser[]> => {
    const createdUsers: TestUser[] = [];
    while (createdUsers.length < count) createdUsers.push(await signUp(role, createdUsers.length));
    return createdUsers;
  };
  const replayUsers: ReplayUsers = {
    admins,
    buyers: await signUpUsers('Buyer', 16),
    sellers: await signUpUsers('Seller', 8),
    bookings: [],
  };
  for (const buyer of replayUsers.buyers) ownersById.set(buyer.id, buyer);
  for (
    let finishedOperationCount = 0;
    finishedOperationCount < operationCount;
    finishedOperationCount += parallelOperationCount
  ) {
    await Promise.all(
      Array.from({ length: parallelOperationCount }, () => runRandomOperation(replayUsers, drawRandomNumber)),
    );
    await sealAudit(server.context.database);
  }
  while ((await sealAudit(server.context.database)) > 0);

  expect((await verifyAuditChain(server.context.database)).faults).toEqual([]);
  const { state, mismatches } = await replayAudit();
  expect(mismatches).toEqual([]);
  const queryRows = async (sql: string) => (await server.context.pool.query(sql)).rows;
  const differences: unknown[] = [];
  const compareRecord = (
    key: string,
    storedRecord: Record<string, unknown>,
    initialRecord: Record<string, unknown>,
  ): void => {
    const auditState = {
      ...initialRecord,
      ...Object.fromEntries(Object.entries(state.get(key) ?? {}).filter(([field]) => field in storedRecord)),
    };
    if (JSON.stringify(auditState) !== JSON.stringify(storedRecord))
      differences.push({ key, is: storedRecord, said: auditState });
  };
  const accounts = await queryRows(
    "SELECT id, role, status, verified_at IS NOT NULL AND status <> 'deleted' AS verified FROM account",
  );
  for (const { id, role, status, verified } of accounts) {
    if (admins.some((admin) => admin.id === id)) continue;
    const accountState = state.get(`account ${id}`) ?? {};
    const isDeleted = accountState.status === 'deleted';
    if (isDeleted) state.set(`account ${id}`, { ...accountState, verified: false });
    compareRecord(`account ${id}`, { role, status, verified }, { role: null, status: 'active', verified: false });
  }
  for (const { id, status } of await queryRows('SELECT id, status FROM booking'))
    compareRecord(`booking ${id}`, { status }, { status: 'unpaid' });
  for (const { id, status } of await queryRows('SELECT id, status FROM listing'))
    compareRecord(`listing ${id}`, { status }, { status: 'available' });
  expect(differences).toEqual([]);
  await expectNoFreeText();
  const statusCounts = await queryRows('SELECT status, count(*)::int AS count FROM booking GROUP BY 1 ORDER BY 1');
  expect(statusCounts.map((row) => row.status)).toEqual(['cancelled', 'paid', 'refunded', 'unpaid']);
});

/** Audit entries contain ids, states, roles and amounts, and no personal data, because an entry can never be deleted. */
async function expectNoFreeText(): Promise<void> {
  const { rows } = await server.context.pool.query<{ text: string; action: string }>(
    'SELECT action, concat(before::text, after::text) AS text FROM audit_entry',
  );
  expect(rows.length).toBeGreaterThan(200);
  for (const { text, action } of rows) {
    for (const [, value = ''] of text.matchAll(/: "((?:[^"\\]|\\.)*)"/g))
      expect(value, `${action} writes free text: ${text}`).toMatch(/^[\w.:+-]{0,64}$/);
  }
}
