import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expirePersonalData } from '../accounts/expire-personal-data.ts';
import { type Answer, call, makeUser, password, signIn, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { callDuringRightsEnding } from '../testing/suspended-in-between.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let requestingAdmin: TestUser;
let secondAdmin: TestUser;
let accountCount = 0;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { REFUND_SECOND_ADMIN_ABOVE: '10000' });
  seller = await makeUser(server, 'Seller');
  requestingAdmin = await makeUser(server, 'admin');
  secondAdmin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const createAccountAs = (caller: TestUser, role = 'admin'): Promise<Answer> => {
  accountCount += 1;
  const email = `second-${accountCount}@people.example`;
  const body = { name: 'New Admin', email, password, role, photoURL: 'https://photos.example/a.jpg' };
  return call(server, caller, 'POST', '/api/v1/accounts', body);
};
const makeEmailOfLastAccount = (): string => `second-${accountCount}@people.example`;
const decideApprovalAs = (
  caller: TestUser | null,
  id: string,
  decision: 'confirmation' | 'rejection',
): Promise<Answer> => call(server, caller, 'POST', `/api/v1/approvals/${id}/${decision}`, {});
const signInWithEmail = (email: string): Promise<Answer> =>
  call(server, null, 'POST', '/api/auth/sign-in/email', { email, password });
const requestRefundAs = (caller: TestUser, order: PaidOrder): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'The car was damaged.' });
const readRefunds = (order: PaidOrder) =>
  server.sandbox.account.refunds().filter((each) => each.payment_intent === order.intentId);

async function listWaitingApprovals(caller: TestUser): Promise<Record<string, unknown>[]> {
  const { body } = await call(server, caller, 'GET', '/api/v1/approvals');
  return (body as Record<string, unknown>[]).filter(({ state }) => state === 'waiting');
}
async function findLastWaitingApprovalId(): Promise<string> {
  return String((await listWaitingApprovals(requestingAdmin))[0]?._id);
}
async function readAccountStatus(email: string): Promise<unknown> {
  const { rows } = await server.context.pool.query('SELECT status FROM account WHERE email = $1', [email]);
  return rows[0]?.status;
}

describe('the only admin', () => {
  it('who removed the other one in the last 24 hours still needs an approval', async () => {
    const { pool } = server.context;
    const [suspendedAdmin, deletedAdmin] = [await makeUser(server, 'admin'), await makeUser(server, 'admin')];
    const otherAdmins =
      "UPDATE account SET status = 'suspended' WHERE role = 'admin' AND status = 'active' AND id <> ALL ($1)";
    await pool.query(otherAdmins, [[suspendedAdmin.id, deletedAdmin.id]]);
    const reason = { reason: 'They have left the company.' };
    expect(
      (await call(server, suspendedAdmin, 'POST', `/api/v1/accounts/${deletedAdmin.id}/suspension`, reason)).status,
    ).toBe(200);
    expect((await createAccountAs(suspendedAdmin)).body.status).toBe('waiting');
    const order = await payOrder(server, seller);
    expect((await requestRefundAs(suspendedAdmin, order)).body.state).not.toBe('succeeded');
    expect(readRefunds(order)).toEqual([]);
    for (const { _id } of await listWaitingApprovals(suspendedAdmin))
      expect((await decideApprovalAs(suspendedAdmin, String(_id), 'rejection')).status).toBe(200);
    await pool.query("UPDATE account SET status = 'active' WHERE id = ANY ($1)", [
      [requestingAdmin.id, secondAdmin.id],
    ]);
    await pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [suspendedAdmin.id]);
    requestingAdmin = { ...requestingAdmin, token: await signIn(server, requestingAdmin.email) };
    secondAdmin = { ...secondAdmin, token: await signIn(server, secondAdmin.email) };
  });

  it('makes an admin and refunds any sum alone, as the specification has it', async () => {
    const { pool } = server.context;
    const suspendOtherAdminsSql =
      "UPDATE account SET status = 'suspended' WHERE role = 'admin' AND status = 'active' AND id <> $1";
    await pool.query(suspendOtherAdminsSql, [requestingAdmin.id]);
    const accountCreationAnswer = await createAccountAs(requestingAdmin);
    expect([accountCreationAnswer.status, accountCreationAnswer.body.status]).toEqual([201, undefined]);
    expect((await signInWithEmail(makeEmailOfLastAccount())).status).toBe(200);
    await pool.query(suspendOtherAdminsSql, [requestingAdmin.id]);
    const order = await payOrder(server, seller);
    expect(await requestRefundAs(requestingAdmin, order)).toMatchObject({ status: 200, body: { state: 'succeeded' } });
    expect(await listWaitingApprovals(requestingAdmin)).toEqual([]);
    await pool.query("UPDATE account SET status = 'active' WHERE id = $1", [secondAdmin.id]);
    secondAdmin = { ...secondAdmin, token: await signIn(server, secondAdmin.email) };
  });
});

describe('a new admin beside another one', () => {
  it('waits: no sign-in, shown in the lists, until the other admin confirms', async () => {
    const accountCreationAnswer = await createAccountAs(requestingAdmin);
    expect(accountCreationAnswer).toMatchObject({ status: 201, body: { status: 'waiting' } });
    expect(await signInWithEmail(makeEmailOfLastAccount())).toMatchObject({
      status: 401,
      body: { detail: 'This account waits for a second admin.' },
    });
    const listedAdmins = (await call(server, secondAdmin, 'GET', '/api/v1/accounts?role=admin')).body;
    expect(listedAdmins).toContainEqual(
      expect.objectContaining({ _id: accountCreationAnswer.body.insertedId, status: 'waiting' }),
    );
    expect(await listWaitingApprovals(secondAdmin)).toMatchObject([
      {
        kind: 'new-admin',
        requestedBy: requestingAdmin.name,
        own: false,
        subject: `New Admin, ${makeEmailOfLastAccount()}`,
      },
    ]);
    const id = await findLastWaitingApprovalId();
    expect(await decideApprovalAs(requestingAdmin, id, 'confirmation')).toMatchObject({
      status: 409,
      body: { code: 'SECOND_ADMIN_REQUIRED' },
    });
    for (const [caller, status] of [
      [null, 401],
      [seller, 403],
    ] as const)
      expect((await decideApprovalAs(caller, id, 'confirmation')).status).toBe(status);
    expect(await readAccountStatus(makeEmailOfLastAccount())).toBe('waiting');
    expect(await decideApprovalAs(secondAdmin, id, 'confirmation')).toMatchObject({
      status: 200,
      body: { state: 'confirmed' },
    });
    expect((await signInWithEmail(makeEmailOfLastAccount())).status).toBe(200);
    expect(await decideApprovalAs(secondAdmin, id, 'confirmation')).toMatchObject({
      status: 409,
      body: { code: 'ILLEGAL_TRANSITION' },
    });
    const auditBody = (
      await call(server, secondAdmin, 'GET', `/api/v1/audit?nounId=${String(accountCreationAnswer.body.insertedId)}`)
    ).body;
    expect(auditBody.entries).toMatchObject([
      { action: 'confirm', actorId: secondAdmin.id, after: { status: 'active' } },
      { action: 'create', actorId: requestingAdmin.id, after: { status: 'waiting' } },
    ]);
  });

  it('that is rejected, or taken back, leaves its address free', async () => {
    for (const [caller, state] of [
      [secondAdmin, 'rejected'],
      [requestingAdmin, 'withdrawn'],
    ] as const) {
      await createAccountAs(requestingAdmin);
      expect(await decideApprovalAs(caller, await findLastWaitingApprovalId(), 'rejection')).toMatchObject({
        status: 200,
        body: { state },
      });
      expect(await readAccountStatus(makeEmailOfLastAccount())).toBeUndefined();
    }
  });

  it('cannot be suspended, reinstated or given access by a new password before the approval', async () => {
    const accountCreationAnswer = await createAccountAs(requestingAdmin);
    for (const statusAction of ['suspension', 'reinstatement'])
      expect(
        await call(
          server,
          secondAdmin,
          'POST',
          `/api/v1/accounts/${String(accountCreationAnswer.body.insertedId)}/${statusAction}`,
          {
            reason: 'any',
          },
        ),
      ).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    await decideApprovalAs(secondAdmin, await findLastWaitingApprovalId(), 'rejection');
  });

  it('is deleted when nobody has decided for a week, and cannot be approved then', async () => {
    await createAccountAs(requestingAdmin);
    const id = await findLastWaitingApprovalId();
    const expireApprovalSql = "UPDATE approval SET expires_at = now() - interval '1 minute' WHERE id = $1";
    await server.context.pool.query(expireApprovalSql, [id]);
    expect(await decideApprovalAs(secondAdmin, id, 'confirmation')).toMatchObject({
      status: 409,
      body: { code: 'ILLEGAL_TRANSITION' },
    });
    await expirePersonalData(server.context);
    expect(await readAccountStatus(makeEmailOfLastAccount())).toBeUndefined();
    expect(await listWaitingApprovals(requestingAdmin)).toEqual([]);
  });

  it('is made at once for other roles', async () => {
    expect((await createAccountAs(requestingAdmin, 'Buyer')).body.status).toBeUndefined();
  });

  it('is not approved when the user who requested it is no longer an admin', async () => {
    const deletedUser = await makeUser(server, 'admin');
    await createAccountAs(deletedUser);
    const id = await findLastWaitingApprovalId();
    await call(server, secondAdmin, 'POST', `/api/v1/accounts/${deletedUser.id}/suspension`, { reason: 'any' });
    expect(await decideApprovalAs(secondAdmin, id, 'confirmation')).toMatchObject({
      status: 409,
      body: { code: 'ILLEGAL_TRANSITION' },
    });
    expect((await decideApprovalAs(secondAdmin, id, 'rejection')).body.state).toBe('rejected');
  });

  it('is decided once when two admins decide at the same moment', async () => {
    const thirdAdmin = await makeUser(server, 'admin');
    for (let round = 0; round < 4; round += 1) {
      await createAccountAs(requestingAdmin);
      const id = await findLastWaitingApprovalId();
      const answers = await Promise.all([
        decideApprovalAs(secondAdmin, id, 'confirmation'),
        decideApprovalAs(thirdAdmin, id, 'rejection'),
        decideApprovalAs(requestingAdmin, id, 'rejection'),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    }
  });

  it('is not decided by an admin who is suspended meanwhile', async () => {
    const thirdAdmin = await makeUser(server, 'admin');
    await createAccountAs(requestingAdmin);
    const id = await findLastWaitingApprovalId();
    const { answer, hasWaited } = await callDuringRightsEnding(server, thirdAdmin.id, 'suspended', () =>
      decideApprovalAs(thirdAdmin, id, 'confirmation'),
    );
    expect([hasWaited, answer.status]).toEqual([true, 401]);
    expect(await readAccountStatus(makeEmailOfLastAccount())).toBe('waiting');
    await decideApprovalAs(secondAdmin, id, 'rejection');
  });
});

describe('a refund above the configured sum', () => {
  it('moves nothing until another admin confirms it, then everything once', async () => {
    const order = await payOrder(server, seller);
    const firstRefundAnswer = await requestRefundAs(requestingAdmin, order);
    expect(firstRefundAnswer).toMatchObject({ status: 202, body: { paymentId: order.paymentId, amount: 868_000 } });
    expect((await requestRefundAs(secondAdmin, order)).body.approvalId).toBe(firstRefundAnswer.body.approvalId);
    expect(readRefunds(order)).toEqual([]);
    const id = String(firstRefundAnswer.body.approvalId);
    expect(await decideApprovalAs(requestingAdmin, id, 'confirmation')).toMatchObject({
      body: { code: 'SECOND_ADMIN_REQUIRED' },
    });
    const thirdAdmin = await makeUser(server, 'admin');
    const answers = await Promise.all([
      decideApprovalAs(secondAdmin, id, 'confirmation'),
      decideApprovalAs(thirdAdmin, id, 'confirmation'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(readRefunds(order)).toHaveLength(1);
    expect(await requestRefundAs(requestingAdmin, order)).toMatchObject({ status: 200, body: { state: 'succeeded' } });
    const { rows } = await server.context.pool.query(
      `SELECT r.actor_id, a.requested_by, a.decided_by FROM refund r JOIN payment p ON p.intent_id = r.intent_id
       JOIN approval a ON a.payment_id = p.id WHERE p.id = $1`,
      [order.paymentId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].requested_by).toBe(requestingAdmin.id);
    expect(rows[0].actor_id).toBe(rows[0].decided_by);
  });

  it('that is rejected leaves the sale as it is, and may be asked for again', async () => {
    const order = await payOrder(server, seller);
    const firstRefundAnswer = await requestRefundAs(requestingAdmin, order);
    expect(
      (await decideApprovalAs(secondAdmin, String(firstRefundAnswer.body.approvalId), 'rejection')).body.state,
    ).toBe('rejected');
    expect(readRefunds(order)).toEqual([]);
    const secondRefundAnswer = await requestRefundAs(requestingAdmin, order);
    expect([
      secondRefundAnswer.status,
      secondRefundAnswer.body.approvalId === firstRefundAnswer.body.approvalId,
    ]).toEqual([202, false]);
    expect(
      (await decideApprovalAs(requestingAdmin, String(secondRefundAnswer.body.approvalId), 'rejection')).body.state,
    ).toBe('withdrawn');
  });

  it('is shown as waiting in the list of payments until it is decided', async () => {
    const order = await payOrder(server, seller);
    const readListedApproval = async () => {
      const { body } = await call(server, secondAdmin, 'GET', `/api/v1/payments?search=${order.intentId}`);
      return (body as unknown as Record<string, unknown>[])[0];
    };
    expect(await readListedApproval()).toMatchObject({ refund: null, waiting: null });
    const firstRefundAnswer = await requestRefundAs(requestingAdmin, order);
    const discrepancyIds = [server.context.newId(), order.intentId];
    await server.context.pool.query(
      `INSERT INTO discrepancy (id, kind, subject, state, evidence, first_seen_at, last_seen_at)
       VALUES ($1, 'charge-mismatch', $2, 'open', '{}', now(), now())`,
      discrepancyIds,
    );
    const readDiscrepancy = async () => {
      const { findings } = (await call(server, secondAdmin, 'GET', '/api/v1/reconciliation')).body;
      return (findings as Record<string, unknown>[]).find(({ id }) => id === discrepancyIds[0])?.waiting;
    };
    expect(await readDiscrepancy()).toMatchObject({ requestedBy: requestingAdmin.name });
    expect(await readListedApproval()).toMatchObject({
      refund: null,
      waiting: {
        requestedBy: requestingAdmin.name,
        reason: 'The car was damaged.',
        expiresAt: firstRefundAnswer.body.expiresAt,
      },
    });
    await decideApprovalAs(secondAdmin, String(firstRefundAnswer.body.approvalId), 'rejection');
    expect(await readListedApproval()).toMatchObject({ refund: null, waiting: null });
    expect(await readDiscrepancy()).toBeNull();
  });

  it('whose week is over is asked for again, and no longer shown as waiting', async () => {
    const order = await payOrder(server, seller);
    const oldRequestAnswer = await requestRefundAs(requestingAdmin, order);
    await server.context.pool.query("UPDATE approval SET expires_at = now() - interval '1 minute' WHERE id = $1", [
      oldRequestAnswer.body.approvalId,
    ]);
    const { body } = await call(server, secondAdmin, 'GET', `/api/v1/payments?search=${order.intentId}`);
    expect((body as unknown as Record<string, unknown>[])[0]).toMatchObject({ waiting: null });
    const secondRefundAnswer = await requestRefundAs(requestingAdmin, order);
    expect([
      secondRefundAnswer.status,
      secondRefundAnswer.body.approvalId === oldRequestAnswer.body.approvalId,
    ]).toEqual([202, false]);
    const { rows } = await server.context.pool.query(
      "SELECT actor_id, after FROM audit_entry WHERE noun_id = $1 AND action = 'decide'",
      [oldRequestAnswer.body.approvalId],
    );
    expect(rows).toEqual([{ actor_id: null, after: { kind: 'refund', state: 'expired' } }]);
    expect(
      await decideApprovalAs(secondAdmin, String(secondRefundAnswer.body.approvalId), 'confirmation'),
    ).toMatchObject({
      body: { state: 'confirmed' },
    });
  });

  it('is given by one admin alone below the sum', async () => {
    const order = await payOrder(server, seller, { car: { dollars: 10_000 } });
    const newAdmin = await makeUser(server, 'admin');
    expect(await requestRefundAs(newAdmin, order)).toMatchObject({ status: 200, body: { state: 'succeeded' } });
  });
});

describe('the database', () => {
  it('refuses an approval by the admin who made the request', async () => {
    await createAccountAs(requestingAdmin);
    const confirmOwnRequestSql =
      "UPDATE approval SET state = 'confirmed', decided_by = requested_by, decided_at = now() WHERE id = $1";
    const id = await findLastWaitingApprovalId();
    await expect(server.context.pool.query(confirmOwnRequestSql, [id])).rejects.toMatchObject({
      constraint: 'approval_two_admins_check',
    });
    await decideApprovalAs(secondAdmin, id, 'rejection');
  });

  it('ends the sessions of the person who changes status or role, in that transaction', async () => {
    const person = await makeUser(server, 'Buyer');
    await server.context.pool.query("UPDATE account SET role = 'Seller' WHERE id = $1", [person.id]);
    expect((await call(server, person, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    expect(await signIn(server, person.email)).toBeTruthy();
  });
});
