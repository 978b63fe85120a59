import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findRunningEmbedded } from '@carhouse/database/embedded/find-running';
import { startEmbeddedPostgres } from '@carhouse/database/embedded/start-embedded';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seeded } from '../testing/seeded.ts';

const rounds = 5;
const writers = 8;
const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const password = 'Crash!Password1';

let dataDir: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-crash-'));
  // Root's PostgreSQL runs as another user, who has to get there; else the database would be kept, and left, elsewhere.
  await chmod(dataDir, 0o711);
});
afterEach(async () => {
  if (running !== undefined) await stopProduct(running);
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the whole product on the data directory as a user would, without the demo. @returns where it answers. */
async function startProduct(): Promise<{ url: string; node: ChildProcess }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production', DATABASE_URL: '' };
  const node = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running = node;
  for await (const line of createInterface({ input: node.stdout })) {
    const url = /is ready at (http\S+)/.exec(line)?.[1];
    if (url !== undefined) return { url, node };
  }
  throw new Error('The product did not come up.');
}

async function stopProduct(node: ChildProcess): Promise<void> {
  running = undefined;
  if (node.exitCode !== null || node.signalCode !== null) return;
  const exited = once(node, 'exit');
  node.kill('SIGTERM');
  await exited;
}

/** `kill -9` of the node process and of PostgreSQL with all its processes, at one moment. */
async function killEverything(node: ChildProcess): Promise<void> {
  const exited = once(node, 'exit');
  const postmaster = await postmasterPid();
  running = undefined;
  node.kill('SIGKILL');
  // The server is the leader of a process group of its own.
  process.kill(-postmaster, 'SIGKILL');
  await exited;
}

async function postmasterPid(): Promise<number> {
  const url = await findRunningEmbedded(dataDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ file: string }>("SELECT current_setting('data_directory') AS file");
  await client.end();
  const text = await readFile(join(rows[0]?.file ?? '', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

async function post(url: string, path: string, body: object, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) };
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function signUp(url: string, email: string, role: 'Buyer' | 'Seller'): Promise<string> {
  const answer = await post(url, '/api/auth/sign-up/email', {
    name: role,
    email,
    password,
    image: 'https://photos.example/a.png',
  });
  const token = answer.headers.get('set-auth-token') ?? '';
  const chosen = await post(url, '/api/users', { role, email }, token);
  if (chosen.status !== 200) throw new Error(`Sign-up answered ${answer.status} and ${chosen.status}.`);
  return token;
}

/** One car for each writer, straight into the database. */
async function listCars(sql: pg.Pool): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use, year_of_purchase, description, status, posted_at, updated_at)
     SELECT gen_random_uuid(), account.id, 'Audi', 'A6', 'Bedok', 5000000, 3, 2023, '', 'available', now(), now()
     FROM account, generate_series(1, $1) WHERE role = 'Seller' RETURNING id`,
    [writers],
  );
  return rows.map((row) => row.id);
}

describe('the product under kill -9', () => {
  it(`keeps every acknowledged booking through ${rounds} rounds`, { timeout: 120_000 }, async () => {
    const chance = seeded(7);
    let { url, node } = await startProduct();
    await signUp(url, 'seller@crash.example', 'Seller');
    const tokens = await Promise.all(
      Array.from({ length: writers }, (_, place) => signUp(url, `buyer${place}@crash.example`, 'Buyer')),
    );
    const acknowledged = new Set<string>();
    let cars: string[] = [];

    for (let round = 1; round <= rounds; round += 1) {
      const sql = new pg.Pool({ connectionString: await findRunningEmbedded(dataDir), max: 2 });
      sql.on('error', () => {});
      if (cars.length === 0) cars = await listCars(sql);
      const before = acknowledged.size;
      // Each writer books its car, closes the booking behind the product's back so that it may book again, and goes on until the end.
      const write = async (place: number): Promise<void> => {
        for (;;) {
          const answer = await post(
            url,
            '/api/bookingData',
            { productId: cars[place], meetingDate: 'any', buyerNumber: '1' },
            tokens[place],
          );
          const { insertedId } = (await answer.json()) as { insertedId?: string };
          if (insertedId === undefined) continue;
          acknowledged.add(insertedId);
          await sql.query("UPDATE booking SET status = 'cancelled', closed_at = now() WHERE id = $1", [insertedId]);
        }
      };
      const writing = Promise.allSettled(Array.from({ length: writers }, (_, place) => write(place)));
      await new Promise((resolve) => setTimeout(resolve, 200 + 800 * chance()));
      await killEverything(node);
      await writing;
      await sql.end();
      expect(acknowledged.size).toBeGreaterThan(before);
      ({ url, node } = await startProduct());
    }
    await stopProduct(node);
    expect(await missing(acknowledged)).toEqual([]);
  });
});

/** The acknowledged bookings that are not in the database. */
async function missing(acknowledged: ReadonlySet<string>): Promise<string[]> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  const { rows } = await sql.query<{ id: string }>('SELECT id FROM booking');
  await sql.end();
  await database.stop();
  const present = new Set(rows.map((row) => row.id));
  return [...acknowledged].filter((id) => !present.has(id));
}
