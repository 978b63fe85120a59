import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { image, makeJpeg, readImageMetadata } from '@carhouse/images/testing/test-images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { upload, uploadTestImage } from '../testing/uploads.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
});

const queryRows = async (sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.context.pool.query(sql, [...values])).rows;
const readUploadsOf = (person: TestUser) =>
  queryRows('SELECT image_key, bytes FROM image_upload WHERE account_id = $1 ORDER BY created_at, id', [person.id]);
const listStoredFiles = async (): Promise<string[]> =>
  (await readdir(join(server.context.config.dataDir, 'images'), { recursive: true }).catch(() => [])).filter((name) =>
    name.includes('.'),
  );

async function fetchImage(url: string, acceptHeader = '*/*') {
  const answer = await fetch(`${server.url}${url}`, { headers: { accept: acceptHeader } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('an upload', () => {
  it('answers as the image-hosting service of the specification does, and is served from its URL for good', async () => {
    const { status, body } = await upload(server, seller, await makeJpeg(2400, 1600));
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      status: 200,
      data: {
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        url: expect.stringMatching(/^\/media\/[0-9a-f]{40}-960\.webp$/),
        urls: [480, 960, 1600].map((width) => expect.stringMatching(new RegExp(`-${width}\\.webp$`))),
        width: 1600,
        height: 1067,
        size: expect.any(Number),
      },
    });
    const { data } = body as unknown as { data: { id: string; url: string; urls: string[] } };
    const servedImage = await fetchImage(data.url);
    expect(servedImage.status).toBe(200);
    expect(Object.fromEntries(servedImage.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="${data.id}-960.webp"`,
      vary: 'accept',
      'content-length': String(servedImage.bytes.length),
    });
    const widths = await Promise.all(
      data.urls.map(async (url) => (await readImageMetadata((await fetchImage(url)).bytes)).width),
    );
    expect(widths).toEqual([480, 960, 1600]);
  });

  it('is never made larger: a small picture is served as it is under every width', async () => {
    const { body } = await upload(server, seller, await makeJpeg(300, 200));
    const { data } = body as unknown as { data: { id: string; urls: string[]; width: number } };
    expect([data.width, data.urls.length]).toEqual([300, 1]);
    for (const width of [480, 960, 1600]) {
      const { status, bytes } = await fetchImage(`/media/${data.id}-${width}.webp`);
      expect([status, (await readImageMetadata(bytes)).width]).toEqual([200, 300]);
    }
  });

  it('turns a picture as its camera says, and keeps neither place nor camera nor profile', async () => {
    const rotatedImage = await image(600, 400)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Model: 'Camera of Ann' }, IFD3: { GPSLatitude: '1/1 17/1 0/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(rotatedImage.includes('Camera of Ann')).toBe(true);
    const { body } = await upload(server, seller, rotatedImage);
    const { data } = body as unknown as { data: { url: string; width: number; height: number } };
    expect([data.width, data.height]).toEqual([400, 600]);
    const { bytes } = await fetchImage(data.url);
    const { exif, icc, xmp, iptc, orientation } = await readImageMetadata(bytes);
    expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(bytes.includes('Camera of Ann')).toBe(false);
  });

  it('of the same picture twice, by two people and at the same time, is one picture and two owners', async () => {
    const otherBuyer = await makeUser(server, 'Buyer');
    const bytes = await makeJpeg();
    const answers = await Promise.all(
      [seller, otherBuyer, seller, otherBuyer].map((person) => upload(server, person, bytes)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const imageKeys = answers.map(({ body }) => (body as unknown as { data: { id: string } }).data.id);
    expect(new Set(imageKeys).size).toBe(1);
    for (const person of [seller, otherBuyer]) {
      const ownUploads = await readUploadsOf(person);
      expect(ownUploads.map((row) => row.image_key)).toEqual([imageKeys[0], imageKeys[0]]);
      expect(ownUploads.filter((row) => row.bytes !== 0)).toHaveLength(1);
    }
    expect(
      await queryRows('SELECT key FROM image WHERE key = $1 AND stored_at IS NOT NULL', [imageKeys[0]]),
    ).toHaveLength(1);
  });

  it('is for people who are signed in; the refusal says success: false too', async () => {
    const answer = await upload(server, null, await makeJpeg());
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED', success: false } });
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  it('sent by a page of another site is refused', async () => {
    const signInResponse = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: seller.email, password: 'Test!Password1' }),
    });
    const cookie = signInResponse.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const form = new FormData();
    form.append('image', new File([new Uint8Array(await makeJpeg())], 'a.jpg'));
    const answer = await fetch(`${server.url}/api/images`, {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example' },
      body: form,
    });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'CSRF', success: false }]);
  });
});

describe('the limits of an account', () => {
  it('let twenty uploads through in an hour, also of twelve at once, and say when to come back', async () => {
    const newSeller = await makeUser(server, 'Seller');
    for (let round = 0; round < 2; round += 1) {
      const images = await Promise.all(Array.from({ length: 12 }, () => makeJpeg(60, 40)));
      await Promise.all(images.map((bytes) => upload(server, newSeller, bytes)));
    }
    expect(await readUploadsOf(newSeller)).toHaveLength(20);
    const lateAnswer = await upload(server, newSeller, await makeJpeg(60, 40));
    expect(lateAnswer).toMatchObject({ status: 429, body: { code: 'UPLOAD_LIMIT', success: false } });
    expect(Number(lateAnswer.headers['retry-after'])).toBeGreaterThan(3500);
    server.setClock(() => new Date(Date.now() + 61 * 60_000));
    expect((await upload(server, newSeller, await makeJpeg(60, 40))).status).toBe(200);
    server.setClock(() => new Date());
  });

  it('hold 200 MB: what does not fit any more is refused, and a known picture costs nothing', async () => {
    const bytes = await makeJpeg(60, 40);
    const knownUploadAnswer = await upload(server, seller, bytes);
    await queryRows('UPDATE image_upload SET bytes = $2 WHERE account_id = $1', [seller.id, 200 * 1024 * 1024 - 10]);
    expect(await upload(server, seller, await makeJpeg())).toMatchObject({
      status: 409,
      body: { code: 'IMAGE_QUOTA' },
    });
    expect(await upload(server, seller, bytes)).toMatchObject({ status: 200, body: knownUploadAnswer.body });
    expect(await readUploadsOf(seller)).toHaveLength(2);
  });
});

describe('AVIF', () => {
  it('is made by a job, and served to browsers that take it under the same URL', async () => {
    const { id, url } = await uploadTestImage(server, seller);
    const jobs = await queryRows("SELECT data FROM pgboss.job WHERE name = 'picture-avif' AND data->>'key' = $1", [id]);
    expect(jobs).toMatchObject([{ data: { key: id } }]);
    expect((await fetchImage(url, 'image/avif,image/webp')).headers.get('content-type')).toBe('image/webp');
    expect((await fetchImage(`/media/${id}-960.avif`)).status).toBe(404);
    const { startJobs } = await import('../jobs/start-jobs.ts');
    await startJobs(server.context);
    await expect
      .poll(() => queryRows('SELECT avif_at FROM image WHERE key = $1 AND avif_at IS NOT NULL', [id]))
      .toHaveLength(1);
    const servedImage = await fetchImage(url, 'image/avif,image/webp,*/*');
    expect([servedImage.headers.get('content-type'), (await readImageMetadata(servedImage.bytes)).compression]).toEqual(
      ['image/avif', 'av1'],
    );
    expect((await fetchImage(url)).headers.get('content-type')).toBe('image/webp');
    expect((await fetchImage(`/media/${id}-960.avif`)).status).toBe(200);
    expect((await listStoredFiles()).filter((name) => name.includes(id)).length).toBe(4);
  });
});

describe('a path below /media', () => {
  it.each([
    '/media/0123456789abcdef0123-960.webp',
    '/media/0123456789abcdef0123-961.webp',
    '/media/0123456789abcdef0123-960.svg',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/%2e%2e/secret-session',
    '/media/',
  ])('that names no picture is nothing: %s', async (path) => {
    expect((await fetchImage(path)).status).toBe(404);
  });
});
