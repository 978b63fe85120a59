import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { registerHeadRequests } from './head-requests.ts';

it('answers HEAD without reading the stream that GET would send', async () => {
  let producedPartCount = 0;
  async function* produceParts() {
    for (const part of ['one', 'two', 'three']) {
      producedPartCount += 1;
      yield part;
    }
  }
  const app = fastify();
  registerHeadRequests(app);
  app.get('/file', (_request, reply) => reply.type('text/csv').send(Readable.from(produceParts())));

  const headAnswer = await app.inject({ method: 'HEAD', url: '/file' });
  expect([headAnswer.statusCode, headAnswer.headers['content-type'], headAnswer.body]).toEqual([200, 'text/csv', '']);
  expect(producedPartCount).toBe(0);
  expect((await app.inject({ url: '/file' })).body).toBe('onetwothree');
  expect(producedPartCount).toBe(3);
  await app.close();
});
