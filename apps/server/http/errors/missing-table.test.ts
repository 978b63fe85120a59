import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());

async function askFor(
  url: string,
  user?: TestUser,
): Promise<{ readonly status: number; readonly retryAfter: unknown }> {
  const headers = user === undefined ? {} : { authorization: user.token };
  const answer = await server.app.inject({ url, headers });
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

it.each(['session', 'booking'])(
  'while the table %s is away, only the calls that need it are refused, for a while',
  async (table) => {
    const { pool } = server.context;
    expect((await askFor('/api/myorders', buyer)).status).toBe(200);
    await pool.query(`ALTER TABLE ${table} RENAME TO table_that_is_away`);
    try {
      expect(await askFor('/api/myorders', buyer)).toEqual({ status: 503, retryAfter: '2' });
      expect((await askFor('/api/v1/brands')).status).toBe(200);
    } finally {
      await pool.query(`ALTER TABLE table_that_is_away RENAME TO ${table}`);
    }
    expect((await askFor('/api/myorders', buyer)).status).toBe(200);
  },
);
