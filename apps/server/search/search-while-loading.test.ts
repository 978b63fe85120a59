import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import type { CatalogueClient } from '../catalogue/catalogue-client.ts';
import { openCatalogue } from '../catalogue/catalogue-client.ts';
import { createMetrics } from '../http/routing/metrics.ts';
import { startTestServer } from '../testing/test-server.ts';

it('refuses a search for a moment while the catalogue loads, which is no fault for the log; a thread that fails is one', async () => {
  const server = await startTestServer();
  const logStream = new PassThrough();
  const log = pino({ level: 'info' }, logStream);
  const { minimumParfRules, now } = server.context;
  const metrics = createMetrics();
  const loadingCatalogue = openCatalogue({ databaseUrl: server.databaseUrl, minimumParfRules, now, log, metrics });
  const brokenCatalogue: CatalogueClient = { ...loadingCatalogue, ask: () => Promise.reject(new Error('It broke.')) };
  try {
    const answers = [];
    for (const catalogue of [loadingCatalogue, brokenCatalogue]) {
      const app = await buildApp({ ...server.context, catalogue, log });
      for (const url of ['/api/v1/listings?facets=all', '/api/v1/suggest?q=te'])
        answers.push(await app.inject({ method: 'GET', url }));
      await app.close();
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 500, 500]);
    expect(answers[0]?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect(answers[0]?.json()).toMatchObject({ code: 'UNAVAILABLE' });
    const statuses = String(logStream.read() ?? '')
      .split('\n')
      .filter(Boolean);
    expect(statuses.map((logLine) => JSON.parse(logLine) as object)).toMatchObject([
      { msg: 'request failed', code: 'INTERNAL' },
      { msg: 'request failed', code: 'INTERNAL' },
    ]);
  } finally {
    await loadingCatalogue.close();
    await server.close();
  }
});
