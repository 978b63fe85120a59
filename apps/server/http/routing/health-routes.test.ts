import { randomBytes } from 'node:crypto';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { readPrimaryOnly } from '@carhouse/database/connection/read-database';
import { runOnServer, withDatabase } from '@carhouse/database/testing/maintenance';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { openCatalogue } from '../../catalogue/catalogue-client.ts';
import type { Context } from '../../context.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createMetrics } from './metrics.ts';

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

/** Returns the response to /readyz of a second server node that uses the database at this URL. */
async function readReadinessWithDatabase(url: string): Promise<Record<string, unknown>> {
  const pool = openPool({ url, applicationName: 'carhouse-test-node' });
  const database = openDatabase(pool);
  const readDatabase = readPrimaryOnly({ pool, database });
  const context: Context = { ...testServer.context, pool, database, readDatabase };
  const app = await buildApp(context);
  try {
    const paths = ['/healthz', '/readyz', '/api/v1/brands', '/api/audiDatas'];
    const answers = await Promise.all(paths.map((path) => app.inject({ url: path })));
    for (const answer of answers) expect(answer.body).not.toMatch(/postgres|5432|password|version/i);
    return Object.fromEntries(
      answers.map((answer, index) => [paths[index], [answer.statusCode, answer.headers['retry-after']]]),
    );
  } finally {
    await app.close();
    await pool.end();
  }
}

describe('health', () => {
  it('says that the process lives and that it can serve', async () => {
    const healthAnswer = await testServer.app.inject('/healthz');
    // On a busy machine one response of the database may be late, so the request is repeated.
    const readReadiness = async () => {
      const answer = await testServer.app.inject('/readyz');
      return [answer.statusCode, answer.json(), answer.headers['cache-control']];
    };
    await expect.poll(readReadiness).toEqual([200, { status: 'ready' }, 'no-store']);
    expect([healthAnswer.statusCode, healthAnswer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('is not ready without a database, but lives; calls answer 503 and when to try again', async () => {
    expect(await readReadinessWithDatabase('postgres://nobody:secret@127.0.0.1:1/none')).toEqual({
      '/healthz': [200, undefined],
      '/readyz': [503, undefined],
      '/api/v1/brands': [503, '2'],
      '/api/audiDatas': [503, '2'],
    });
  });

  it('is not ready while its catalogue loads; searches answer 503 and when to try again, everything else is served', async () => {
    const { now, log, minimumParfRules } = testServer.context;
    const { databaseUrl } = testServer;
    const metrics = createMetrics();
    const catalogue = openCatalogue({ databaseUrl, minimumParfRules, now, log, metrics });
    const app = await buildApp({ ...testServer.context, metrics, catalogue });
    const readStatus = async (url: string) => {
      const answer = await app.inject({ url });
      return [answer.statusCode, answer.headers['retry-after']];
    };
    try {
      expect(await readStatus('/readyz')).toEqual([503, undefined]);
      expect(await readStatus('/api/v1/listings')).toEqual([503, '2']);
      expect(await readStatus('/api/v1/suggest?q=t')).toEqual([503, '2']);
      expect(await readStatus('/api/audiDatas')).toEqual([200, undefined]);
      expect(await readStatus('/api/v1/brands')).toEqual([200, undefined]);
      catalogue.start();
      await catalogue.catchUp();
      expect(await readStatus('/api/v1/listings')).toEqual([200, undefined]);
      await expect.poll(() => readStatus('/readyz')).toEqual([200, undefined]);
    } finally {
      await app.close();
      await catalogue.close();
    }
  });

  it('is not ready on a database that is not migrated', async () => {
    const name = `empty_${randomBytes(6).toString('hex')}`;
    const serverUrl = inject('databaseServerUrl');
    await runOnServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
    try {
      const answers = await readReadinessWithDatabase(withDatabase(serverUrl, name));
      expect([answers['/healthz'], answers['/readyz']]).toEqual([
        [200, undefined],
        [503, undefined],
      ]);
    } finally {
      await runOnServer(serverUrl, `DROP DATABASE ${name}`);
    }
  });
});
