import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  [admin, seller] = [await makeProvedAdmin(), await makeUser(server, 'Seller', { verified: true })];
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const readFileAs = (caller: TestUser | null, address: string) =>
  server.app.inject({ url: address, ...(caller === null ? {} : { headers: { authorization: caller.token } }) });

/** Makes an admin who has just proved their second factor, as the download of a list demands. */
async function makeProvedAdmin(): Promise<TestUser> {
  const provedReader = await makeUser(server, 'admin');
  await server.context.pool.query('UPDATE session SET factor_proved_at = now() WHERE account_id = $1', [
    provedReader.id,
  ]);
  return provedReader;
}

async function payCar(title: string): Promise<string> {
  const paymentId = await bookListing(server, buyer, await makeCar(server, seller, { title, dollars: 1_000 }));
  const paymentStartAnswer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
  const secret = String(paymentStartAnswer.body.clientSecret);
  await confirmCard(server, secret);
  const transactionId = secret.split('_secret_')[0] ?? '';
  expect((await call(server, buyer, 'POST', '/api/payment', { paymentId, transactionId })).status).toBe(200);
  return transactionId;
}

it('gives an admin the payments as CSV, in which no cell is a formula, and notes the read', async () => {
  const intentId = await payCar('=HYPERLINK("http://evil.example","Roma")');
  // The other tests of this file read the CSV file too, so this test counts only the reads of a separate admin.
  const provedReader = await makeProvedAdmin();
  const answer = await readFileAs(provedReader, '/api/v1/payments/file');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="payments.csv"',
  });
  const [headLine, row = ''] = answer.body.split('\r\n');
  expect(headLine).toBe(
    'receipt,paid at,amount,brand,car,buyer,seller,method,card,charge,refund,refund reason,disputed,dispute lost',
  );
  expect(row).toContain(`1000.00,Ferrari,"'=HYPERLINK(""http://evil.example"",""Roma"")",${buyer.name},${seller.name}`);
  expect(row).toContain(`,${intentId},,,no,no`);
  expect(answer.body).not.toContain('@');
  const { rows } = await server.context.pool.query(
    "SELECT count(*)::int AS reads FROM audit_entry WHERE action = 'read' AND noun_id = '/api/v1/payments/file' AND actor_id = $1",
    [provedReader.id],
  );
  expect(rows).toEqual([{ reads: 1 }]);
  expect((await readFileAs(admin, '/api/v1/payments/file?search=no%20such%20car')).body.split('\r\n')).toHaveLength(2);
});

/** Adds 450 audit entries about listings, which is more than two pages of the list. */
async function addAuditEntries(): Promise<void> {
  await server.context.pool.query(
    `INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id)
     SELECT gen_random_uuid(), now() - n * interval '1 second', $1, 'change', 'listing', gen_random_uuid()::text
     FROM generate_series(1, 450) AS n`,
    [seller.id],
  );
}

it('gives the audit with the filters of its list, also beyond the first page of the database', async () => {
  const { rows } = await server.context.pool.query(
    "SELECT count(*)::int AS entries FROM audit_entry WHERE noun = 'listing'",
  );
  await addAuditEntries();
  const answer = await readFileAs(admin, '/api/v1/audit/file?noun=listing');
  const lines = answer.body.trimEnd().split('\r\n');
  expect(lines[0]).toBe('at,actor id,actor,noun,action,id,subject,before,after');
  expect(lines).toHaveLength(1 + rows[0].entries + 450);
  expect(lines.at(-1)).toContain(`${seller.id},${seller.name},listing,change,`);
  expect((await readFileAs(admin, '/api/v1/audit/file?day=never')).statusCode).toBe(400);
  expect((await readFileAs(admin, '/api/v1/audit/file?actor=nobody')).statusCode).toBe(400);
});

it('breaks off for who is suspended after the first page', async () => {
  const adminToSuspend = await makeProvedAdmin();
  await addAuditEntries();
  await server.context.pool.query(
    `CREATE FUNCTION suspend_reader() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN UPDATE account SET status = 'suspended' WHERE id = NEW.actor_id; RETURN NULL; END $$`,
  );
  // The audit entry of this export is written after the first page is read and before the second.
  await server.context.pool.query(
    `CREATE TRIGGER suspend_reader AFTER INSERT ON audit_entry FOR EACH ROW
     WHEN (NEW.action = 'read' AND NEW.actor_id = '${adminToSuspend.id}') EXECUTE FUNCTION suspend_reader()`,
  );
  try {
    const readFileStatus = async () => (await readFileAs(adminToSuspend, '/api/v1/audit/file?noun=listing')).statusCode;
    // If the refusal happens before the headers are sent, the client gets status 401.
    expect(['broken off', 401]).toContain(await readFileStatus().catch(() => 'broken off'));
    expect(await readFileStatus()).toBe(401);
  } finally {
    await server.context.pool.query('DROP TRIGGER suspend_reader ON audit_entry; DROP FUNCTION suspend_reader()');
  }
});

it('is for admins only', async () => {
  for (const address of ['/api/v1/payments/file', '/api/v1/audit/file']) {
    expect((await readFileAs(null, address)).statusCode).toBe(401);
    expect((await readFileAs(buyer, address)).statusCode).toBe(403);
    expect((await readFileAs(seller, address)).statusCode).toBe(403);
  }
});

it.each(['/api/v1/payments/file', '/api/v1/audit/file'])(
  'gives %s only to a sign-in of the last 15 minutes that has just proved its second factor',
  async (address) => {
    const provedReader = await makeUser(server, 'admin');
    const updateAdminSession = (sqlAssignment: string) =>
      server.context.pool.query(`UPDATE session SET ${sqlAssignment} WHERE account_id = $1`, [provedReader.id]);
    const readRefusal = async () => {
      const answer = await readFileAs(provedReader, address);
      return [answer.statusCode, answer.json().code];
    };
    expect(await readRefusal()).toEqual([403, 'SECOND_FACTOR_PROOF_REQUIRED']);
    await updateAdminSession("factor_proved_at = now(), created_at = now() - interval '16 minutes'");
    expect(await readRefusal()).toEqual([403, 'RECENT_SIGN_IN_REQUIRED']);
    const countReadsSql = "SELECT count(*)::int AS reads FROM audit_entry WHERE action = 'read' AND actor_id = $1";
    expect((await server.context.pool.query(countReadsSql, [provedReader.id])).rows).toEqual([{ reads: 0 }]);
    await updateAdminSession('created_at = now()');
    expect((await readFileAs(provedReader, address)).statusCode).toBe(200);
  },
);
