import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { noPaceLimitVariables } from '@carhouse/server/testing/without-limits';

export type StartedProduct = { readonly url: string; readonly dataDir: string; stop(): Promise<void> };

/**
 * Starts the product in the same way as `npm start`, with a new data directory and the demo data.
 * @param settings further variables of the configuration.
 */
export async function startProduct(
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-e2e-'));
  // PostgreSQL that is started by root runs as another user, who needs access to the folder. Without access to the
  // folder, PostgreSQL would store the database in another folder.
  await chmod(dataDir, 0o711);
  const serverProgram = fileURLToPath(new URL('../../apps/server/main.ts', import.meta.url));
  const { DATABASE_URL: _none, NODE_ENV: _unset, ...env } = process.env;
  const product = spawn(process.execPath, [serverProgram], {
    env: {
      ...env,
      // Sellers in these tests import lists without a review by an admin. The review by an admin is tested over HTTP.
      IMPORT_REVIEW: 'nobody',
      // A parallel test may create a second admin. With this threshold no refund needs the approval of a second admin.
      REFUND_SECOND_ADMIN_ABOVE: '99999999',
      ...noPaceLimitVariables,
      // The browsers share the processors with the server. On a busy machine the server would otherwise refuse the
      // requests of the tests.
      OVERLOAD_DELAY_MS: '60000',
      // Some tests wait until a seller is paid, which takes several runs of the reconciler.
      RECONCILE_SECONDS: '5',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      // The URL has a host name, because browsers refuse passkeys for an IP address.
      PUBLIC_URL: `http://localhost:${port}`,
      // Each test has its own client address. `NODE_ENV` is `test`, because a server with a configured proxy would
      // otherwise count as public.
      NODE_ENV: 'test',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exitPromise = once(product, 'exit');
  const url = await waitForReadyUrl(product.stdout);
  const stop = async (): Promise<void> => {
    product.kill('SIGTERM');
    await exitPromise;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, dataDir, stop };
}

async function waitForReadyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /is ready at (http\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The product did not come up: its own lines are above.');
}
