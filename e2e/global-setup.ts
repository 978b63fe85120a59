import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Starts the product as `npm start` does, on a data directory of its own with the demo story, and stops it after the run.
 * With CARHOUSE_URL set, the tests use the product that answers there.
 */
async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.CARHOUSE_URL !== undefined) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-e2e-'));
  // Root's PostgreSQL runs as another user, who has to get there; else the database would be kept, and left, elsewhere.
  await chmod(dataDir, 0o711);
  const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));
  const { DATABASE_URL: _none, NODE_ENV: _unset, ...env } = process.env;
  const product = spawn(process.execPath, [main], {
    env: { ...env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(product, 'exit');
  process.env.CARHOUSE_URL = await readyUrl(product.stdout);
  return async () => {
    product.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /is ready at (http\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The product did not come up: its own lines are above.');
}

export default startProduct;
