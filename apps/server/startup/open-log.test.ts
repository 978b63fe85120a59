import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { confirmCard, makeCar, makeUser, password } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openLog, redactLine } from './open-log.ts';

const card = '4242424242424242';

describe('a line of the log', () => {
  it.each([
    ['GET /api/users/mei.lin+cars@people.example', 'GET /api/users/[e-mail]'],
    ['/api/myorders?email=mei%40people.example&x=1', '/api/myorders?email=[e-mail]&x=1'],
    ['to: \nmei@people.example,\tli@people.example', 'to: \n[e-mail],\t[e-mail]'],
    ['Müller@bücher.example asks', '[e-mail] asks'],
    ['pi_3Abc_secret_9xYz', 'pi_3Abc_secret_[removed]'],
    ['Authorization: Bearer abc.def%3D', 'Authorization: Bearer [removed]'],
    ['a=1; carhouse.session_token=abc.def%3D; b=2', 'a=1; carhouse.session_token=[removed]; b=2'],
    ['key sk_test_0123456789abcdef', 'key sk_[removed]'],
    ['$argon2id$v=19$m=19456,t=2,p=1$abc$def', '[removed]'],
    [`paid with ${card}`, 'paid with [card]'],
    ['paid with 4242 4242 4242 4242.', 'paid with [card].'],
    ['GET /cars?q=4242%204242%204242%204242&x=1', 'GET /cars?q=[card]&x=1'],
    ['/cars?q=4242+4242+4242+4242', '/cars?q=[card]'],
    [`/cars?q=${encodeURIComponent('٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢')}`, '/cars?q=[card]'],
    ['list ４２４２４２４２４２４２４２４２.csv', 'list[card]csv'],
    ['/cars?at=%e0%a4&x=2026-11-22', '/cars?at=%e0%a4&x=2026-11-22'],
    ['{"number":4242424242424242}', '{"number":[card]}'],
    ['paid with 4242 4242 4242 4242, they said', 'paid with [card], they said'],
    ['pg@8.23.1 at node_modules/pg@8.23.1/lib', 'pg@8.23.1 at node_modules/pg@8.23.1/lib'],
    ['01a1fb19-ed1c-7611-9877-6a2538b6bf85', '01a1fb19-ed1c-7611-9877-6a2538b6bf85'],
  ])('%j', (text, cleanedText) => {
    expect(JSON.parse(redactLine(JSON.stringify({ text })))).toEqual({ text: cleanedText });
  });

  it('is written without fields whose name says that they are secret, and with its times and numbers', () => {
    const logEntry = {
      time: 1_795_214_285_687,
      password: 'a"b\\',
      headers: { cookie: 'x', token: ['a'] },
      detail: 'Key (email)=(x)',
      bare: Number(card),
    };
    expect(JSON.parse(redactLine(JSON.stringify(logEntry)))).toEqual({
      time: 1_795_214_285_687,
      password: '[removed]',
      headers: { cookie: '[removed]', token: '[removed]' },
      detail: '[removed]',
      bare: '[card]',
    });
  });
});

describe('the log of a whole journey at its most talkative', () => {
  let server: TestServer;
  const logLines: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('holds no address, name, password, token, card number or client secret', async () => {
    const log = openLog('trace', { write: (line: string) => void logLines.push(line) });
    const app = await buildApp({ ...server.context, log }, { sandboxUrl: server.sandbox.url });
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller);
    const sendRequest = async (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.inject({
        method,
        url,
        headers: { authorization: buyer.token },
        ...(payload === undefined ? {} : { payload }),
      });
    const signIn = { email: buyer.email, password };
    await sendRequest('POST', '/api/auth/sign-in/email', signIn);
    await sendRequest('POST', '/api/auth/sign-in/email', { ...signIn, password: 'Wrong!Password7' });
    await sendRequest('GET', `/api/users/${buyer.email}`);
    await sendRequest('GET', `/api/users/${encodeURIComponent(seller.email)}`);
    await sendRequest('GET', `/api/nothing?email=${seller.email}`);
    const bookingAnswer = await sendRequest('POST', '/api/bookingData', {
      productId: car,
      meetingDate: 'x',
      buyerNumber: '9123 4567',
    });
    const paymentId: string = bookingAnswer.json().insertedId;
    const paymentStartAnswer = await sendRequest('POST', '/api/create-payment-intent', { paymentId });
    const secret: string = paymentStartAnswer.json().clientSecret;
    await confirmCard(server, secret, { number: card });
    await sendRequest('POST', '/api/payment', { paymentId, transactionId: secret.split('_secret_')[0] });
    await sendRequest('POST', '/api/users', { role: 'Buyer', name: `${card}` });
    // Logs objects as libraries do.
    log.error({
      err: await provokeDuplicateError(seller.email),
      req: { headers: { cookie: `session_token=${buyer.token}` } },
    });
    log.info(`GET /api/users/${buyer.email} with Bearer ${buyer.token} and ${card}`);
    await runWithRenamedColumns(async () => {
      expect((await sendRequest('GET', `/api/myorders?email=${buyer.email}`)).statusCode).toBe(500);
    });
    await app.close();

    const text = logLines.join('');
    expect(logLines.length).toBeGreaterThan(5);
    expect(text).toContain('request failed');
    for (const line of logLines) expect(() => JSON.parse(line)).not.toThrow();
    for (const person of [buyer, seller]) {
      expect(text).not.toContain(person.email);
      expect(text).not.toContain(person.name);
      expect(text).not.toContain(encodeURIComponent(person.email));
      expect(text).not.toContain(person.token.split('.')[0]);
    }
    for (const secretText of [password, 'Wrong!Password7', card, secret, '9123 4567', 'argon2'])
      expect(text).not.toContain(secretText);
    expect(text).not.toMatch(/[\w.]+@people\.example/);
  });

  /** Provokes an error of PostgreSQL whose detail contains the row. */
  async function provokeDuplicateError(email: string): Promise<unknown> {
    const insertSql = "INSERT INTO account (id, name, email) VALUES (gen_random_uuid(), 'Twice', $1)";
    const error: unknown = await server.context.pool
      .query(insertSql, [email])
      .catch((insertError: unknown) => insertError);
    expect((error as { detail?: string }).detail).toContain(email);
    return error;
  }

  async function runWithRenamedColumns(runQuery: () => Promise<void>): Promise<void> {
    await server.context.pool.query('ALTER TABLE booking RENAME COLUMN meeting_date TO met');
    await server.context.pool.query('ALTER TABLE booking RENAME COLUMN created_at TO made');
    try {
      await runQuery();
    } finally {
      await server.context.pool.query('ALTER TABLE booking RENAME COLUMN met TO meeting_date');
      await server.context.pool.query('ALTER TABLE booking RENAME COLUMN made TO created_at');
    }
  }

  it('records refused requests with their route at the default level, without personal data', async () => {
    const writtenLines: string[] = [];
    const log = openLog('warn', { write: (line: string) => void writtenLines.push(line) });
    const app = await buildApp({ ...server.context, config: { ...server.context.config, isDemo: false }, log });
    const buyer = await makeUser(server, 'Buyer');
    const login = { email: buyer.email, password: 'Wrong!Password1' };
    await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: login });
    await app.inject({ url: '/api/usersrole', headers: { authorization: buyer.token } });
    await app.inject({ method: 'POST', url: '/api/webhooks/card-provider', payload: {} });
    await app.inject({ url: `/api/users/${buyer.email}` });
    await app.close();
    expect(
      writtenLines.map((line) => JSON.parse(line)).map(({ code, method, route }) => [code, method, route]),
    ).toEqual([
      ['INVALID_CREDENTIALS', 'POST', '/api/auth/*'],
      ['ROLE_REQUIRED', 'GET', '/api/usersrole'],
      ['INVALID_SIGNATURE', undefined, undefined],
    ]);
    expect(writtenLines.join('')).not.toContain(buyer.email);
  });

  it('does not warn about a wrong password in a demo on this machine', async () => {
    const writtenLines: string[] = [];
    const log = openLog('warn', { write: (line: string) => void writtenLines.push(line) });
    const app = await buildApp({ ...server.context, log });
    const login = { email: 'nobody@people.example', password: 'Wrong!Password1' };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: login });
    await app.close();
    expect(answer.statusCode).toBe(401);
    expect(writtenLines).toEqual([]);
  });
});
