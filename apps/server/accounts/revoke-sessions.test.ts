import { deleteExpiredSignInRows } from '@carhouse/database/accounts/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, signIn } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const path = '/api/v1/me/sessions';
type ShownSession = { _id: string; current: boolean; browser: string; createdAt: string; lastSeenAt: string };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => server.setClock(() => new Date()));

describe('the own sessions', () => {
  it('are listed without their tokens, and the one that asks is marked', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const secondToken = await signIn(server, buyer.email);
    const answer = await call(server, buyer, 'GET', path);
    const sessions = answer.body.sessions as ShownSession[];
    expect(sessions.filter((each) => each.current)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(['_id', 'browser', 'createdAt', 'current', 'lastSeenAt']);
    for (const token of [buyer.token, secondToken]) {
      expect(JSON.stringify(answer.body)).not.toContain(token.split('.')[0]);
    }
  });

  it('are ended one by one, at once', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const otherSession = { ...buyer, token: await signIn(server, buyer.email) };
    const sessions = (await call(server, buyer, 'GET', path)).body.sessions as ShownSession[];
    const targetSessionId = sessions.find((each) => !each.current)?._id;
    expect((await call(server, buyer, 'DELETE', `${path}/${targetSessionId}`)).body).toEqual({ ended: 1 });
    expect((await call(server, otherSession, 'GET', path)).status).toBe(401);
    expect((await call(server, buyer, 'DELETE', `${path}/${targetSessionId}`)).status).toBe(404);
  });

  it('cannot be ended by another user', async () => {
    const [buyer, stranger] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    const [ownSession] = (await call(server, buyer, 'GET', path)).body.sessions as ShownSession[];
    const refusal = await call(server, stranger, 'DELETE', `${path}/${ownSession?._id}`);
    const unknownAnswer = await call(server, stranger, 'DELETE', `${path}/${server.context.newId()}`);
    const omitRequestId = ({ requestId: _id, ...body }: Record<string, unknown>) => body;
    expect([refusal.status, omitRequestId(refusal.body)]).toEqual([404, omitRequestId(unknownAnswer.body)]);
    expect((await call(server, buyer, 'GET', path)).status).toBe(200);
  });

  it('are ended all but this one', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const otherTokens = [await signIn(server, buyer.email), await signIn(server, buyer.email)];
    expect((await call(server, buyer, 'DELETE', path)).body).toEqual({ ended: 2 });
    for (const token of otherTokens) expect((await call(server, { ...buyer, token }, 'GET', path)).status).toBe(401);
    expect((await call(server, buyer, 'GET', path)).status).toBe(200);
    // A call that ends no session makes no audit entry.
    expect((await call(server, buyer, 'DELETE', path)).body).toEqual({ ended: 0 });
    const { rows } = await server.context.pool.query(
      "SELECT after FROM audit_entry WHERE actor_id = $1 AND noun_id = $1::text AND action = 'end-sessions'",
      [buyer.id],
    );
    expect(rows).toEqual([{ after: { sessions: 2 } }]);
  });

  it('are deleted from the table after they have expired', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await deleteExpiredSignInRows(server.context.database, new Date(Date.now() + 8 * 24 * 3600_000));
    expect((await call(server, buyer, 'GET', path)).status).toBe(401);
  });
});
