import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { registerHeadRequests } from './head-requests.ts';

it('answers HEAD without reading the stream that GET would send', async () => {
  let readPartCount = 0;
  async function* parts() {
    for (const part of ['one', 'two', 'three']) {
      readPartCount += 1;
      yield part;
    }
  }
  const app = fastify();
  registerHeadRequests(app);
  app.get('/file', (_request, reply) => reply.type('text/csv').send(Readable.from(parts())));

  const head = await app.inject({ method: 'HEAD', url: '/file' });
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'text/csv', '']);
  expect(readPartCount).toBe(0);
  expect((await app.inject({ url: '/file' })).body).toBe('onetwothree');
  expect(readPartCount).toBe(3);
  await app.close();
});
