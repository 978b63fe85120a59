import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Options } from '../s3-options.ts';

export type TestBucket = {
  /** Options for a client of the bucket. */
  readonly options: S3Options;
  /** Stops the service, to simulate an outage. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/**
 * An S3-compatible server on a free loopback port, with one empty bucket in its own folder. The server has one user and
 * does not check signatures.
 */
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
  let stopPromise: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopPromise ??= service.close();
    return stopPromise;
  };
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'pictures-of-cars',
      region: 'us-east-1',
      // This is the only user of s3rver.
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

/**
 * Finds a free port. s3rver cannot choose a port itself, because 0 means its default port. The port is below the range
 * that the system assigns, so that no other program gets it.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer();
    const isPortFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isPortFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
