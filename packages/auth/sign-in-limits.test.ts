import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from './password-hashing.ts';
import {
  baseUrl,
  handle,
  identityOf,
  password,
  postRequest,
  refusal,
  type TestIdentity,
  testIdentity,
} from './testing/test-identity.ts';

const wrongPassword = 'CarHouse!2027';
const minute = 60_000;

let server: TestIdentity;
let addressCount = 0;

beforeAll(async () => {
  server = await testIdentity();
});
afterAll(() => server.db.close());
afterEach(() => server.setClock(undefined));

/** Returns a client address that no other test in this file uses. */
const newAddress = (): string => {
  addressCount += 1;
  return `10.1.${Math.floor(addressCount / 250)}.${addressCount % 250}`;
};

/** Returns a function that gives the same new address for many attempts. */
const newSharedAddress = (): (() => string) => {
  const place = newAddress();
  return () => place;
};

type Try = { email: string; password: string };

/** Returns the error code of the response, or `in` after a successful sign-in. */
function signIn(credentials: Try, place: string, headers: Record<string, string> = {}): Promise<string> {
  return server.post('/sign-in/email', credentials, headers, place).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );
}

async function signInAll(tries: readonly Try[], addressOf: (place: number) => string): Promise<string[]> {
  return Promise.all(tries.map((each, index) => signIn(each, addressOf(index))));
}

const countCode = (codes: readonly string[], code: string): number => codes.filter((each) => each === code).length;

describe('one address', () => {
  it('may send five wrong passwords a minute, for any accounts', async () => {
    server.setClock(new Date());
    const [one, place] = [newAddress(), newAddress()];
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await signIn({ email: server.newEmail(), password: wrongPassword }, one)).toBe('INVALID_CREDENTIALS');
    }
    const { email } = await server.signUp();
    const limitedRefusal = await refusal(server.post('/sign-in/email', { email, password }, {}, one));
    expect(limitedRefusal).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    expect(await signIn({ email, password }, place)).toBe('in');
    server.setClock(new Date(Date.now() + minute));
    expect(await signIn({ email, password }, one)).toBe('in');
  });

  it('may send any number of right passwords', async () => {
    const { email } = await server.signUp();
    const place = newAddress();
    for (let tries = 0; tries < 12; tries += 1) expect(await signIn({ email, password }, place)).toBe('in');
    expect(countCode(await signInAll(Array(5).fill({ email, password }), () => place), 'in')).toBe(5);
  });

  it('has five places in the queue, is refused at once beyond them, and others do not wait behind it', async () => {
    const { email } = await server.signUp();
    const allArrived = Promise.withResolvers<void>();
    const hasher = createPasswordHasher();
    // This hasher compares no password until all requests have arrived.
    const heldHasher = {
      ...hasher,
      waiting: 0,
      verify: ((attempt, from, before, after) => {
        const work = hasher.verify(
          attempt,
          from,
          async () => {
            await allArrived.promise;
            await before?.();
          },
          after,
        );
        heldHasher.waiting += 1;
        work.catch(() => {
          heldHasher.waiting -= 1;
        });
        return work;
      }) as PasswordHasher['verify'],
    };
    const identity = server.identityWith({ hasher: heldHasher });
    const place = newAddress();
    const refusedNames: string[] = [];
    const signInFrom = (credentials: Try, bucket: string): Promise<string> =>
      handle(identity, postRequest('/sign-in/email', credentials), bucket).then(
        () => 'in',
        (error: { code: string }) => {
          refusedNames.push(error.code);
          return error.code;
        },
      );
    const flood: Promise<string>[] = [];
    // The sign-ins are sent one after the other, because the hashing queue would refuse simultaneous ones.
    for (let nth = 0; nth < 20; nth += 1) {
      flood.push(signInFrom({ email: server.newEmail(), password: wrongPassword }, place));
      await expect.poll(() => heldHasher.waiting + refusedNames.length).toBe(nth + 1);
    }
    expect([heldHasher.waiting, refusedNames]).toEqual([5, Array(15).fill('RATE_LIMITED')]);
    const ownerSignIn = signInFrom({ email, password }, newAddress());
    allArrived.resolve();
    expect(await ownerSignIn).toBe('in');
    expect(countCode(await Promise.all(flood), 'INVALID_CREDENTIALS')).toBe(5);
  });

  it('is refused at once beyond its share when it asks a hundred times together', async () => {
    const { email } = await server.signUp();
    const flood = signInAll(
      Array.from({ length: 100 }, () => ({ email: server.newEmail(), password: wrongPassword })),
      newSharedAddress(),
    );
    expect(await signIn({ email, password }, newAddress())).toBe('in');
    expect(countCode(await flood, 'RATE_LIMITED')).toBe(95);
  });

  it('takes no place in the queue once its attempts are used up, nor do attempts on an account without any left', async () => {
    server.setClock(new Date());
    const hasher = createPasswordHasher();
    let turns = 0;
    const countingHasher: PasswordHasher = {
      ...hasher,
      verify: (...args) => {
        turns += 1;
        return hasher.verify(...args);
      },
    };
    const identity = server.identityWith({ hasher: countingHasher });
    const { email } = await server.signUp();
    const signInFrom = (bucket: string, address = email): Promise<string> =>
      handle(identity, postRequest('/sign-in/email', { email: address, password: wrongPassword }), bucket).then(
        () => 'in',
        (error: { code: string }) => error.code,
      );
    const place = newAddress();
    for (let tries = 0; tries < 12; tries += 1) await signInFrom(place, server.newEmail());
    expect(turns).toBe(5);
    for (let tries = 0; tries < 32; tries += 1) await signInFrom(newAddress());
    expect(turns).toBe(5 + 25);
  });

  it('gets no more attempts by sending many at the same time', async () => {
    // The clock is fixed, because the minute must not end during the test.
    server.setClock(new Date());
    const place = newAddress();
    const tries = Array.from({ length: 20 }, () => ({ email: server.newEmail(), password: wrongPassword }));
    const codes = await signInAll(tries, () => place);
    expect([countCode(codes, 'INVALID_CREDENTIALS'), countCode(codes, 'RATE_LIMITED')]).toEqual([5, 15]);
  });
});

describe('one account', () => {
  it('allows few attempts by forty addresses at once, and not the right password among the refused ones', async () => {
    // The clock is fixed, because the delays between attempts must not end during the test.
    server.setClock(new Date());
    const { email } = await server.signUp();
    const codes = await signInAll(Array(40).fill({ email, password: wrongPassword }), newAddress);
    // The account has five attempts without a delay. All unknown client addresses together have twenty more.
    expect([countCode(codes, 'INVALID_CREDENTIALS'), countCode(codes, 'RATE_LIMITED')]).toEqual([25, 15]);
    expect(await signIn({ email, password }, newAddress())).toBe('RATE_LIMITED');
  });

  it('delays wrong passwords more and more, allows thirty in a quarter of an hour, and is never locked for good', async () => {
    const { email } = await server.signUp();
    const start = Date.now();
    let failed = 0;
    for (let second = 0; second < 890; second += 5) {
      server.setClock(new Date(start + second * 1000));
      if ((await signIn({ email, password: wrongPassword }, newAddress())) === 'INVALID_CREDENTIALS') failed += 1;
    }
    expect(failed).toBe(30);
    server.setClock(new Date(start + 31 * minute));
    expect(await signIn({ email, password }, newAddress())).toBe('in');
  });

  it('lets its owner in from a new address at once while ten addresses continue, which get two more attempts each', async () => {
    const { email } = await server.signUp();
    const start = Date.now();
    const addressCount = Array.from({ length: 10 }, newAddress);
    let failed = 0;
    for (let halfMinute = 0; halfMinute < 20; halfMinute += 1) {
      server.setClock(new Date(start + (halfMinute * minute) / 2));
      const codes = await signInAll(
        Array(10).fill({ email, password: wrongPassword }),
        (place) => addressCount[place] ?? '',
      );
      failed += countCode(codes, 'INVALID_CREDENTIALS');
    }
    expect(failed).toBe(30);
    server.setClock(new Date(start + 16 * minute));
    for (let more = 0; more < 12; more += 1)
      await signIn({ email, password: wrongPassword }, addressCount[more % 10] ?? '');
    expect(await signIn({ email, password: wrongPassword }, addressCount[0] ?? '')).toBe('RATE_LIMITED');
    expect(await signIn({ email, password }, newAddress())).toBe('in');
  });

  it.each(['known', 'unknown'])('answers the same when it is %s', async (kind) => {
    server.setClock(new Date());
    const email = kind === 'known' ? (await server.signUp()).email : server.newEmail();
    const codes = [];
    for (let tries = 0; tries < 28; tries += 1)
      codes.push(await signIn({ email, password: wrongPassword }, newAddress()));
    expect(codes).toEqual([...Array(25).fill('INVALID_CREDENTIALS'), ...Array(3).fill('RATE_LIMITED')]);
    const [one, other] = [newAddress(), newAddress()];
    const codesOfOneAddress = [];
    for (let tries = 0; tries < 3; tries += 1)
      codesOfOneAddress.push(await signIn({ email, password: wrongPassword }, one));
    expect([...codesOfOneAddress, await signIn({ email, password: wrongPassword }, other)]).toEqual(
      Array(4).fill('RATE_LIMITED'),
    );
  });

  it('lets its owner in during an attack, from an address at which they are signed in and with their session', async () => {
    // The clock is fixed, because the delays between attempts must not end during the test.
    server.setClock(new Date());
    const { email } = await server.signUp();
    const home = newAddress();
    await server.post('/sign-in/email', { email, password }, {}, home);
    const token = (await server.post('/sign-in/email', { email, password })).headers.get('set-auth-token') ?? '';
    for (let tries = 0; tries < 30; tries += 1) await signIn({ email, password: wrongPassword }, newAddress());
    const unknownAddress = newAddress();
    expect(await signIn({ email, password }, unknownAddress)).toBe('RATE_LIMITED');
    expect(await signIn({ email, password }, home)).toBe('in');
    expect(await signIn({ email, password }, unknownAddress, { authorization: token })).toBe('in');
  });
});

describe('sign-up', () => {
  it('reveals ten times in ten minutes that an address is taken, then no more', async () => {
    const { email } = await server.signUp();
    const place = newAddress();
    const codes = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const pendingAnswer = server.post('/sign-up/email', { name: 'Mei', email, password }, {}, place);
      codes.push((await refusal(pendingAnswer)).code);
    }
    expect(codes).toEqual([...Array(10).fill('INVALID'), ...Array(2).fill('RATE_LIMITED')]);
    const freeEmail = server.newEmail();
    const pendingAnswer = server.post('/sign-up/email', { name: 'Mei', email: freeEmail, password }, {}, place);
    expect((await refusal(pendingAnswer)).code).toBe('RATE_LIMITED');
    expect(await server.accountOf(freeEmail)).toBeUndefined();
  });
});

describe('the session of an admin', () => {
  const admin = async (): Promise<Headers> => {
    const email = server.newEmail();
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
    const headers = await admin();
    const start = Date.now();
    for (const at of [0, 20, 40, 60]) {
      server.setClock(new Date(start + at * minute));
      expect(await server.identity.actorOf(identityOf(headers))).toMatchObject({ role: 'admin' });
    }
    server.setClock(new Date(start + 91 * minute));
    expect(await server.identity.actorOf(identityOf(headers))).toBeNull();
  });

  it('ends eight hours after sign-in, however much it is used', async () => {
    const headers = await admin();
    const start = Date.now();
    let at = 0;
    for (; at < 480; at += 20) {
      server.setClock(new Date(start + at * minute));
      expect(await server.identity.actorOf(identityOf(headers)), `after ${at} minutes`).not.toBeNull();
    }
    server.setClock(new Date(start + 481 * minute));
    expect(await server.identity.actorOf(identityOf(headers))).toBeNull();
  });
});
