import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser, password, signIn, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const newPassword = 'Brand!New2Password';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const changePasswordOf = (
  person: Parameters<typeof call>[1],
  oldPassword: string,
  chosenPassword: string = newPassword,
) => call(server, person, 'PUT', '/api/v1/me/password', { oldPassword, newPassword: chosenPassword });

/** Returns the user with the new session token from the response. */
function replaceToken(person: TestUser, { headers }: Answer): TestUser {
  expect(headers['set-auth-token']).toEqual(expect.any(String));
  return { ...person, token: String(headers['set-auth-token']) };
}

describe('changing the own password', () => {
  it('needs the old one, keeps this session and ends the others', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const userWithOtherSession = { ...buyer, token: await signIn(server, buyer.email) };
    const wrongPasswordAnswer = await changePasswordOf(buyer, 'Wrong!Password1');
    expect([wrongPasswordAnswer.status, wrongPasswordAnswer.body.code]).toEqual([422, 'OLD_PASSWORD_WRONG']);
    const changeAnswer = await changePasswordOf(buyer, password);
    expect(changeAnswer.body).toEqual({ changed: true });
    expect(
      (await call(server, replaceToken(buyer, changeAnswer), 'GET', '/api/v1/me/sessions')).body.sessions,
    ).toHaveLength(1);
    expect((await call(server, userWithOtherSession, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    await expect(signIn(server, buyer.email)).rejects.toThrow('401');
  });

  it('gives this session a new token, so that a copy of the old one is not valid any more, and sends the new cookie', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const changeAnswer = await changePasswordOf(buyer, password);
    expect(changeAnswer.status).toBe(200);
    // A thief who copied the session has only its old token.
    expect((await call(server, buyer, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    expect((await call(server, replaceToken(buyer, changeAnswer), 'GET', '/api/v1/me/sessions')).status).toBe(200);
    const cookie = String(changeAnswer.headers['set-cookie']).split(';', 1)[0] ?? '';
    const sessionsAnswer = await server.app.inject({ url: '/api/v1/me/sessions', headers: { cookie } });
    expect(sessionsAnswer.json()).toMatchObject({ sessions: [{ current: true }] });
  });

  it('by two sessions at once succeeds for only one of them', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const userWithOtherSession = { ...buyer, token: await signIn(server, buyer.email) };
    const answers = await Promise.all([
      changePasswordOf(buyer, password),
      changePasswordOf(userWithOtherSession, password, 'Other!Password3'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [firstAnswer, laterAnswer] = answers;
    const [acceptedPassword, losingPassword] =
      firstAnswer.status === 200
        ? [replaceToken(buyer, firstAnswer), userWithOtherSession]
        : [replaceToken(userWithOtherSession, laterAnswer), buyer];
    expect((await call(server, acceptedPassword, 'GET', '/api/v1/me/sessions')).body.sessions).toHaveLength(1);
    expect((await call(server, losingPassword, 'GET', '/api/v1/me/sessions')).status).toBe(401);
  });

  it('applies the rules of the specification, and refuses the old password as the new one', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const weakPasswordAnswer = await changePasswordOf(buyer, password, 'Abcdef');
    expect([weakPasswordAnswer.status, weakPasswordAnswer.body]).toMatchObject([
      422,
      { code: 'PASSWORD_RULE', detail: 'Please provide at least two uppercase' },
    ]);
    expect((await changePasswordOf(buyer, password, password)).body).toMatchObject({ code: 'PASSWORD_RULE' });
  });

  it('refuses easily guessed passwords', async () => {
    const buyer = await makeUser(server, 'Buyer');
    for (const [chosenPassword, code] of [
      ['PAssword!', 'common'],
      [`AA!${buyer.name.split(' ')[0]}`, 'personal'],
    ] as const)
      expect((await changePasswordOf(buyer, password, chosenPassword)).body).toMatchObject({
        code: 'PASSWORD_RULE',
        errors: [{ code }],
      });
    expect((await changePasswordOf(buyer, password)).status).toBe(200);
  });

  it('limits wrong old passwords, so that a stolen session cannot be used to guess the password', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const answers = [];
    for (let tryCount = 0; tryCount < 12; tryCount += 1)
      answers.push((await changePasswordOf(buyer, `Wrong!Password${tryCount}`)).status);
    expect(answers).toEqual([...Array(10).fill(422), 429, 429]);
    expect((await call(server, buyer, 'GET', '/api/v1/me/sessions')).status).toBe(200);
  });
});

describe('a person whose password an admin has chosen', () => {
  it('can read their own account and choose another password, and do nothing else before', async () => {
    const email = 'chosen@people.example';
    const person = { name: 'Chosen', email, password, photoUrl: null, role: 'Seller' as const, verifiedAt: null };
    const id = await server.context.identity.createAccount({ ...person, mustChangePassword: true });
    const seller = { id, name: 'Chosen', email, role: 'Seller' as const, token: await signIn(server, email) };
    expect((await call(server, seller, 'GET', '/api/v1/me')).body.user).toMatchObject({ mustChangePassword: true });
    for (const [method, url] of [
      ['GET', `/api/users/${email}`],
      ['GET', '/api/products'],
      ['GET', '/api/mercedes'],
      ['GET', '/api/v1/me/sessions'],
      ['POST', '/api/products'],
      ['DELETE', '/api/v1/me/sessions'],
    ] as const) {
      const refusal = await call(server, seller, method, url, method === 'POST' ? {} : undefined);
      expect([method, url, refusal.status, refusal.body.code]).toEqual([method, url, 403, 'PASSWORD_CHANGE_REQUIRED']);
    }
    const sellerWithNewToken = replaceToken(seller, await changePasswordOf(seller, password));
    expect((await call(server, sellerWithNewToken, 'GET', '/api/v1/me')).body.user).toMatchObject({
      mustChangePassword: false,
    });
    expect((await call(server, sellerWithNewToken, 'GET', `/api/users/${email}`)).status).toBe(200);
  });
});
