import { generateKeyPairSync, randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { createSoftPasskey, type SoftPasskey, type Tampering } from '../testing/soft-passkey.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const origin = 'http://localhost:3000';
const basePath = '/api/v1/me/second-factor';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { PUBLIC_URL: origin });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.setClock(() => new Date());
  seller = await makeUser(server, 'Seller');
});

type PasskeyOptions = { readonly challenge: string; readonly [name: string]: unknown };

const post = (url: string, payload: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api/auth${url}`,
    payload,
    remoteAddress: `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}`,
  });

async function readCreationOptions(caller: TestUser): Promise<PasskeyOptions> {
  const answer = await call(server, caller, 'PUT', `${basePath}/passkey-options`);
  expect(answer.status).toBe(200);
  return answer.body.options as PasskeyOptions;
}
const addPasskeyAs = (caller: TestUser, passkey: object, name = 'Laptop') =>
  call(server, caller, 'PUT', `${basePath}/passkeys`, { name, passkey });

function useNewToken(caller: TestUser, { headers }: Answer): void {
  const token = headers['set-auth-token'];
  if (caller === seller && typeof token === 'string') seller = { ...seller, token };
}

/** Adds a passkey. When it is the first second factor of `seller`, the variable `seller` gets the new session token. */
async function addPasskey(caller: TestUser, name?: string): Promise<SoftPasskey> {
  const passkey = createSoftPasskey(origin);
  const answer = await addPasskeyAs(caller, passkey.create(await readCreationOptions(caller)), name);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  useNewToken(caller, answer);
  return passkey;
}

/**
 * Proves possession of a passkey in the session of this user.
 * @returns the user with the token that replaces the old one.
 */
async function confirmWithPasskey(caller: TestUser, passkey: SoftPasskey): Promise<TestUser> {
  const proofOptionsAnswer = await call(server, caller, 'PUT', `${basePath}/proof-options`);
  const proofBody = { passkey: passkey.get(proofOptionsAnswer.body.passkey as PasskeyOptions) };
  const answer = await call(server, caller, 'PUT', `${basePath}/proof`, proofBody);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...caller, token: String(answer.headers['set-auth-token']) };
}

async function beginSignIn(caller: TestUser): Promise<string> {
  const answer = await post('/sign-in/email', { email: caller.email, password });
  expect(answer.statusCode).toBe(202);
  return answer.json().secondStep.token;
}
const requestPasskeyOptionsOfStep = async (token: string): Promise<PasskeyOptions> =>
  (await post('/sign-in/second-step/passkey', { token })).json();
const finishSignIn = (token: string, passkey: object) => post('/sign-in/second-step', { token, passkey });
const readPasswordlessOptions = async (): Promise<PasskeyOptions> =>
  (await post('/sign-in/passkey/challenge', {})).json();
const signInWithPasskey = (passkey: object) => post('/sign-in/passkey', { passkey });

const tamperingCases: readonly (readonly [string, Tampering])[] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another host', { host: 'evil.example' }],
  ['whose device has not asked its owner', { userVerified: false }],
  ['to a challenge that was never given', { challenge: 'A'.repeat(72) }],
  ['to no challenge', { challenge: '' }],
];

describe('adding a passkey', () => {
  it('is asked for this host, by a device that knows its owner, without a certificate', async () => {
    expect(await readCreationOptions(seller)).toMatchObject({
      rp: { id: 'localhost', name: 'Car House' },
      user: { name: seller.email, id: Buffer.from(seller.id.replaceAll('-', ''), 'hex').toString('base64url') },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  it('shows it by its name, and brings ten recovery codes with the first one', async () => {
    const passkey = createSoftPasskey(origin);
    const firstGrantAnswer = await addPasskeyAs(seller, passkey.create(await readCreationOptions(seller)), 'Laptop');
    useNewToken(seller, firstGrantAnswer);
    expect(firstGrantAnswer.body.recoveryCodes).toHaveLength(10);
    seller = await confirmWithPasskey(seller, passkey);
    const secondGrantAnswer = await addPasskeyAs(
      seller,
      createSoftPasskey(origin).create(await readCreationOptions(seller)),
      'Phone',
    );
    expect(secondGrantAnswer.body.recoveryCodes).toEqual([]);
    const { body } = await call(server, seller, 'GET', basePath);
    expect(body).toMatchObject({
      passkeysPossible: true,
      recoveryCodes: 10,
      passkeys: [
        { name: 'Laptop', lastUsedAt: expect.any(String) },
        { name: 'Phone', lastUsedAt: null },
      ],
    });
    const passkeyRowsResult = await server.context.pool.query('SELECT transports FROM passkey WHERE account_id = $1', [
      seller.id,
    ]);
    expect(passkeyRowsResult.rows).toEqual([{ transports: 'hybrid,internal' }, { transports: 'hybrid,internal' }]);
  });

  it.each(tamperingCases)('refuses an answer %s', async (_caseName, tampering) => {
    const answer = await addPasskeyAs(
      seller,
      createSoftPasskey(origin).create(await readCreationOptions(seller), tampering),
    );
    expect(answer).toMatchObject({ status: 422, body: { code: 'PASSKEY_NOT_VALID' } });
  });

  it.each(['packed-with-x5c', 'android-key', 'tpm', 'apple', 'fido-u2f'])(
    'refuses an attestation of the format %s, whose certificates would be followed',
    async (format) => {
      const answer = await addPasskeyAs(
        seller,
        createSoftPasskey(origin).create(await readCreationOptions(seller), { format }),
      );
      expect(answer.body.code).toBe('PASSKEY_NOT_VALID');
    },
  );

  it.each([{}, { id: 'x' }, { id: 1, response: {} }, { id: 'x', response: { attestationObject: 'AAAA' } }])(
    'refuses what is none: %j',
    async (passkey) => {
      expect((await addPasskeyAs(seller, passkey)).body.code).toBe('PASSKEY_NOT_VALID');
    },
  );

  it('takes a challenge once, for five minutes, and of the own session', async () => {
    const knownPasskey = await addPasskey(seller);
    seller = await confirmWithPasskey(seller, knownPasskey);
    const options = await readCreationOptions(seller);
    expect((await addPasskeyAs(seller, createSoftPasskey(origin).create(options))).status).toBe(200);
    expect((await addPasskeyAs(seller, createSoftPasskey(origin).create(options))).body.code).toBe('PASSKEY_NOT_VALID');
    const lateOptions = await readCreationOptions(seller);
    const otherBuyer = await makeUser(server, 'Buyer');
    expect((await addPasskeyAs(otherBuyer, createSoftPasskey(origin).create(lateOptions))).body.code).toBe(
      'PASSKEY_NOT_VALID',
    );
    const fiveMinutesLater = new Date(Date.now() + 5 * 60_000 + 1_000);
    server.setClock(() => fiveMinutesLater);
    seller = await confirmWithPasskey(seller, knownPasskey);
    expect((await addPasskeyAs(seller, createSoftPasskey(origin).create(lateOptions))).body.code).toBe(
      'PASSKEY_NOT_VALID',
    );
  });

  it('takes a challenge once when it is answered several times at once', async () => {
    const knownPasskey = await addPasskey(seller);
    seller = await confirmWithPasskey(seller, knownPasskey);
    const options = await readCreationOptions(seller);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => addPasskeyAs(seller, createSoftPasskey(origin).create(options))),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  });

  it('refuses a passkey of another account', async () => {
    const passkey = await addPasskey(seller);
    const otherBuyer = await makeUser(server, 'Buyer');
    const answer = await addPasskeyAs(otherBuyer, passkey.create(await readCreationOptions(otherBuyer)));
    expect(answer.body.code).toBe('PASSKEY_NOT_VALID');
  });
});

describe('a passkey as the second step', () => {
  it('finishes the sign-in, and is noted as used', async () => {
    const passkey = await addPasskey(seller);
    const token = await beginSignIn(seller);
    const options = await requestPasskeyOptionsOfStep(token);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id, transports: ['hybrid', 'internal'] }]);
    const answer = await finishSignIn(token, passkey.get(options));
    expect(answer.statusCode, answer.body).toBe(200);
    const signedInSeller = { ...seller, token: String(answer.headers['set-auth-token']) };
    expect((await call(server, signedInSeller, 'GET', basePath)).body.passkeys).toMatchObject([
      { lastUsedAt: expect.any(String) },
    ]);
  });

  it.each(tamperingCases)('refuses an answer %s', async (_caseName, tampering) => {
    const passkey = await addPasskey(seller);
    const token = await beginSignIn(seller);
    const answer = await finishSignIn(token, passkey.get(await requestPasskeyOptionsOfStep(token), tampering));
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'SECOND_FACTOR_WRONG']);
  });

  it('refuses another key, and the passkey of another account', async () => {
    const passkey = await addPasskey(seller);
    const token = await beginSignIn(seller);
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(
      (await finishSignIn(token, passkey.get(await requestPasskeyOptionsOfStep(token), { key }))).json().code,
    ).toBe('SECOND_FACTOR_WRONG');
    const thiefUser = await makeUser(server, 'Buyer');
    const thiefPasskey = await addPasskey(thiefUser);
    expect((await finishSignIn(token, thiefPasskey.get(await requestPasskeyOptionsOfStep(token)))).json().code).toBe(
      'SECOND_FACTOR_WRONG',
    );
  });

  it('counts for the sign-in that it was asked for, and once', async () => {
    const passkey = await addPasskey(seller);
    const [firstToken, secondToken] = [await beginSignIn(seller), await beginSignIn(seller)];
    const passkeyResponse = passkey.get(await requestPasskeyOptionsOfStep(firstToken));
    expect((await finishSignIn(secondToken, passkeyResponse)).json().code).toBe('SECOND_FACTOR_WRONG');
    const passkeyAnswers = await Promise.all([
      finishSignIn(firstToken, passkeyResponse),
      finishSignIn(firstToken, passkeyResponse),
      finishSignIn(firstToken, passkeyResponse),
    ]);
    expect(passkeyAnswers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 422, 422]);
  });
});

describe('a passkey alone', () => {
  it('signs in, once for a challenge', async () => {
    const passkey = await addPasskey(seller);
    const options = await readPasswordlessOptions();
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' });
    const passkeyResponse = passkey.get(options);
    const passkeyAnswers = await Promise.all([
      signInWithPasskey(passkeyResponse),
      signInWithPasskey(passkeyResponse),
      signInWithPasskey(passkeyResponse),
    ]);
    expect(passkeyAnswers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(passkeyAnswers.find(({ statusCode }) => statusCode === 200)?.json().user).toMatchObject({ id: seller.id });
  });

  it('is no sign-in by a provider', async () => {
    const passkey = await addPasskey(seller);
    const token = String(
      (await signInWithPasskey(passkey.get(await readPasswordlessOptions()))).headers['set-auth-token'],
    );
    expect((await call(server, { ...seller, token }, 'POST', '/api/googlebuyer', {})).body.code).toBe(
      'OPENID_REQUIRED',
    );
  });

  it.each(tamperingCases)('refuses an answer %s', async (_caseName, tampering) => {
    const passkey = await addPasskey(seller);
    const answer = await signInWithPasskey(passkey.get(await readPasswordlessOptions(), tampering));
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'SECOND_FACTOR_WRONG']);
  });

  it('does not take the challenge of a second step, nor the other way round', async () => {
    const passkey = await addPasskey(seller);
    const token = await beginSignIn(seller);
    expect((await signInWithPasskey(passkey.get(await requestPasskeyOptionsOfStep(token)))).json().code).toBe(
      'SECOND_FACTOR_WRONG',
    );
    expect((await finishSignIn(token, passkey.get(await readPasswordlessOptions()))).json().code).toBe(
      'SECOND_FACTOR_WRONG',
    );
  });

  it('ends with its removal, and with a suspension', async () => {
    const passkey = await addPasskey(seller);
    const { body } = await call(server, seller, 'GET', basePath);
    const [{ _id: id } = { _id: '' }] = body.passkeys as { _id: string }[];
    const renameAnswer = await call(server, seller, 'PUT', `${basePath}/passkeys/${id}`, { name: 'Old laptop' });
    expect(renameAnswer.status).toBe(200);
    const stranger = await makeUser(server, 'Seller');
    expect((await call(server, stranger, 'DELETE', `${basePath}/passkeys/${id}`)).status).toBe(404);
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [seller.id]);
    expect((await signInWithPasskey(passkey.get(await readPasswordlessOptions()))).json().code).toBe(
      'INVALID_CREDENTIALS',
    );
    await server.context.pool.query("UPDATE account SET status = 'active' WHERE id = $1", [seller.id]);
    // The suspension has ended every session, so the user signs in by passkey again.
    const token = String(
      (await signInWithPasskey(passkey.get(await readPasswordlessOptions()))).headers['set-auth-token'],
    );
    const sellerWithNewProof = await confirmWithPasskey({ ...seller, token }, passkey);
    expect((await call(server, sellerWithNewProof, 'DELETE', `${basePath}/passkeys/${id}`)).body).toMatchObject({
      deletedCount: 1,
    });
    expect((await signInWithPasskey(passkey.get(await readPasswordlessOptions()))).json().code).toBe(
      'SECOND_FACTOR_WRONG',
    );
  });
});
