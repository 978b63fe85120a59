import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Options } from '../s3-image-store.ts';

export type TestBucket = {
  /** What a client of the bucket is given. */
  readonly options: S3Options;
  /** Stops the service, as if it were down. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/** A real server of S3's language on a free loopback port, with one empty bucket in a folder of its own. It knows its one user by name, and does not check signatures. */
export async function startTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'carhouse-test-bucket-'));
  const service = new S3rver({
    address: '127.0.0.1',
    port: await freePort(),
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'pictures-of-cars', configs: [] }],
  });
  const { port } = await service.run();
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= service.close();
    return stopped;
  };
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'pictures-of-cars',
      region: 'us-east-1',
      // the only person that s3rver knows
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      timeout: 60_000,
    },
    stop,
    close: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** s3rver takes port 0 for its usual port. Below those that systems give to the person who asks for any, so that it stays free. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
