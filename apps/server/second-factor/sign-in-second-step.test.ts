import { randomInt } from 'node:crypto';
import { computeAppCode, computeTimeStepAt } from '@carhouse/auth/testing/app-code';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { enrolAuthenticatorApp, makeNextAppCode, type TestAuthenticatorApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let buyer: TestUser;
let app: TestAuthenticatorApp;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  server.setClock(() => new Date());
  buyer = await makeUser(server, 'Buyer');
  app = await enrolAuthenticatorApp(server, buyer.email, buyer.token);
  buyer = { ...buyer, token: app.token };
});

const makeClientAddress = (): string => `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}`;

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: `/api/auth${url}`,
    payload,
    headers,
    remoteAddress: makeClientAddress(),
  });
}
const signIn = (caller: TestUser, secret = password) =>
  post('/sign-in/email', { email: caller.email, password: secret });
const finishSignIn = (token: string, answer: object) => post('/sign-in/second-step', { token, ...answer });

async function beginSignIn(caller: TestUser = buyer): Promise<string> {
  const answer = await signIn(caller);
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json<{ secondStep: { token: string } }>().secondStep.token;
}

const countSessionsOfAccount = async (caller: TestUser): Promise<number> =>
  (await server.context.pool.query('SELECT 1 FROM session WHERE account_id = $1', [caller.id])).rows.length;
const readStatuses = (answers: readonly { statusCode: number }[]) =>
  answers.map((each) => each.statusCode).sort((a, b) => a - b);
/** Returns a code of the app that no test has used, `timeStepCount` time steps away from now. */
const makeCodeAfterTimeSteps = (timeStepCount: number): string =>
  computeAppCode(app.secret, computeTimeStepAt(server.context.now()) + timeStepCount);
const setClockToTimeStep = (timeStep: number) => server.setClock(() => new Date(timeStep * 30_000 + 10_000));

describe('a sign-in with the right password', () => {
  it('gives no session where there is a second factor, and says what is needed', async () => {
    const previousSessionCount = await countSessionsOfAccount(buyer);
    const answer = await signIn(buyer);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({
      secondStep: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: expect.any(String),
        ways: ['app', 'recovery-code'],
      },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['set-auth-token']).toBeUndefined();
    expect(await countSessionsOfAccount(buyer)).toBe(previousSessionCount);
  });

  it('is answered as before where there is none', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const answer = await signIn(otherSeller);
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['user']);
    expect(answer.json().user).toMatchObject({ id: otherSeller.id, email: otherSeller.email });
    expect(answer.headers['set-auth-token']).toEqual(expect.any(String));
  });

  it('goes on with a code of the app, and then answers as a sign-in does', async () => {
    const answer = await finishSignIn(await beginSignIn(), await makeNextAppCode(server, app));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().user).toMatchObject({ id: buyer.id, email: buyer.email });
    expect(String(answer.headers['set-cookie'])).toMatch(/session_token=.+HttpOnly/);
    const token = String(answer.headers['set-auth-token']);
    expect((await call(server, { ...buyer, token }, 'GET', '/api/v1/me')).body.user).toMatchObject({ _id: buyer.id });
  });

  it('looks the same to a person without the password', async () => {
    const otherBuyer = await makeUser(server, 'Buyer');
    const [knownUserRefusal, otherUserRefusal] = [
      await signIn(buyer, 'Wrong!Password1'),
      await signIn(otherBuyer, 'Wrong!Password1'),
    ];
    const summariseAnswer = ({ statusCode, body, headers }: typeof knownUserRefusal) => [
      statusCode,
      { ...JSON.parse(body), requestId: '', instance: '' },
      Object.keys(headers).sort(),
    ];
    expect(summariseAnswer(knownUserRefusal)).toEqual(summariseAnswer(otherUserRefusal));
  });
});

describe('the token of a half-finished sign-in', () => {
  it('gives access to nothing else', async () => {
    const token = await beginSignIn();
    for (const authorization of [token, `Bearer ${token}`]) {
      const answer = await server.app.inject({ method: 'GET', url: '/api/v1/me/sessions', headers: { authorization } });
      expect(answer.statusCode).toBe(401);
    }
  });

  it('is kept as a hash, and works once', async () => {
    const token = await beginSignIn();
    const pendingRowsResult = await server.context.pool.query('SELECT p::text AS row FROM pending_sign_in p');
    expect(pendingRowsResult.rows.map(({ row }) => row).join('\n')).not.toContain(token);
    expect((await finishSignIn(token, await makeNextAppCode(server, app))).statusCode).toBe(200);
    const secondAnswer = await finishSignIn(token, await makeNextAppCode(server, app));
    expect([secondAnswer.statusCode, secondAnswer.json().code]).toEqual([422, 'SIGN_IN_ENDED']);
  });

  it('runs out after five minutes', async () => {
    const token = await beginSignIn();
    const timeAfterTokenLifetime = new Date(Date.now() + 5 * 60_000 + 1_000);
    server.setClock(() => timeAfterTokenLifetime);
    expect((await finishSignIn(token, { code: makeCodeAfterTimeSteps(0) })).json().code).toBe('SIGN_IN_ENDED');
  });

  it('takes five answers', async () => {
    const token = await beginSignIn();
    for (let tryCount = 0; tryCount < 5; tryCount += 1) {
      // The clock moves forward before each try, because wrong codes delay further tries on the account.
      const at = new Date(Date.now() + tryCount * 40_000);
      server.setClock(() => at);
      expect((await finishSignIn(token, { code: '000000' })).json().code).toBe('SECOND_FACTOR_WRONG');
    }
    expect((await finishSignIn(token, { code: makeCodeAfterTimeSteps(0) })).json().code).toBe('SIGN_IN_ENDED');
  });

  it('makes one session of several right answers at once', async () => {
    const token = await beginSignIn();
    const previousSessionCount = await countSessionsOfAccount(buyer);
    const triedCodes = [app.recoveryCodes[0], app.recoveryCodes[1], app.recoveryCodes[2]];
    const signInAnswers = await Promise.all(triedCodes.map((recoveryCode) => finishSignIn(token, { recoveryCode })));
    expect(readStatuses(signInAnswers)).toEqual([200, 422, 422]);
    expect(await countSessionsOfAccount(buyer)).toBe(previousSessionCount + 1);
  });
});

describe('a code of the app', () => {
  it('counts one step to either side, and no further', async () => {
    const laterTimeStep = computeTimeStepAt(new Date()) + 100;
    for (const [stepsAway, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      setClockToTimeStep(laterTimeStep);
      expect([
        stepsAway,
        (await finishSignIn(await beginSignIn(), { code: makeCodeAfterTimeSteps(stepsAway) })).statusCode,
      ]).toEqual([stepsAway, status]);
    }
  });

  it('counts once, and none of an earlier step after it', async () => {
    setClockToTimeStep(computeTimeStepAt(new Date()) + 200);
    expect((await finishSignIn(await beginSignIn(), { code: makeCodeAfterTimeSteps(0) })).statusCode).toBe(200);
    expect((await finishSignIn(await beginSignIn(), { code: makeCodeAfterTimeSteps(0) })).json().code).toBe(
      'SECOND_FACTOR_WRONG',
    );
    expect((await finishSignIn(await beginSignIn(), { code: makeCodeAfterTimeSteps(-1) })).json().code).toBe(
      'SECOND_FACTOR_WRONG',
    );
    expect((await finishSignIn(await beginSignIn(), { code: makeCodeAfterTimeSteps(1) })).statusCode).toBe(200);
  });

  it('signs in once when it comes by several sign-ins at the same moment', async () => {
    setClockToTimeStep(computeTimeStepAt(new Date()) + 300);
    const secondStepTokens = [await beginSignIn(), await beginSignIn(), await beginSignIn(), await beginSignIn()];
    const signInAnswers = await Promise.all(
      secondStepTokens.map((token) => finishSignIn(token, { code: makeCodeAfterTimeSteps(0) })),
    );
    expect(readStatuses(signInAnswers)).toEqual([200, 422, 422, 422]);
  });

  it('may be tried ten times in a quarter of an hour, by whatever sign-ins and from wherever', async () => {
    const at = new Date();
    let elapsedMs = 0;
    server.setClock(() => new Date(at.getTime() + elapsedMs));
    const errorCodes: string[] = [];
    for (let tryCount = 0; tryCount < 14; tryCount += 1) {
      elapsedMs += 40_000;
      errorCodes.push((await finishSignIn(await beginSignIn(), { code: '000000' })).json().code);
    }
    expect(errorCodes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'SECOND_FACTOR_WRONG'));
    expect(errorCodes.filter((code) => code === 'SECOND_FACTOR_WRONG').length).toBeLessThanOrEqual(10);
    expect(errorCodes.at(-1)).toBe('RATE_LIMITED');
    // When strangers who know the password have used up the tries of app codes, the account's owner can sign in with a
    // recovery code.
    expect((await finishSignIn(await beginSignIn(), { recoveryCode: app.recoveryCodes[0] })).statusCode).toBe(200);
  });

  it('is computed from a secret that is encrypted in the database', async () => {
    const { rows } = await server.context.pool.query<{ row: string; bytes: Buffer }>(
      'SELECT f::text AS row, sealed_secret AS bytes FROM app_factor f WHERE account_id = $1',
      [buyer.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(app.secret);
    expect(rows[0]?.bytes.toString('latin1')).not.toContain(app.secret);
  });

  it('of another account does not count, even when its row is copied', async () => {
    const thiefUser = await makeUser(server, 'Buyer');
    const authenticatorApp = await enrolAuthenticatorApp(server, thiefUser.email, thiefUser.token);
    const copySecretSql = `UPDATE app_factor SET sealed_secret = (SELECT sealed_secret FROM app_factor WHERE account_id = $1)
                  WHERE account_id = $2`;
    await server.context.pool.query(copySecretSql, [thiefUser.id, buyer.id]);
    const answer = await finishSignIn(await beginSignIn(), await makeNextAppCode(server, authenticatorApp));
    expect(answer.json().code).toBe('SECOND_FACTOR_WRONG');
  });
});

describe('a recovery code', () => {
  it('counts once, however it is typed, and the audit holds its use', async () => {
    const [code = ''] = app.recoveryCodes;
    const typedCode = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    expect((await finishSignIn(await beginSignIn(), { recoveryCode: typedCode })).statusCode).toBe(200);
    expect((await finishSignIn(await beginSignIn(), { recoveryCode: code })).json().code).toBe('SECOND_FACTOR_WRONG');
    const auditEntriesResult = await server.context.pool.query(
      "SELECT after FROM audit_entry WHERE action = 'use-recovery-code' AND noun_id = $1",
      [buyer.id],
    );
    expect(auditEntriesResult.rows).toEqual([{ after: { recoveryCodes: 9 } }]);
  });

  it('signs in once when it comes by several sign-ins at the same moment', async () => {
    const secondStepTokens = [await beginSignIn(), await beginSignIn(), await beginSignIn(), await beginSignIn()];
    const recoveryCode = app.recoveryCodes[3];
    const signInAnswers = await Promise.all(secondStepTokens.map((token) => finishSignIn(token, { recoveryCode })));
    expect(readStatuses(signInAnswers)).toEqual([200, 422, 422, 422]);
  });

  it('is stored as a hash, and is not valid for another account', async () => {
    const [code = ''] = app.recoveryCodes;
    const codeRowsResult = await server.context.pool.query('SELECT r::text AS row FROM recovery_code r');
    expect(codeRowsResult.rows.map(({ row }) => row).join('\n')).not.toContain(code);
    const otherBuyer = await makeUser(server, 'Buyer');
    await enrolAuthenticatorApp(server, otherBuyer.email, otherBuyer.token);
    expect((await finishSignIn(await beginSignIn(otherBuyer), { recoveryCode: code })).json().code).toBe(
      'SECOND_FACTOR_WRONG',
    );
  });
});

it.each([
  [{}],
  [{ code: '123456', recoveryCode: 'x' }],
  [{ code: 123_456 }],
  [{ code: 'x'.repeat(101) }],
  [{ code: ['123456'] }],
])('an answer that is none, or two, is refused: %j', async (answer) => {
  expect((await finishSignIn(await beginSignIn(), answer)).json().code).toBe('INVALID');
});
