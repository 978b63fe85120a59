import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from './password-hashing.ts';
import {
  baseUrl,
  createTestIdentity,
  handleRequest,
  makePostRequest,
  password,
  readIdentity,
  refusal,
  type TestIdentity,
} from './testing/test-identity.ts';

const wrongPassword = 'CarHouse!2027';
const minuteMs = 60_000;

let server: TestIdentity;
let usedAddressCount = 0;

beforeAll(async () => {
  server = await createTestIdentity();
});
afterAll(() => server.db.close());
afterEach(() => server.setClock(undefined));

/** Returns a client address that no other test in this file uses. */
const makeNewAddress = (): string => {
  usedAddressCount += 1;
  return `10.1.${Math.floor(usedAddressCount / 250)}.${usedAddressCount % 250}`;
};

/** Returns a function that gives the same new address for many attempts. */
const makeSharedAddressGetter = (): (() => string) => {
  const clientAddress = makeNewAddress();
  return () => clientAddress;
};

type Credentials = { email: string; password: string };

/** Returns the error code of the response, or `in` after a successful sign-in. */
function signIn(
  credentials: Credentials,
  clientAddress: string,
  headers: Record<string, string> = {},
): Promise<string> {
  return server.post('/sign-in/email', credentials, headers, clientAddress).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );
}

async function signInAll(
  credentialsList: readonly Credentials[],
  makeAddressForIndex: (index: number) => string,
): Promise<string[]> {
  return Promise.all(credentialsList.map((each, index) => signIn(each, makeAddressForIndex(index))));
}

const countCodes = (codes: readonly string[], code: string): number => codes.filter((each) => each === code).length;

describe('one address', () => {
  it('may send five wrong passwords a minute, for any accounts', async () => {
    server.setClock(new Date());
    const [firstAddress, clientAddress] = [makeNewAddress(), makeNewAddress()];
    for (let attemptIndex = 0; attemptIndex < 5; attemptIndex += 1) {
      expect(await signIn({ email: server.makeNewEmail(), password: wrongPassword }, firstAddress)).toBe(
        'INVALID_CREDENTIALS',
      );
    }
    const { email } = await server.signUp();
    const limitedRefusal = await refusal(server.post('/sign-in/email', { email, password }, {}, firstAddress));
    expect(limitedRefusal).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    expect(await signIn({ email, password }, clientAddress)).toBe('in');
    server.setClock(new Date(Date.now() + minuteMs));
    expect(await signIn({ email, password }, firstAddress)).toBe('in');
  });

  it('may send any number of right passwords', async () => {
    const { email } = await server.signUp();
    const clientAddress = makeNewAddress();
    for (let attemptIndex = 0; attemptIndex < 12; attemptIndex += 1)
      expect(await signIn({ email, password }, clientAddress)).toBe('in');
    expect(countCodes(await signInAll(Array(5).fill({ email, password }), () => clientAddress), 'in')).toBe(5);
  });

  it('has five places in the queue, is refused at once beyond them, and others do not wait behind it', async () => {
    const { email } = await server.signUp();
    const allArrivedDeferred = Promise.withResolvers<void>();
    const hasher = createPasswordHasher();
    // This hasher compares no password until all sign-in requests have arrived.
    const waitingHasher = {
      ...hasher,
      waiting: 0,
      verify: ((attempt, from, beforeComparison, afterMatch) => {
        const comparisonPromise = hasher.verify(
          attempt,
          from,
          async () => {
            await allArrivedDeferred.promise;
            await beforeComparison?.();
          },
          afterMatch,
        );
        waitingHasher.waiting += 1;
        comparisonPromise.catch(() => {
          waitingHasher.waiting -= 1;
        });
        return comparisonPromise;
      }) as PasswordHasher['verify'],
    };
    const identity = server.createIdentityWith({ hasher: waitingHasher });
    const clientAddress = makeNewAddress();
    const refusalCodes: string[] = [];
    const signInFrom = (credentials: Credentials, bucket: string): Promise<string> =>
      handleRequest(identity, makePostRequest('/sign-in/email', credentials), bucket).then(
        () => 'in',
        (error: { code: string }) => {
          refusalCodes.push(error.code);
          return error.code;
        },
      );
    const floodingSignInPromises: Promise<string>[] = [];
    // The sign-ins are sent one after the other, because the hashing queue would refuse simultaneous sign-ins.
    for (let requestIndex = 0; requestIndex < 20; requestIndex += 1) {
      floodingSignInPromises.push(signInFrom({ email: server.makeNewEmail(), password: wrongPassword }, clientAddress));
      await expect.poll(() => waitingHasher.waiting + refusalCodes.length).toBe(requestIndex + 1);
    }
    expect([waitingHasher.waiting, refusalCodes]).toEqual([5, Array(15).fill('RATE_LIMITED')]);
    const ownerSignInPromise = signInFrom({ email, password }, makeNewAddress());
    allArrivedDeferred.resolve();
    expect(await ownerSignInPromise).toBe('in');
    expect(countCodes(await Promise.all(floodingSignInPromises), 'INVALID_CREDENTIALS')).toBe(5);
  });

  it('is refused at once beyond its share when it asks a hundred times together', async () => {
    const { email } = await server.signUp();
    const floodingCodesPromise = signInAll(
      Array.from({ length: 100 }, () => ({ email: server.makeNewEmail(), password: wrongPassword })),
      makeSharedAddressGetter(),
    );
    expect(await signIn({ email, password }, makeNewAddress())).toBe('in');
    expect(countCodes(await floodingCodesPromise, 'RATE_LIMITED')).toBe(95);
  });

  it('takes no place in the queue once its attempts are used up, nor do attempts on an account without any left', async () => {
    server.setClock(new Date());
    const hasher = createPasswordHasher();
    let comparisonCount = 0;
    const countingHasher: PasswordHasher = {
      ...hasher,
      verify: (...args) => {
        comparisonCount += 1;
        return hasher.verify(...args);
      },
    };
    const identity = server.createIdentityWith({ hasher: countingHasher });
    const { email } = await server.signUp();
    const signInFrom = (bucket: string, address = email): Promise<string> =>
      handleRequest(
        identity,
        makePostRequest('/sign-in/email', { email: address, password: wrongPassword }),
        bucket,
      ).then(
        () => 'in',
        (error: { code: string }) => error.code,
      );
    const clientAddress = makeNewAddress();
    for (let attemptIndex = 0; attemptIndex < 12; attemptIndex += 1)
      await signInFrom(clientAddress, server.makeNewEmail());
    expect(comparisonCount).toBe(5);
    for (let attemptIndex = 0; attemptIndex < 32; attemptIndex += 1) await signInFrom(makeNewAddress());
    expect(comparisonCount).toBe(5 + 25);
  });

  it('gets no more attempts by sending many at the same time', async () => {
    // The clock is fixed, because the minute to which a limit applies must not end during the test.
    server.setClock(new Date());
    const clientAddress = makeNewAddress();
    const attempts = Array.from({ length: 20 }, () => ({ email: server.makeNewEmail(), password: wrongPassword }));
    const codes = await signInAll(attempts, () => clientAddress);
    expect([countCodes(codes, 'INVALID_CREDENTIALS'), countCodes(codes, 'RATE_LIMITED')]).toEqual([5, 15]);
  });
});

describe('one account', () => {
  it('allows few attempts by forty addresses at once, and not the right password among the refused ones', async () => {
    // The clock is fixed, because the delays between attempts must not end during the test.
    server.setClock(new Date());
    const { email } = await server.signUp();
    const codes = await signInAll(Array(40).fill({ email, password: wrongPassword }), makeNewAddress);
    // The account has five attempts without a delay. All unknown client addresses together have twenty more attempts on
    // the account.
    expect([countCodes(codes, 'INVALID_CREDENTIALS'), countCodes(codes, 'RATE_LIMITED')]).toEqual([25, 15]);
    expect(await signIn({ email, password }, makeNewAddress())).toBe('RATE_LIMITED');
  });

  it('delays wrong passwords more and more, allows thirty in a quarter of an hour, and is never locked for good', async () => {
    const { email } = await server.signUp();
    const startMs = Date.now();
    let failedCount = 0;
    for (let elapsedSeconds = 0; elapsedSeconds < 890; elapsedSeconds += 5) {
      server.setClock(new Date(startMs + elapsedSeconds * 1000));
      if ((await signIn({ email, password: wrongPassword }, makeNewAddress())) === 'INVALID_CREDENTIALS')
        failedCount += 1;
    }
    expect(failedCount).toBe(30);
    server.setClock(new Date(startMs + 31 * minuteMs));
    expect(await signIn({ email, password }, makeNewAddress())).toBe('in');
  });

  it('lets its owner in from a new address at once while ten addresses continue, which get two more attempts each', async () => {
    const { email } = await server.signUp();
    const startMs = Date.now();
    const attackerAddresses = Array.from({ length: 10 }, makeNewAddress);
    let failedCount = 0;
    for (let elapsedHalfMinutes = 0; elapsedHalfMinutes < 20; elapsedHalfMinutes += 1) {
      server.setClock(new Date(startMs + (elapsedHalfMinutes * minuteMs) / 2));
      const codes = await signInAll(
        Array(10).fill({ email, password: wrongPassword }),
        (index) => attackerAddresses[index] ?? '',
      );
      failedCount += countCodes(codes, 'INVALID_CREDENTIALS');
    }
    expect(failedCount).toBe(30);
    server.setClock(new Date(startMs + 16 * minuteMs));
    for (let attemptIndex = 0; attemptIndex < 12; attemptIndex += 1)
      await signIn({ email, password: wrongPassword }, attackerAddresses[attemptIndex % 10] ?? '');
    expect(await signIn({ email, password: wrongPassword }, attackerAddresses[0] ?? '')).toBe('RATE_LIMITED');
    expect(await signIn({ email, password }, makeNewAddress())).toBe('in');
  });

  it.each(['known', 'unknown'])('answers the same when it is %s', async (kind) => {
    server.setClock(new Date());
    const email = kind === 'known' ? (await server.signUp()).email : server.makeNewEmail();
    const codes = [];
    for (let attemptIndex = 0; attemptIndex < 28; attemptIndex += 1)
      codes.push(await signIn({ email, password: wrongPassword }, makeNewAddress()));
    expect(codes).toEqual([...Array(25).fill('INVALID_CREDENTIALS'), ...Array(3).fill('RATE_LIMITED')]);
    const [firstAddress, otherAddress] = [makeNewAddress(), makeNewAddress()];
    const codesOfOneAddress = [];
    for (let attemptIndex = 0; attemptIndex < 3; attemptIndex += 1)
      codesOfOneAddress.push(await signIn({ email, password: wrongPassword }, firstAddress));
    expect([...codesOfOneAddress, await signIn({ email, password: wrongPassword }, otherAddress)]).toEqual(
      Array(4).fill('RATE_LIMITED'),
    );
  });

  it('lets its owner in during an attack, from an address at which they are signed in and with their session', async () => {
    // The clock is fixed, because the delays between attempts must not end during the test.
    server.setClock(new Date());
    const { email } = await server.signUp();
    const homeAddress = makeNewAddress();
    await server.post('/sign-in/email', { email, password }, {}, homeAddress);
    const token = (await server.post('/sign-in/email', { email, password })).headers.get('set-auth-token') ?? '';
    for (let attemptIndex = 0; attemptIndex < 30; attemptIndex += 1)
      await signIn({ email, password: wrongPassword }, makeNewAddress());
    const unknownAddress = makeNewAddress();
    expect(await signIn({ email, password }, unknownAddress)).toBe('RATE_LIMITED');
    expect(await signIn({ email, password }, homeAddress)).toBe('in');
    expect(await signIn({ email, password }, unknownAddress, { authorization: token })).toBe('in');
  });
});

describe('sign-up', () => {
  it('reveals ten times in ten minutes that an address is taken, then no more', async () => {
    const { email } = await server.signUp();
    const clientAddress = makeNewAddress();
    const codes = [];
    for (let attemptIndex = 0; attemptIndex < 12; attemptIndex += 1) {
      const answerPromise = server.post('/sign-up/email', { name: 'Mei', email, password }, {}, clientAddress);
      codes.push((await refusal(answerPromise)).code);
    }
    expect(codes).toEqual([...Array(10).fill('INVALID'), ...Array(2).fill('RATE_LIMITED')]);
    const unusedEmail = server.makeNewEmail();
    const answerPromise = server.post(
      '/sign-up/email',
      { name: 'Mei', email: unusedEmail, password },
      {},
      clientAddress,
    );
    expect((await refusal(answerPromise)).code).toBe('RATE_LIMITED');
    expect(await server.findAccount(unusedEmail)).toBeUndefined();
  });
});

describe('the session of an admin', () => {
  const signInAsAdmin = async (): Promise<Headers> => {
    const email = server.makeNewEmail();
    await server.identity.createAccount({
      name: 'Ann',
      email,
      password,
      photoUrl: null,
      role: 'admin',
      verifiedAt: null,
    });
    const answer = await server.post('/sign-in/email', { email, password });
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=28800');
    return new Headers({ authorization: answer.headers.get('set-auth-token') ?? '', origin: baseUrl });
  };

  it('ends after half an hour without use', async () => {
    const headers = await signInAsAdmin();
    const startMs = Date.now();
    for (const elapsedMinutes of [0, 20, 40, 60]) {
      server.setClock(new Date(startMs + elapsedMinutes * minuteMs));
      expect(await server.identity.findActor(readIdentity(headers))).toMatchObject({ role: 'admin' });
    }
    server.setClock(new Date(startMs + 91 * minuteMs));
    expect(await server.identity.findActor(readIdentity(headers))).toBeNull();
  });

  it('ends eight hours after sign-in, however much it is used', async () => {
    const headers = await signInAsAdmin();
    const startMs = Date.now();
    let elapsedMinutes = 0;
    for (; elapsedMinutes < 480; elapsedMinutes += 20) {
      server.setClock(new Date(startMs + elapsedMinutes * minuteMs));
      expect(await server.identity.findActor(readIdentity(headers)), `after ${elapsedMinutes} minutes`).not.toBeNull();
    }
    server.setClock(new Date(startMs + 481 * minuteMs));
    expect(await server.identity.findActor(readIdentity(headers))).toBeNull();
  });
});
