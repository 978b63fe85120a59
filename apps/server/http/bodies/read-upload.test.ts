import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { boundary, makeMultipartBody, multipartType } from '../../testing/uploads.ts';
import { registerProblems } from '../errors/problems.ts';
import { makeUnreadableBytesHandler } from '../errors/unreadable-requests.ts';
import { readUpload, registerUploads } from './read-upload.ts';

type UploadTimes = { readonly durationMaximumMs: number; readonly graceMs: number };

const hourMs = 3_600_000;
let app: FastifyInstance;
let port: number;

/** Starts a server with only an upload route and with these timeouts. */
async function startUploadServer(uploadTimes: UploadTimes): Promise<void> {
  const uploadOptions = { field: 'image', limit: 1024 * 1024, ...uploadTimes };
  app = fastify({
    clientErrorHandler: makeUnreadableBytesHandler(() => 'request', {
      cards: { kind: 'sandbox', sharedSandbox: null },
      isDevelopment: false,
      isHttps: false,
    }),
  });
  registerProblems(app);
  await app.register(async (uploadScope) => {
    await registerUploads(uploadScope, uploadOptions);
    uploadScope.post('/upload', async (request, reply) => ({
      size: (await readUpload(request, reply, uploadOptions)).size,
    }));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
}
afterEach(() => app.close());

/**
 * Sends a body in chunks, one every 25 ms.
 * @returns the answer, and the number of bytes that were sent before the answer arrived.
 */
async function sendSlowly(body: Buffer, chunkCount: number): Promise<{ answer: string; sentChunkCount: number }> {
  const socket: Socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    socket.end();
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${multipartType}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const chunkSize = Math.ceil(body.length / chunkCount);
  let sentChunkCount = 0;
  const timer = setInterval(() => {
    if (sentChunkCount >= body.length || !socket.writable) return;
    socket.write(body.subarray(sentChunkCount, sentChunkCount + chunkSize));
    sentChunkCount += chunkSize;
  }, 25);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return { answer: Buffer.concat(chunks).toString(), sentChunkCount };
}

describe('an upload', () => {
  it('that drips is given up with 408, long before it would be complete (docs/reliability.md, hostile input D 79)', async () => {
    await startUploadServer({ graceMs: 300, durationMaximumMs: hourMs });
    const { answer, sentChunkCount } = await sendSlowly(makeMultipartBody([{ bytes: Buffer.alloc(40_000) }]), 4_000);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/);
    expect(sentChunkCount).toBeLessThan(20_000);
  });

  it('that comes steadily may take its time', async () => {
    await startUploadServer({ graceMs: 2_000, durationMaximumMs: hourMs });
    const wholeBody = makeMultipartBody([{ bytes: Buffer.alloc(900_000) }]);
    expect((await sendSlowly(wholeBody, 120)).answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"size":900000\}/);
  });

  it('is given up after the longest time, however steadily it comes', async () => {
    await startUploadServer({ graceMs: 300, durationMaximumMs: 1_500 });
    const slowlySentBody = makeMultipartBody([{ bytes: Buffer.alloc(900_000) }]);
    expect((await sendSlowly(slowlySentBody, 900)).answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('whose headers never end is refused', async () => {
    await startUploadServer({ graceMs: hourMs, durationMaximumMs: hourMs });
    const bodyHead = Buffer.from(`--${boundary}\r\nX-Filler: ${'x'.repeat(200_000)}`);
    expect((await sendSlowly(bodyHead, 2)).answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});
