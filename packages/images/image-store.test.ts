import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskImageStore } from './disk-image-store.ts';
import { type ImageStore, type ImageVariant, StoreFault } from './image-store.ts';
import { createS3ImageStore } from './s3-image-store.ts';
import { startTestBucket, type TestBucket } from './testing/start-test-bucket.ts';

const newKey = (): string => randomBytes(20).toString('hex');
const variants = (): ImageVariant[] => [
  { width: 480, format: 'webp', bytes: randomBytes(1000) },
  { width: 960, format: 'webp', bytes: randomBytes(300_000) },
];

let folder: string;
let bucket: TestBucket;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carhouse-image-store-'));
  bucket = await startTestBucket();
});
afterEach(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

async function readVariant(store: ImageStore, key: string, width: 480 | 960 | 1600, format: 'webp' | 'avif' = 'webp') {
  const file = await store.open(key, width, format);
  if (file === null) return null;
  const bytes = await buffer(file.stream);
  expect(bytes.length).toBe(file.size);
  return bytes;
}

describe.each([
  ['a folder', () => createDiskImageStore(join(folder, 'images'))],
  ['a bucket', () => createS3ImageStore(bucket.options)],
])('%s', (_storeName, openStore) => {
  it('streams a stored image with its size, and returns null for an unknown one', async () => {
    const store = openStore();
    const [key, files] = [newKey(), variants()];
    await store.put(key, files);
    for (const { width, bytes } of files)
      expect((await readVariant(store, key, width as 480))?.equals(bytes)).toBe(true);
    expect(await readVariant(store, key, 1600)).toBeNull();
    expect(await readVariant(store, key, 960, 'avif')).toBeNull();
    expect(await readVariant(store, newKey(), 960)).toBeNull();
  });

  it('accepts the same image twice, also at the same time', async () => {
    const store = openStore();
    const [key, files] = [newKey(), variants()];
    await Promise.all([store.put(key, files), store.put(key, files), store.put(key, files)]);
    await store.put(key, files);
    expect((await readVariant(store, key, 960))?.equals(files[1]?.bytes ?? Buffer.of())).toBe(true);
  });

  it('removes an image, or one format of it, and ignores files that do not exist', async () => {
    const store = openStore();
    const key = newKey();
    await store.put(key, [...variants(), { width: 480, format: 'avif', bytes: randomBytes(10) }]);
    await store.remove(key, 'avif');
    expect([
      (await readVariant(store, key, 480, 'avif')) === null,
      (await readVariant(store, key, 480)) === null,
    ]).toEqual([true, false]);
    await store.remove(key);
    await store.remove(key);
    expect(await readVariant(store, key, 480)).toBeNull();
  });
});

describe('a folder that cannot be written', () => {
  it('throws a StoreFault, and leaves no file behind', async () => {
    await writeFile(join(folder, 'images'), 'a file in the place of the folder');
    const store = createDiskImageStore(join(folder, 'images'));
    await expect(store.put(newKey(), variants())).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      mayHaveLeftFiles: false,
    });
    expect(await readdir(folder)).toEqual(['images']);
  });

  it('leaves no variant of an image when one of them cannot be saved', async () => {
    const key = newKey();
    const place = join(folder, key.slice(0, 2));
    // The test creates a folder with the path of the second file.
    await mkdir(join(place, `${key}-960.webp`, 'x'), { recursive: true });
    await expect(createDiskImageStore(folder).put(key, variants())).rejects.toMatchObject({ mayHaveLeftFiles: false });
    expect(await readdir(place)).toEqual([`${key}-960.webp`]);
  });

  it('because it is full has its own status (507)', () => {
    for (const cause of [{ code: 'ENOSPC' }, { code: 'EDQUOT' }, { status: 507 }]) {
      expect(new StoreFault(Object.assign(new Error('full'), cause), false).code).toBe('STORAGE_FULL');
    }
  });
});

describe('a bucket', () => {
  it('that denies access, does not exist or does not respond is an error, never a missing image', async () => {
    const [key, files] = [newKey(), variants()];
    await createS3ImageStore(bucket.options).put(key, files);
    const storeWithWrongKey = createS3ImageStore({ ...bucket.options, accessKeyId: 'wrong' });
    const otherBucketStore = createS3ImageStore({ ...bucket.options, bucket: 'another-bucket' });
    for (const store of [storeWithWrongKey, otherBucketStore]) {
      await expect(store.put(newKey(), files)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    }
    await expect(storeWithWrongKey.open(key, 480, 'webp')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    await bucket.stop();
    const storeOfStoppedBucket = createS3ImageStore(bucket.options);
    await expect(storeOfStoppedBucket.put(newKey(), files)).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      mayHaveLeftFiles: false,
    });
    await expect(storeOfStoppedBucket.open(key, 480, 'webp')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    await expect(storeOfStoppedBucket.remove(key)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });

  it('that accepts the connection and never responds runs into the timeout', async () => {
    const silentServer = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silentServer.once('listening', resolve));
    const address = silentServer.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const store = createS3ImageStore({ ...bucket.options, endpoint: `http://127.0.0.1:${port}`, timeout: 200 });
    await expect(store.put(newKey(), variants().slice(0, 1))).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    silentServer.close();
  });
});
