import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { deliverMails, readMailsTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const newPassword = 'Brand!New2Password';
const minuteMs = 60_000;

let server: TestServer;
let usedAddressCount = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => server.setClock(() => new Date()));

/** The tests of this file run in any order, so mails that earlier tests requested are sent first. */
async function runQueuedMailJobs(): Promise<void> {
  await requestReset('nobody.yet@people.example');
  await deliverMails(server);
}

/** A request of a visitor from an IP address that no other test uses. */
async function postAsVisitor(
  url: string,
  payload: object,
  remoteAddress = `192.0.2.${++usedAddressCount}`,
): Promise<Answer> {
  const answer = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const requestReset = (email: string, clientAddress?: string): Promise<Answer> =>
  postAsVisitor('/api/v1/password-resets', { email }, clientAddress);
const resetPasswordWithToken = (token: string, chosenPassword: string = newPassword): Promise<Answer> =>
  postAsVisitor('/api/v1/password-resets/completion', { token, password: chosenPassword });
const signIn = async (person: TestUser, typedPassword: string): Promise<number> =>
  (await postAsVisitor('/api/auth/sign-in/email', { email: person.email, password: typedPassword })).status;

async function readResetToken(person: TestUser): Promise<string> {
  expect((await requestReset(person.email)).status).toBe(202);
  await deliverMails(server);
  return (await readMailsTo(server, person.email)).at(-1)?.token ?? '';
}

describe('asking for a new password', () => {
  it('responds in the same way for known and unknown addresses, and mails only the known one', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await runQueuedMailJobs();
    const [knownAnswer, unknownAnswer] = [await requestReset(buyer.email), await requestReset('nobody@people.example')];
    expect([knownAnswer.status, knownAnswer.body]).toEqual([202, { accepted: true }]);
    expect([unknownAnswer.status, unknownAnswer.body]).toEqual([knownAnswer.status, knownAnswer.body]);
    expect(await deliverMails(server)).toBe(2);
    expect(await readMailsTo(server, buyer.email)).toMatchObject([
      { subject: expect.stringContaining('new password'), token: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    expect(await readMailsTo(server, 'nobody@people.example')).toEqual([]);
  });

  it('mails one address three times an hour, and goes on to answer the same', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [buyer.id]);
    for (let requestIndex = 0; requestIndex < 5; requestIndex += 1)
      expect((await requestReset(buyer.email)).status).toBe(202);
    await deliverMails(server);
    expect(await readMailsTo(server, buyer.email)).toHaveLength(3);
    server.setClock(() => new Date(Date.now() + 59 * minuteMs));
    await requestReset(buyer.email);
    await deliverMails(server);
    expect(await readMailsTo(server, buyer.email)).toHaveLength(3);
    server.setClock(() => new Date(Date.now() + 61 * minuteMs));
    await requestReset(buyer.email);
    await deliverMails(server);
    expect(await readMailsTo(server, buyer.email)).toHaveLength(4);
  });

  it('mails the owner from where they are signed in, when strangers have asked for all the mails of the address', async () => {
    const buyer = await makeUser(server, 'Buyer');
    await server.context.pool.query('UPDATE account SET email_verified = true WHERE id = $1', [buyer.id]);
    const homeIpAddress = '198.51.100.77';
    const buyerCredentials = { email: buyer.email, password };
    expect((await postAsVisitor('/api/auth/sign-in/email', buyerCredentials, homeIpAddress)).status).toBe(200);
    for (let requestIndex = 0; requestIndex < 4; requestIndex += 1) await requestReset(buyer.email);
    await deliverMails(server);
    const mailCountBefore = (await readMailsTo(server, buyer.email)).length;
    const answers = [await requestReset(buyer.email, '198.51.100.78'), await requestReset(buyer.email, homeIpAddress)];
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(Array(2).fill([202, { accepted: true }]));
    await deliverMails(server);
    const mails = await readMailsTo(server, buyer.email);
    expect(mails).toHaveLength(mailCountBefore + 1);
    expect((await resetPasswordWithToken(mails.at(-1)?.token ?? '')).status).toBe(200);
  });

  it('is refused to a client address that makes many requests', async () => {
    const answers = [];
    for (let requestIndex = 0; requestIndex < 22; requestIndex += 1)
      answers.push(await requestReset(`n${requestIndex}@people.example`, '198.51.100.1'));
    expect(answers.map((answer) => answer.status)).toEqual([...Array(20).fill(202), 429, 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('keeps only a hash of the token', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const token = await readResetToken(buyer);
    const rows = await server.context.pool.query('SELECT row_to_json(l)::text AS text FROM account_link l');
    expect(rows.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows.rows)).not.toContain(token);
  });

  it('mails nothing to a suspended account, nor to a deleted one', async () => {
    const [suspendedUser, deletedUser, admin] = [
      await makeUser(server, 'Buyer'),
      await makeUser(server, 'Buyer'),
      await makeUser(server, 'admin'),
    ];
    const { database } = server.context;
    await database.updateTable('account').set({ status: 'suspended' }).where('id', '=', suspendedUser.id).execute();
    for (const { email } of [suspendedUser, deletedUser]) await requestReset(email);
    expect((await call(server, admin, 'DELETE', `/api/Buyer/${deletedUser.id}`)).status).toBe(200);
    await deliverMails(server);
    expect([
      ...(await readMailsTo(server, suspendedUser.email)),
      ...(await readMailsTo(server, deletedUser.email)),
    ]).toEqual([]);
  });
});

describe('a link for a new password', () => {
  it('sets the password once, confirms the address and ends every session', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const token = await readResetToken(buyer);
    expect((await resetPasswordWithToken(token)).body).toEqual({ changed: true });
    expect((await call(server, buyer, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    expect([await signIn(buyer, password), await signIn(buyer, newPassword)]).toEqual([401, 200]);
    const row = await server.context.database
      .selectFrom('account')
      .select('email_verified')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow();
    expect(row.email_verified).toBe(true);
    const secondAnswer = await resetPasswordWithToken(token, 'Another!Password3');
    expect([secondAnswer.status, secondAnswer.body.code]).toEqual([422, 'LINK_NOT_VALID']);
    expect(await signIn(buyer, newPassword)).toBe(200);
  });

  it('ends when a newer one is sent', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const [olderToken, newerToken] = [await readResetToken(buyer), await readResetToken(buyer)];
    expect((await resetPasswordWithToken(olderToken)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
    expect((await resetPasswordWithToken(newerToken)).status).toBe(200);
  });

  it('ends after an hour', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const token = await readResetToken(buyer);
    const timeAfterOneHour = new Date(Date.now() + 61 * minuteMs);
    server.setClock(() => timeAfterOneHour);
    expect((await resetPasswordWithToken(token)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  it('stays valid after a password that breaks a rule, and names the rule', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const token = await readResetToken(buyer);
    const refusal = await resetPasswordWithToken(token, 'abc');
    expect([refusal.status, refusal.body]).toMatchObject([
      422,
      { code: 'PASSWORD_RULE', detail: 'password should be at least 6 characters' },
    ]);
    for (const [weakPassword, code] of [
      ['PAssword!', 'common'],
      [`AA!${buyer.name.split(' ')[0]}`, 'personal'],
    ] as const)
      expect((await resetPasswordWithToken(token, weakPassword)).body).toMatchObject({
        code: 'PASSWORD_RULE',
        errors: [{ code }],
      });
    expect((await resetPasswordWithToken(token)).status).toBe(200);
  });

  it('used twice at the same moment sets one of the two passwords', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const token = await readResetToken(buyer);
    const chosenPasswords = ['First!Password1', 'Second!Password2', 'Third!Password3', 'Fourth!Password4'];
    const answers = await Promise.all(chosenPasswords.map((each) => resetPasswordWithToken(token, each)));
    const acceptedPassword = chosenPasswords[answers.findIndex((answer) => answer.status === 200)] ?? '';
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    expect(await signIn(buyer, acceptedPassword)).toBe(200);
  });

  it('lets the owner sign in again after strangers have used up the attempts on the account', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const token = await readResetToken(buyer);
    const fixedTime = new Date();
    server.setClock(() => fixedTime);
    for (let tryCount = 0; tryCount < 30; tryCount += 1) await signIn(buyer, 'Wrong!Password1');
    expect(await signIn(buyer, password)).toBe(429);
    expect((await resetPasswordWithToken(token)).status).toBe(200);
    expect(await signIn(buyer, newPassword)).toBe(200);
  });

  it('lets the owner sign in from the client address of the reset while strangers continue to try', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const [token, homeIpAddress] = [await readResetToken(buyer), `192.0.2.${++usedAddressCount}`];
    const fixedTime = new Date();
    server.setClock(() => fixedTime);
    const resetBody = { token, password: newPassword };
    expect((await postAsVisitor('/api/v1/password-resets/completion', resetBody, homeIpAddress)).status).toBe(200);
    for (let tryCount = 0; tryCount < 30; tryCount += 1) await signIn(buyer, 'Wrong!Password1');
    expect(await signIn(buyer, newPassword)).toBe(429);
    const buyerCredentials = { email: buyer.email, password: newPassword };
    expect((await postAsVisitor('/api/auth/sign-in/email', buyerCredentials, homeIpAddress)).status).toBe(200);
  });

  it('is of no use for another purpose, nor made up, nor after the address has changed', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const token = await readResetToken(buyer);
    for (const [url, payload] of [
      ['/api/v1/email-confirmations', { token }],
      ['/api/v1/password-resets/completion', { token: `${token}x`, password: newPassword }],
      ['/api/v1/password-resets/completion', { token: '', password: newPassword }],
    ] as const) {
      expect((await postAsVisitor(url, payload)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
    }
    const email = `moved.${buyer.email}`;
    await server.context.database.updateTable('account').set({ email }).where('id', '=', buyer.id).execute();
    expect((await resetPasswordWithToken(token)).body).toMatchObject({ code: 'LINK_NOT_VALID' });
  });
});

describe('a sign-up', () => {
  it('is followed by a mail that confirms the address, once', async () => {
    const email = 'new.person@people.example';
    const signUpAnswer = await postAsVisitor('/api/auth/sign-up/email', { name: 'New', email, password, image: '' });
    const authorization = String(signUpAnswer.headers['set-auth-token']);
    const readVerifiedState = async (): Promise<unknown> =>
      (await server.app.inject({ url: '/api/v1/me', headers: { authorization } })).json().user.emailConfirmed;
    await deliverMails(server);
    const [{ token } = { token: '' }] = await readMailsTo(server, email);
    expect(await readVerifiedState()).toBe(false);
    const followLink = async () =>
      (
        await server.app.inject({
          method: 'POST',
          url: '/api/v1/email-confirmations',
          headers: { authorization },
          payload: { token },
        })
      ).json();
    expect(await followLink()).toEqual({ confirmed: true });
    expect(await readVerifiedState()).toBe(true);
    expect(await followLink()).toMatchObject({ code: 'LINK_NOT_VALID' });
    await server.app.inject({ method: 'POST', url: '/api/v1/me/email-confirmation', headers: { authorization } });
    expect(await deliverMails(server)).toBe(0);
  });

  it('mails no text that the user who signs up has chosen', async () => {
    const email = 'a.stranger@people.example';
    const name = 'You have won, see prize.example';
    expect((await postAsVisitor('/api/auth/sign-up/email', { name, email, password, image: '' })).status).toBe(200);
    await requestReset(email);
    await deliverMails(server);
    const mails = await readMailsTo(server, email);
    expect(mails).toHaveLength(2);
    for (const { text } of mails) expect(text).not.toMatch(/won|prize/);
  });
});
