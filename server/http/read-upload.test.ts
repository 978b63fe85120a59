import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundary, multipartBody, multipartType } from '../testing/uploads.ts';
import { registerProblems } from './problems.ts';
import { readUpload, registerUploads } from './read-upload.ts';
import { answerUnreadableBytes } from './unreadable-requests.ts';

const times = { field: 'image', limit: 1024 * 1024, longest: 1500, patience: 300 };
let app: FastifyInstance;
let port: number;

/** The smallest app with an upload; its times are a twentieth of those of the house. */
beforeEach(async () => {
  app = fastify({
    clientErrorHandler: answerUnreadableBytes(() => 'request', {
      cards: { kind: 'sandbox', shared: null },
      development: false,
      https: false,
    }),
  });
  registerProblems(app);
  await app.register(async (uploads) => {
    await registerUploads(uploads, times);
    uploads.post('/upload', async (request, reply) => ({
      size: (await readUpload(request, reply, times)).size,
    }));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(() => app.close());

/** Sends a body in pieces, one every 25 ms, and answers with what came back. */
async function drip(body: Buffer, pieces: number): Promise<{ answer: string; ms: number }> {
  const begun = performance.now();
  const socket: Socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    socket.end();
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipartType}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const size = Math.ceil(body.length / pieces);
  let sent = 0;
  const timer = setInterval(() => {
    if (sent >= body.length || !socket.writable) return;
    socket.write(body.subarray(sent, sent + size));
    sent += size;
  }, 25);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return { answer: Buffer.concat(chunks).toString(), ms: performance.now() - begun };
}

describe('an upload', () => {
  it('that drips is given up with 408, long before it would be complete (RELIABILITY §6 D 79)', async () => {
    const { answer, ms } = await drip(multipartBody([{ bytes: Buffer.alloc(4000) }]), 400);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/);
    expect(ms).toBeLessThan(times.longest);
  });

  it('that comes steadily may take its time, up to the longest', async () => {
    const steady = multipartBody([{ bytes: Buffer.alloc(400_000) }]);
    expect((await drip(steady, 30)).answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"size":400000\}/);
    const endless = multipartBody([{ bytes: Buffer.alloc(900_000) }]);
    expect((await drip(endless, 200)).answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('whose headers never end is refused', async () => {
    const head = Buffer.from(`--${boundary}\r\nX-Filler: ${'x'.repeat(200_000)}`);
    expect((await drip(head, 2)).answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});
