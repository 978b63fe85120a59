import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSecondFactor, call, makeUser, password, signIn, type TestUser } from '../testing/builders.ts';
import { enrolAuthenticatorApp, proveByApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

let personCount = 0;
/** Makes an admin who has signed in with only a password. */
async function makeAdminWithoutFactor(
  options: { mustChangePassword?: boolean; isDemo?: boolean } = {},
): Promise<TestUser> {
  personCount += 1;
  const email = `bare${personCount}@people.example`;
  const account = {
    name: 'Bare',
    email,
    password,
    photoUrl: null,
    role: 'admin',
    verifiedAt: null,
    ...options,
  } as const;
  const id = await server.context.identity.createAccount(account);
  return { id, name: 'Bare', email, role: 'admin', token: await signIn(server, email) };
}

const adminCalls = [
  ['GET', '/api/usersrole'],
  ['GET', '/api/v1/accounts?role=admin'],
  ['GET', '/api/v1/audit'],
  ['GET', '/api/v1/me/export'],
  ['GET', '/api/v1/me/sessions'],
  ['GET', '/api/v1/listings'],
  ['POST', '/api/v1/accounts'],
  ['PUT', '/api/v1/me'],
  ['DELETE', '/api/v1/me/second-factor/app'],
] as const;

describe('an admin without a second factor', () => {
  it('is refused everything until one is added', async () => {
    const adminWithoutFactor = await makeAdminWithoutFactor();
    expect((await call(server, adminWithoutFactor, 'GET', '/api/v1/me')).body.user).toMatchObject({
      mustAddSecondFactor: true,
    });
    for (const [method, url] of adminCalls) {
      const { status, body } = await call(server, adminWithoutFactor, method, url, method === 'GET' ? undefined : {});
      expect([method, url, status, body.code]).toEqual([method, url, 403, 'SECOND_FACTOR_REQUIRED']);
    }
    expect((await call(server, adminWithoutFactor, 'GET', '/api/v1/me/second-factor')).body).toMatchObject({
      required: true,
    });
    const adminWithApp = {
      ...adminWithoutFactor,
      token: (await enrolAuthenticatorApp(server, adminWithoutFactor.email, adminWithoutFactor.token)).token,
    };
    expect((await call(server, adminWithApp, 'GET', '/api/v1/me')).body.user).toMatchObject({
      mustAddSecondFactor: false,
    });
    expect((await call(server, adminWithApp, 'GET', '/api/usersrole')).status).toBe(200);
  });

  it('chooses a password of their own first, when another admin has made the account', async () => {
    const adminWithoutFactor = await makeAdminWithoutFactor({ mustChangePassword: true });
    expect((await call(server, adminWithoutFactor, 'PUT', '/api/v1/me/second-factor/app/draft')).body.code).toBe(
      'PASSWORD_CHANGE_REQUIRED',
    );
    const passwordChange = { oldPassword: password, newPassword: 'Other!Harbour9' };
    const changeAnswer = await call(server, adminWithoutFactor, 'PUT', '/api/v1/me/password', passwordChange);
    expect(changeAnswer.status).toBe(200);
    const signedInUser = { ...adminWithoutFactor, token: String(changeAnswer.headers['set-auth-token']) };
    expect((await call(server, signedInUser, 'GET', '/api/usersrole')).body.code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('is let in when it is a demo account', async () => {
    const demoAdmin = await makeAdminWithoutFactor({ isDemo: true });
    expect((await call(server, demoAdmin, 'GET', '/api/usersrole')).status).toBe(200);
    expect((await call(server, demoAdmin, 'GET', '/api/v1/me/second-factor')).body).toMatchObject({ required: false });
  });

  it('is no seller or buyer: of them nothing is demanded', async () => {
    for (const role of ['Seller', 'Buyer'] as const) {
      const person = await makeUser(server, role);
      expect((await call(server, person, 'GET', '/api/v1/me/sessions')).status).toBe(200);
    }
  });
});

describe('the last second factor', () => {
  it('stays with an admin, and goes with others', async () => {
    const removeAppAs = (caller: TestUser) => call(server, caller, 'DELETE', '/api/v1/me/second-factor/app');
    admin = { ...admin, token: await proveByApp(server, admin.email, admin.token) };
    expect(await removeAppAs(admin)).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR_KEPT' } });
    expect((await call(server, admin, 'GET', '/api/v1/me/second-factor')).body.appSince).toEqual(expect.any(String));
    const seller = await makeUser(server, 'Seller');
    const { token } = await enrolAuthenticatorApp(server, seller.email, seller.token);
    const sellerWithProof = { ...seller, token: await proveByApp(server, seller.email, token) };
    expect(await removeAppAs(sellerWithProof)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect((await call(server, sellerWithProof, 'GET', '/api/v1/me/second-factor')).body).toMatchObject({
      appSince: null,
      recoveryCodes: 0,
    });
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: seller.email, password },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('asks for a recent sign-in, as every change of a factor does', async () => {
    const seller = await makeUser(server, 'Seller');
    const ageSessionsSql = "UPDATE session SET created_at = now() - interval '16 minutes' WHERE account_id = $1";
    await server.context.pool.query(ageSessionsSql, [seller.id]);
    for (const [method, url, body] of [
      ['PUT', 'app/draft', {}],
      ['PUT', 'app', { code: '000000' }],
      ['DELETE', 'app', {}],
      ['PUT', 'passkey-options', {}],
      ['PUT', 'passkeys', { name: 'Key', passkey: {} }],
      ['DELETE', `passkeys/${seller.id}`, {}],
      ['PUT', 'recovery-codes', {}],
    ] as const) {
      const answer = await call(server, seller, method, `/api/v1/me/second-factor/${url}`, body);
      expect([url, answer.body.code]).toEqual([url, 'RECENT_SIGN_IN_REQUIRED']);
    }
  });
});

describe('a reset by an admin', () => {
  const resetFactorsAs = (caller: TestUser, id: string) =>
    call(server, caller, 'POST', `/api/v1/accounts/${id}/second-factor-reset`);

  it('ends the sessions, takes the factors, is in the audit, and tells the person', async () => {
    const seller = await makeUser(server, 'Seller');
    const token = await addSecondFactor(server, seller.email, seller.token);
    expect(await resetFactorsAs(admin, seller.id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect((await call(server, { ...seller, token }, 'GET', '/api/v1/me/sessions')).status).toBe(401);
    const remainingFactorsResult = await server.context.pool.query(
      `SELECT (SELECT count(*)::int FROM app_factor WHERE account_id = $1) AS apps,
              (SELECT count(*)::int FROM recovery_code WHERE account_id = $1) AS codes`,
      [seller.id],
    );
    expect(remainingFactorsResult.rows).toEqual([{ apps: 0, codes: 0 }]);
    const auditResult = await server.context.pool.query(
      "SELECT actor_id, after FROM audit_entry WHERE action = 'reset-second-factor' AND noun_id = $1",
      [seller.id],
    );
    expect(auditResult.rows).toMatchObject([{ actor_id: admin.id, after: { endedSessions: 1 } }]);
    const mailResult = await server.context.pool.query("SELECT data FROM pgboss.job WHERE name = 'account-notice'");
    expect(mailResult.rows.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ notice: 'second-factor-reset', accountId: seller.id }),
    );
    expect(await resetFactorsAs(admin, seller.id)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  });

  it('ends a sign-in that is half finished', async () => {
    const seller = await makeUser(server, 'Seller');
    const app = await enrolAuthenticatorApp(server, seller.email, seller.token);
    const signInStartAnswer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: seller.email, password },
    });
    await resetFactorsAs(admin, seller.id);
    const payload = { token: signInStartAnswer.json().secondStep.token, recoveryCode: app.recoveryCodes[0] };
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign-in/second-step', payload });
    expect(answer.json().code).toBe('SIGN_IN_ENDED');
  });

  it('leads another admin to add a factor again, and is never of the own account', async () => {
    const otherAdmin = await makeUser(server, 'admin');
    expect(await resetFactorsAs(admin, otherAdmin.id)).toMatchObject({ body: { modifiedCount: 1 } });
    const token = await signIn(server, otherAdmin.email);
    expect((await call(server, { ...otherAdmin, token }, 'GET', '/api/usersrole')).body.code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
    expect(await resetFactorsAs(admin, admin.id)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } });
    expect(await resetFactorsAs(admin, '00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
  });
});
