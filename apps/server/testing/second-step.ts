import { randomInt } from 'node:crypto';
import { computeAppCode, computeTimeStepAt } from '@carhouse/auth/testing/app-code';
import type { TestServer } from './test-server.ts';

/**
 * An authenticator app that a test has set up, with its recovery codes and the token of the session after the app was added.
 */
export type TestAuthenticatorApp = {
  readonly email: string;
  readonly secret: string;
  readonly recoveryCodes: string[];
  lastUsedStep: number;
  readonly token: string;
};

const authenticatorAppsByServer = new WeakMap<TestServer, Map<string, TestAuthenticatorApp>>();

/** Returns the app of the user with this e-mail address, if `enrolAuthenticatorApp` has set one up. */
export function findAuthenticatorApp(server: TestServer, email: string): TestAuthenticatorApp | undefined {
  return authenticatorAppsByServer.get(server)?.get(email);
}

/** Sets up an authenticator app in this session, as the page does. */
export async function enrolAuthenticatorApp(
  server: TestServer,
  email: string,
  token: string,
): Promise<TestAuthenticatorApp> {
  const headers = { authorization: token };
  const appPath = '/api/v1/me/second-factor/app';
  const draft = await server.app.inject({ method: 'PUT', url: `${appPath}/draft`, headers });
  const { secret } = draft.json<{ secret: string }>();
  // The time step before the current one (TOTP, 30 seconds). The code of the previous time step is still valid, and
  // using it leaves the current code for the next sign-in.
  const findPreviousTimeStep = (): number => computeTimeStepAt(server.context.now()) - 1;
  const addAppAtStep = (timeStep: number) =>
    server.app.inject({ method: 'PUT', url: appPath, headers, payload: { code: computeAppCode(secret, timeStep) } });
  let lastUsedStep = findPreviousTimeStep();
  let addAnswer = await addAppAtStep(lastUsedStep);
  // The time step changed between the two requests.
  if (addAnswer.statusCode === 422 && lastUsedStep !== findPreviousTimeStep()) {
    lastUsedStep = findPreviousTimeStep();
    addAnswer = await addAppAtStep(lastUsedStep);
  }
  if (addAnswer.statusCode !== 200)
    throw new Error(`Adding an app answered ${addAnswer.statusCode}: ${addAnswer.body}`);
  const app = {
    email,
    secret,
    recoveryCodes: addAnswer.json<{ recoveryCodes: string[] }>().recoveryCodes,
    lastUsedStep,
    token: String(addAnswer.headers['set-auth-token'] ?? token),
  };
  const authenticatorAppsByEmail = authenticatorAppsByServer.get(server) ?? new Map<string, TestAuthenticatorApp>();
  authenticatorAppsByServer.set(server, authenticatorAppsByEmail.set(email, app));
  return app;
}

/**
 * Returns an unused code of the app: the code of the current time step. A test signs in more often than a user does.
 * Therefore, when the current code or a later code has been used, the record of used codes is deleted. Codes of other
 * time steps would become invalid when a time step ends before the request.
 */
export async function makeNextAppCode(server: TestServer, app: TestAuthenticatorApp): Promise<{ code: string }> {
  const now = computeTimeStepAt(server.context.now());
  if (app.lastUsedStep >= now) {
    await server.context.pool.query(
      'UPDATE app_factor SET last_step = $1 WHERE account_id = (SELECT id FROM account WHERE email = $2)',
      [now - 1, app.email],
    );
  }
  app.lastUsedStep = now;
  return { code: computeAppCode(app.secret, now) };
}

/**
 * Proves the app's factor in the session of this token, which allows changes of the factors.
 * @returns the token that replaces the old one.
 */
export async function proveByApp(server: TestServer, email: string, token: string): Promise<string> {
  const app = findAuthenticatorApp(server, email);
  if (app === undefined) throw new Error(`${email} has no app in this test.`);
  const answer = await server.app.inject({
    method: 'PUT',
    url: '/api/v1/me/second-factor/proof',
    headers: { authorization: token },
    payload: await makeNextAppCode(server, app),
    remoteAddress: `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}`,
  });
  const newToken = answer.headers['set-auth-token'];
  if (typeof newToken !== 'string') throw new Error(`The proof answered ${answer.statusCode}: ${answer.body}`);
  return newToken;
}

/** Finishes a sign-in that waits for its second step. @returns the access token. */
export async function finishSignIn(server: TestServer, email: string, token: string): Promise<string> {
  const app = findAuthenticatorApp(server, email);
  if (app === undefined) throw new Error(`${email} has no app in this test.`);
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/second-step',
    payload: { token, ...(await makeNextAppCode(server, app)) },
    remoteAddress: `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}`,
  });
  const newToken = answer.headers['set-auth-token'];
  if (typeof newToken !== 'string') throw new Error(`The second step answered ${answer.statusCode}: ${answer.body}`);
  return newToken;
}
