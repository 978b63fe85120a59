import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimits, withoutRateLimits } from '../http/limits/rate-limits.ts';
import { type Answer, call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

const path = '/api/v1/feedback';
const sendFeedbackAs = (caller: TestUser | null, payload: object): Promise<Answer> =>
  call(server, caller, 'POST', path, payload);
const readFeedbackList = (query = ''): Promise<Answer> => call(server, admin, 'GET', `${path}${query}`);
type ListedFeedback = Record<string, unknown> & { _id: string };
const readFeedbackEntries = async (query = ''): Promise<ListedFeedback[]> =>
  (await readFeedbackList(query)).body.feedback as ListedFeedback[];
const markFeedbackAs = (caller: TestUser | null, id: string, actionName: string): Promise<Answer> =>
  call(server, caller, 'POST', `${path}/${id}/${actionName}`, {});
const feedbackBody = { email: 'Reader@People.example', text: 'The pictures load fast.' };

async function saveFeedback(payload: object = feedbackBody, caller: TestUser | null = null): Promise<string> {
  const answer = await sendFeedbackAs(caller, payload);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(answer.body.insertedId);
}

describe('feedback', () => {
  it('is taken from visitors and from signed-in people, whose account is noted', async () => {
    const [visitors, buyers] = [
      await saveFeedback(),
      await saveFeedback({ ...feedbackBody, text: 'Grüße, 你好 👋\nzwei' }, buyer),
    ];
    const feedbackById = new Map((await readFeedbackEntries()).map((entry) => [entry._id, entry]));
    expect(feedbackById.get(visitors)).toEqual({
      _id: visitors,
      email: 'reader@people.example',
      text: feedbackBody.text,
      accountId: null,
      createdAt: expect.any(String),
      readAt: null,
      archivedAt: null,
    });
    expect(feedbackById.get(buyers)).toMatchObject({ accountId: buyer.id, text: 'Grüße, 你好 👋\nzwei' });
  });

  it.each([
    ['no e-mail', { text: 'x' }, 'email'],
    ['a wrong e-mail', { ...feedbackBody, email: 'a@b' }, 'email'],
    ['no text', { email: feedbackBody.email }, 'text'],
    ['an empty text', { ...feedbackBody, text: ' \n ' }, 'text'],
    ['2,001 characters', { ...feedbackBody, text: 'ä'.repeat(2_001) }, 'text'],
    ['a NUL', { ...feedbackBody, text: 'a\u0000' }, 'text'],
    ['an account', { ...feedbackBody, accountId: '0190c1a0-0000-7000-8000-000000000000' }, ''],
  ])('is refused with %s', async (_caseName, payload, field) => {
    const unreadCountBefore = (await readFeedbackList()).body.unread;
    const answer = await sendFeedbackAs(null, payload);
    expect(answer.status).toBe(422);
    expect((answer.body.errors as { path: string }[])[0]?.path).toBe(field);
    expect((await readFeedbackList()).body.unread).toBe(unreadCountBefore);
  });

  it('may have 2,000 characters, and a card number stays out', async () => {
    await saveFeedback({ ...feedbackBody, text: '👩'.repeat(2_000) });
    expect(await sendFeedbackAs(null, { ...feedbackBody, text: '4242 4242 4242 4242' })).toMatchObject({
      status: 422,
      body: { code: 'CARD_NUMBER_REFUSED' },
    });
  });

  it('is kept once under one Idempotency-Key', async () => {
    const unreadTotalBefore = Number((await readFeedbackList()).body.unread);
    const headers = { 'idempotency-key': 'a1b2c3d4-feedback-0001', authorization: buyer.token };
    const answers = await Promise.all(
      [1, 2].map(() => server.app.inject({ method: 'POST', url: path, payload: feedbackBody, headers })),
    );
    const secondAnswer = await server.app.inject({ method: 'POST', url: path, payload: feedbackBody, headers });
    expect(secondAnswer.statusCode).toBe(201);
    expect(answers.map(({ statusCode }) => statusCode).every((status) => [201, 409].includes(status))).toBe(true);
    expect(Number((await readFeedbackList()).body.unread)).toBe(unreadTotalBefore + 1);
  });
});

describe('the admins’ list', () => {
  it('is for admins alone', async () => {
    const id = await saveFeedback();
    for (const [caller, status] of [
      [null, 401],
      [buyer, 403],
    ] as const) {
      expect((await call(server, caller, 'GET', path)).status).toBe(status);
      expect((await markFeedbackAs(caller, id, 'reading')).status).toBe(status);
      expect((await markFeedbackAs(caller, id, 'archiving')).status).toBe(status);
    }
  });

  it('goes from unread to read to the archive, each step in the audit', async () => {
    const id = await saveFeedback();
    const unreadCount = Number((await readFeedbackList()).body.unread);
    const readStatesOfEntry = async () => {
      const statePromises = ['unread', 'read', 'archived'].map(async (state) =>
        (await readFeedbackEntries(`?state=${state}`)).some((entry) => entry._id === id) ? state : '',
      );
      return (await Promise.all(statePromises)).join('');
    };
    expect(await readStatesOfEntry()).toBe('unread');
    expect((await markFeedbackAs(admin, id, 'reading')).body).toEqual({ modifiedCount: 1 });
    expect((await markFeedbackAs(admin, id, 'reading')).body).toEqual({ modifiedCount: 0 });
    expect([await readStatesOfEntry(), (await readFeedbackList()).body.unread]).toEqual(['read', unreadCount - 1]);
    expect((await markFeedbackAs(admin, id, 'archiving')).body).toEqual({ modifiedCount: 1 });
    expect((await markFeedbackAs(admin, id, 'archiving')).body).toEqual({ modifiedCount: 0 });
    expect((await markFeedbackAs(admin, id, 'reading')).body).toEqual({ modifiedCount: 0 });
    expect(await readStatesOfEntry()).toBe('archived');
    expect((await readFeedbackEntries()).some((entry) => entry._id === id)).toBe(false);
    const audit = await call(server, admin, 'GET', `/api/v1/audit?noun=feedback&nounId=${id}`);
    expect(audit.body.entries).toMatchObject([
      { action: 'archive', actorId: admin.id, before: { state: 'read' }, after: { state: 'archived' } },
      { action: 'read', actorId: admin.id, before: { state: 'unread' }, after: { state: 'read' } },
    ]);
  });

  it('is archived once when two admins do it at the same time', async () => {
    const secondAdmin = await makeUser(server, 'admin');
    const id = await saveFeedback();
    const answers = await Promise.all(
      [admin, secondAdmin, admin, secondAdmin].map((caller) => markFeedbackAs(caller, id, 'archiving')),
    );
    expect(answers.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.modifiedCount === 0)).toHaveLength(3);
    const audit = await call(server, admin, 'GET', `/api/v1/audit?noun=feedback&nounId=${id}`);
    expect(audit.body.entries).toHaveLength(1);
  });

  it('answers 404 for what is not there and 400 for a query that is not right', async () => {
    for (const id of ['0190c1a0-0000-7000-8000-000000000000', 'x', '..']) {
      expect((await markFeedbackAs(admin, id, 'reading')).status).toBe(404);
    }
    for (const query of ['?state=new', '?before=x', '?page=2', '?before='])
      expect((await readFeedbackList(query)).status).toBe(400);
  });

  it('is read to its end, page by page, each entry once', async () => {
    await server.context.pool.query(
      `INSERT INTO feedback (id, email, text, created_at)
       SELECT gen_random_uuid(), 'many@people.example', 'x', timestamptz '2026-01-01' + (n / 7) * interval '1 second'
       FROM generate_series(1, 120) n`,
    );
    const pagedIds: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const { body, headers } = await readFeedbackList(`?state=unread${next === '' ? '' : `&before=${next}`}`);
      const page = body.feedback as ListedFeedback[];
      expect(page.length).toBeLessThanOrEqual(50);
      pagedIds.push(...page.map(({ _id }) => _id));
      next = body.next as string | null;
      expect(headers.link === undefined).toBe(next === null);
      if (next !== null)
        expect(String(headers.link)).toBe(`<${path}?state=unread&before=${encodeURIComponent(next)}>; rel="next"`);
    }
    expect(new Set(pagedIds).size).toBe(pagedIds.length);
    expect(pagedIds).toHaveLength(Number((await readFeedbackList()).body.unread));
  });
});

describe('a person who leaves', () => {
  it('takes their words and their address out of their feedback, also out of what they sent before they signed in', async () => {
    const leavingUser = await makeUser(server, 'Buyer');
    const [ownMessage, earlierMessage, laterMessage] = [
      await saveFeedback({ email: 'elsewhere@people.example', text: 'I live at Bedok.' }, leavingUser),
      await saveFeedback({ email: leavingUser.email, text: 'Call me.' }),
      await saveFeedback({ email: 'other@people.example', text: 'Stays.' }),
    ];
    expect((await call(server, leavingUser, 'DELETE', '/api/v1/me', { password })).status).toBe(200);
    const archivedFeedbackById = new Map(
      (await readFeedbackEntries('?state=archived')).map((entry) => [entry._id, entry]),
    );
    for (const id of [ownMessage, earlierMessage]) {
      expect(archivedFeedbackById.get(id)).toMatchObject({
        text: '',
        email: `deleted-${leavingUser.id}@deleted.invalid`,
        accountId: null,
      });
    }
    expect((await readFeedbackEntries()).find((entry) => entry._id === laterMessage)).toMatchObject({ text: 'Stays.' });
  });

  it('leaves no words behind, even when they write while they leave', async () => {
    const leavingUsers = await Promise.all(Array.from({ length: 4 }, () => makeUser(server, 'Buyer')));
    for (const leavingUser of leavingUsers) {
      const feedbackText = `Written by ${leavingUser.id}`;
      const feedbackPromises = Array.from({ length: 6 }, () =>
        sendFeedbackAs(leavingUser, { email: leavingUser.email, text: feedbackText }),
      );
      const accountDeletion = call(server, admin, 'DELETE', `/api/Buyer/${leavingUser.id}`);
      const answers = await Promise.all(feedbackPromises);
      expect((await accountDeletion).status).toBe(200);
      expect(answers.every(({ status }) => [201, 401].includes(status))).toBe(true);
      // With two server nodes, the account may be deleted before the call checks it: the feedback is then stored as a
      // visitor's.
      const { rows } = await server.context.pool.query(
        'SELECT id FROM feedback WHERE (text = $1 OR email = $2) AND account_id IS NOT NULL',
        [feedbackText, leavingUser.email],
      );
      expect(rows).toEqual([]);
    }
  });

  it('finds their feedback in their export, and nobody else’s', async () => {
    const person = await makeUser(server, 'Buyer');
    const id = await saveFeedback({ ...feedbackBody, text: 'Mine.' }, person);
    const { body } = await call(server, person, 'GET', '/api/v1/me/export');
    expect(body.feedback).toEqual([
      { id, email: 'reader@people.example', text: 'Mine.', createdAt: expect.any(String) },
    ]);
  });
});

it('is refused after ten in an hour from one address, no matter who signs in there', async () => {
  const limitedServer = await startTestServer({
    ...unlimitedProtection,
    rateLimits: withoutRateLimits({ feedback: rateLimits.feedback }),
  });
  try {
    const person = await makeUser(limitedServer, 'Buyer');
    const sendFromAddress = (clientAddress: string, caller: TestUser | null) =>
      limitedServer.app.inject({
        method: 'POST',
        url: path,
        payload: feedbackBody,
        remoteAddress: clientAddress,
        ...(caller === null ? {} : { headers: { authorization: caller.token } }),
      });
    const homeIpAddress = `198.18.0.${randomInt(1, 255)}`;
    const statuses: number[] = [];
    for (let messageCount = 0; messageCount < 11; messageCount += 1) {
      statuses.push((await sendFromAddress(homeIpAddress, messageCount % 2 === 0 ? null : person)).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    expect((await sendFromAddress(homeIpAddress, person)).headers['retry-after']).toMatch(/^\d+$/);
    expect((await sendFromAddress('198.19.0.1', person)).statusCode).toBe(201);
  } finally {
    await limitedServer.close();
  }
});
