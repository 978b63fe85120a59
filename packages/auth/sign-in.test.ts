import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from './password-hashing.ts';
import {
  createTestIdentity,
  handleRequest,
  makePostRequest,
  password,
  refusal,
  type TestIdentity,
} from './testing/test-identity.ts';

let server: TestIdentity;

beforeAll(async () => {
  server = await createTestIdentity();
});
afterAll(() => server.db.close());

const changePasswordSql = `
  WITH changed AS (UPDATE credential SET password = $2 WHERE account_id = $1 RETURNING account_id)
  DELETE FROM session WHERE account_id IN (SELECT account_id FROM changed)`;

/** Returns a hasher that runs `afterVerify` after the password was found right. */
function makeHasherWithHook(afterVerify: () => Promise<void>): PasswordHasher {
  const hasher = createPasswordHasher();
  return {
    ...hasher,
    verify: async (attempt, from, beforeComparison, afterMatch) => {
      const isRight = await hasher.verify(attempt, from, beforeComparison, afterMatch);
      await afterVerify();
      return isRight;
    },
  };
}

async function makeUserAndNewHash(): Promise<{ id: string; email: string; newHash: string }> {
  const { email } = await server.signUp();
  const id = (await server.findAccount(email))?.id ?? '';
  return { id, email, newHash: await createPasswordHasher().hash('Another!Password1', '10.0.0.1') };
}

const countSessionsOf = async (id: string) =>
  (await server.db.pool.query('SELECT 1 FROM session WHERE account_id = $1', [id])).rowCount;

describe('a sign-in by the old password', () => {
  it('starts no session when the password was changed while it was compared', async () => {
    const { id, email, newHash } = await makeUserAndNewHash();
    const changePassword = async (): Promise<void> =>
      void (await server.db.pool.query(changePasswordSql, [id, newHash]));
    const identity = server.createIdentityWith({ hasher: makeHasherWithHook(changePassword) });
    const answer = handleRequest(identity, makePostRequest('/sign-in/email', { email, password }), '192.0.2.1');
    expect((await refusal(answer)).code).toBe('INVALID_CREDENTIALS');
    expect(await countSessionsOf(id)).toBe(0);
  });

  it('waits for a change in progress, and starts no session after it', async () => {
    const { id, email, newHash } = await makeUserAndNewHash();
    const client = await server.db.pool.connect();
    try {
      const changePasswordUncommitted = async (): Promise<void> => {
        await client.query('BEGIN');
        await client.query('SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE', [id]);
        await client.query(changePasswordSql, [id, newHash]);
      };
      const identity = server.createIdentityWith({ hasher: makeHasherWithHook(changePasswordUncommitted) });
      const answer = refusal(
        handleRequest(identity, makePostRequest('/sign-in/email', { email, password }), '192.0.2.2'),
      );
      // The rows of pg_locks name no database for such locks, and other tests use the same PostgreSQL server. The query
      // therefore finds the lock by the process that waits for it.
      const waitingLockSql =
        'SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()';
      await expect
        .poll(async () => (await server.db.pool.query(waitingLockSql)).rowCount, { interval: 5 })
        .toBeGreaterThan(0);
      await client.query('COMMIT');
      expect((await answer).code).toBe('INVALID_CREDENTIALS');
      expect(await countSessionsOf(id)).toBe(0);
    } finally {
      client.release();
    }
  });
});
