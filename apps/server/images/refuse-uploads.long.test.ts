import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { image, makeJpeg, readImageMetadata } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { dumpRows } from '../testing/row-dump.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  boundary,
  makeMultipartBody,
  multipartType,
  postMultipart,
  upload,
  uploadTestImage,
} from '../testing/uploads.ts';

/** The numbers in the test titles are those in docs/reliability.md, hostile input D. */
let testServer: TestServer;
let seller: TestUser;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());
beforeEach(async () => {
  seller = await makeUser(testServer, 'Seller');
});

const listStoredFiles = async (): Promise<string[]> =>
  (await readdir(join(testServer.context.config.dataDir, 'images'), { recursive: true }).catch(() => [])).sort((a, b) =>
    a.localeCompare(b),
  );

/** Makes the upload, and checks that it created neither a row nor a file. */
async function readRefusal(sendUpload: () => Promise<{ status: number; body: unknown }>) {
  const rowsBefore = [await dumpRows(testServer), await listStoredFiles()];
  const { status, body } = await sendUpload();
  expect([await dumpRows(testServer), await listStoredFiles()]).toEqual(rowsBefore);
  const { code, success } = body as { code: string; success: boolean };
  expect(success).toBe(false);
  return `${status} ${code}`;
}

const makeSvgImage = (innerContent: string, documentType = '') =>
  Buffer.from(
    `<?xml version="1.0"?>${documentType}<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000">${innerContent}</svg>`,
  );
const entityBomb = `<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`;

/** Returns a PNG of one colour, which has few bytes and many pixels. */
function makeHugePng(width: number, height: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const makePngChunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const crc = body.reduce((sum, byte) => (crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff;
    const [lengthField, checksumField] = [Buffer.alloc(4), Buffer.alloc(4)];
    lengthField.writeUInt32BE(data.length);
    checksumField.writeUInt32BE(crc >>> 0);
    return Buffer.concat([lengthField, body, checksumField]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const row = Math.ceil(Math.min(width, 16_000) / 8) + 1;
  const pixels = deflateSync(Buffer.alloc(row * Math.min(height, 16_000)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    makePngChunk('IHDR', head),
    makePngChunk('IDAT', pixels),
    makePngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(400)]);
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(300)]);

describe('bytes that are no picture that we take are 422, and nothing of them stays', () => {
  const cases: readonly [string, () => Promise<Buffer> | Buffer][] = [
    ['71: an empty file', () => Buffer.alloc(0)],
    ['81: a header that claims 2³¹−1 × 2³¹−1 pixels', () => makeHugePng(2 ** 31 - 1, 2 ** 31 - 1)],
    ['fact 9: 256 megapixels in some kilobytes', () => makeHugePng(16_000, 16_000)],
    ['83: a JPEG that is cut in the middle', async () => (await makeJpeg()).subarray(0, 20_000)],
    ['85: a GIF', () => gif],
    [
      '85: a GIF of hundreds of frames',
      () => Buffer.concat([gif.subarray(0, 19), ...Array(300).fill(gif.subarray(19, -1)), gif.subarray(-1)]),
    ],
    ['87: an SVG of 100,000²', () => makeSvgImage('<rect width="9" height="9"/>')],
    ['87: an SVG with an entity bomb', () => makeSvgImage('<text>&j;</text>', entityBomb)],
    ['87: an SVG that names a file', () => makeSvgImage('<image href="file:///etc/passwd"/>')],
    ['87: an SVG that names another host', () => makeSvgImage(`<image href="${testServer.url}/healthz"/>`)],
    ['93: a TIFF', () => image(60, 40).tiff().toBuffer()],
    ['93: a BMP', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])],
    ['93: an ICO', () => Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(200)])],
    ['93: a HEIC', () => heic],
    ['93: a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['93: a ZIP', () => zip],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ];
  it.each(cases)('%s', async (_caseName, makeUpload) => {
    const bytes = await makeUpload();
    expect(await readRefusal(() => upload(testServer, seller, bytes))).toBe('422 IMAGE_INVALID');
  });
});

describe('what is odd but a picture is stored as one of ours', () => {
  const cases: readonly [string, () => Promise<Buffer>][] = [
    [
      '89: a JPEG with a script behind it',
      async () => Buffer.concat([await makeJpeg(), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['93: CMYK', () => image(300, 200).toColourspace('cmyk').jpeg().toBuffer()],
    ['93: 16 bits a channel', () => image(300, 200).toColourspace('rgb16').png().toBuffer()],
    ['93: 1 bit a pixel', () => image(300, 200).png({ palette: true, colours: 2 }).toBuffer()],
    ['93: AVIF', () => image(300, 200).avif({ effort: 0 }).toBuffer()],
    ['a very high one', () => image(20, 30_000).png().toBuffer()],
    ['a transparent one', () => image(300, 200).ensureAlpha(0.5).webp().toBuffer()],
  ];
  it.each(cases)('%s', async (_caseName, makeUpload) => {
    const answer = await upload(testServer, seller, await makeUpload());
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { data } = answer.body as unknown as { data: { url: string } };
    const servedBytes = Buffer.from(await (await fetch(testServer.url + data.url)).arrayBuffer());
    expect(servedBytes.includes('<script>')).toBe(false);
    expect(await readImageMetadata(servedBytes)).toMatchObject({ format: 'webp', space: 'srgb', depth: 'uchar' });
  });

  it('95: a part that says it is HTML is looked at, not believed', async () => {
    const answer = await postMultipart(
      testServer,
      seller,
      makeMultipartBody([{ bytes: await makeJpeg(60, 40), file: 'x.html', type: 'text/html' }]),
    );
    expect(answer.status).toBe(200);
    const { data } = answer.body as unknown as { data: { url: string } };
    const servedAnswer = await fetch(testServer.url + data.url);
    expect(servedAnswer.headers.get('content-type')).toBe('image/webp');
    await servedAnswer.arrayBuffer();
  });
});

describe('a body that is not one file in the part `image`', () => {
  it.each([
    ['Image', '422 INVALID'],
    ['', '422 INVALID'],
    ['images', '422 INVALID'],
    ['__proto__', '400 BAD_REQUEST'],
    ['constructor', '400 BAD_REQUEST'],
    ['toString', '400 BAD_REQUEST'],
  ])('73: is refused when the part is called "%s"', async (name, answer) => {
    const body = makeMultipartBody([{ name, bytes: await makeJpeg(60, 40) }]);
    expect(await readRefusal(() => postMultipart(testServer, seller, body))).toBe(answer);
  });

  it('is refused with two files, with another field beside it, and without a file', async () => {
    const bytes = await makeJpeg(60, 40);
    const fieldHead = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="image"\r\n\r\ntext\r\n`);
    for (const body of [
      makeMultipartBody([{ bytes }, { bytes }]),
      makeMultipartBody([{ bytes }, { bytes }, { bytes }, { bytes }]),
      Buffer.concat([fieldHead, makeMultipartBody([{ bytes }])]),
      makeMultipartBody([]),
      Buffer.concat([fieldHead, Buffer.from(`--${boundary}--\r\n`)]),
    ]) {
      expect(await readRefusal(() => postMultipart(testServer, seller, body))).toBe('422 INVALID');
    }
  });

  it('75: is refused without a final boundary, without any, and with a boundary that is not in it', async () => {
    const wholeBody = makeMultipartBody([{ bytes: await makeJpeg(60, 40) }], '');
    expect(await readRefusal(() => postMultipart(testServer, seller, wholeBody.subarray(0, -10)))).toBe(
      '400 BAD_REQUEST',
    );
    expect(await readRefusal(() => postMultipart(testServer, seller, wholeBody, 'multipart/form-data'))).toMatch(
      /^4\d\d /,
    );
    expect(
      await readRefusal(() => postMultipart(testServer, seller, wholeBody, 'multipart/form-data; boundary=other')),
    ).toMatch(/^4\d\d /);
  });

  it('is refused as JSON, and other calls do not take multipart', async () => {
    expect(
      await readRefusal(() => postMultipart(testServer, seller, Buffer.from('{"image":"x"}'), 'application/json')),
    ).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    const answer = await testServer.app.inject({
      method: 'POST',
      url: '/api/wishLists',
      headers: { authorization: seller.token, 'content-type': multipartType },
      payload: makeMultipartBody([{ bytes: await makeJpeg(60, 40) }]),
    });
    expect(answer.statusCode).toBe(415);
  });
});

/** Opens a raw connection and sends the headers of an upload of `length` bytes. */
async function beginUpload(length: number): Promise<Socket> {
  const { port, hostname } = new URL(testServer.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/images HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${seller.token}\r\nContent-Type: ${multipartType}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

async function readAnswerOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString();
}

const waitUntilClosed = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await once(socket, 'close');
};

const openConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    testServer.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });

describe('the size and the speed of a body', () => {
  const limit = 5 * 1024 * 1024;

  it('77: takes 5 MB, and not a byte more', async () => {
    const image = await makeJpeg(60, 40);
    const padImage = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);
    expect((await upload(testServer, seller, padImage(limit))).status).toBe(200);
    expect(await readRefusal(() => upload(testServer, seller, padImage(limit + 1)))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('77: refuses a body that says it is larger before it is sent', async () => {
    const socket = await beginUpload(2 ** 31);
    expect(await readAnswerOf(socket)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"success":false/);
  });

  it('77: stops reading a body without a length soon after 5 MB, and closes the connection', async () => {
    const { port, hostname } = new URL(testServer.url);
    const socket = connect(Number(port), hostname);
    const answerPromise = readAnswerOf(socket);
    socket.on('error', () => {});
    socket.write(
      `POST /api/images HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${seller.token}\r\nContent-Type: ${multipartType}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const head = makeMultipartBody([{ bytes: Buffer.alloc(0) }], '').subarray(0, -2);
    const encodeChunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    socket.write(encodeChunk(head));
    const dataChunk = encodeChunk(Buffer.alloc(64 * 1024));
    const writeMore = (): void => {
      while (!socket.destroyed && socket.bytesWritten < 100 * 1024 * 1024 && socket.write(dataChunk));
    };
    socket.on('drain', writeMore);
    writeMore();
    socket.once('end', () => socket.destroy());
    expect(await answerPromise).toMatch(/^HTTP\/1\.1 413 [\s\S]*"success":false/);
    expect(socket.bytesWritten).toBeLessThan(40 * 1024 * 1024);
  });

  it('75: leaves nothing behind when the connection is cut, a hundred times', async () => {
    const connectionCount = await openConnections();
    const rowsBefore = [await dumpRows(testServer), await listStoredFiles()];
    const body = makeMultipartBody([{ bytes: await makeJpeg() }]);
    for (let round = 0; round < 10; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 10 }, () => beginUpload(body.length)));
      for (const [index, socket] of sockets.entries()) {
        socket.write(body.subarray(0, (body.length * (index + 1)) / 11), () => socket.destroy());
      }
      await Promise.all(sockets.map(waitUntilClosed));
    }
    await expect.poll(openConnections).toBeLessThanOrEqual(connectionCount);
    expect([await dumpRows(testServer), await listStoredFiles()]).toEqual(rowsBefore);
    // After the broken uploads, the upload slots of this user must be free again.
    await expect.poll(async () => (await upload(testServer, seller, await makeJpeg(60, 40))).status).toBe(200);
  });
});

describe('97: many uploads at once', () => {
  it('are stored or asked to retry, and never more than two are decoded at the same time', async () => {
    const images = await Promise.all(Array.from({ length: 20 }, () => makeJpeg(600, 400)));
    let processCountMaximum = 0;
    const processCountTimer = setInterval(() => {
      processCountMaximum = Math.max(processCountMaximum, testServer.context.imageWorkers.listProcessIds().length);
    }, 5);
    const answers = await Promise.all(images.map((bytes) => upload(testServer, seller, bytes)));
    clearInterval(processCountTimer);
    expect(processCountMaximum).toBeLessThanOrEqual(2);
    const storedAnswers = answers.filter(({ status }) => status === 200);
    const busyAnswers = answers.filter(({ status }) => status === 429);
    expect([storedAnswers.length + busyAnswers.length, storedAnswers.length >= 12]).toEqual([20, true]);
    for (const { body, headers } of busyAnswers) {
      expect(body).toMatchObject({ code: 'UPLOADS_BUSY', success: false });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

describe('a decoder that dies', () => {
  it('loses only the image that it was decoding (fault 35)', async () => {
    await uploadTestImage(testServer, seller);
    const pids = testServer.context.imageWorkers.listProcessIds();
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const uploadRefusalPromise = readRefusal(async () => upload(testServer, seller, await makeJpeg(60, 40)));
    await expect.poll(() => testServer.context.imageWorkers.countBusy()).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, 'SIGSEGV');
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    expect(await uploadRefusalPromise).toBe('422 IMAGE_INVALID');
    await uploadTestImage(testServer, seller);
  });
});
