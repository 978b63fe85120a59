import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { readProcess } from './process-facts.ts';
import { startTestServer } from './test-server.ts';

/** Starts a test server in a separate process and then kills this process. */
async function abandonServer(): Promise<{ folder: string; pid: number }> {
  const program = `
    import { startTestServer } from ${JSON.stringify(new URL('./test-server.ts', import.meta.url).href)};
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    const client = new pg.Client({ connectionString: (await startTestServer()).url });
    await client.connect();
    const { rows } = await client.query("SELECT current_setting('data_directory') AS folder, pg_read_file('postmaster.pid') AS pid");
    console.log(JSON.stringify({ folder: rows[0].folder, pid: Number.parseInt(rows[0].pid, 10) }));
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return JSON.parse(line.toString()) as { folder: string; pid: number };
}

describe('the server of the tests', () => {
  test('is a temporary embedded one that removes all its files', async () => {
    const server = await startTestServer();
    const client = new Client({ connectionString: server.databaseUrl('postgres') });
    await client.connect();
    const { rows } = await client.query<{ fsync: string; folder: string }>(
      "SELECT current_setting('fsync') AS fsync, current_setting('data_directory') AS folder",
    );
    await client.end();
    await server.stop();
    expect(rows[0]?.fsync).toBe('off');
    expect(existsSync(rows[0]?.folder ?? '/')).toBe(false);
  });

  test('removes the server of a test run that was killed', async () => {
    const abandonedServer = await abandonServer();
    expect(existsSync(abandonedServer.folder)).toBe(true);
    expect(await readProcess(abandonedServer.pid)).toBeDefined();
    const server = await startTestServer();
    await server.stop();
    expect(existsSync(abandonedServer.folder)).toBe(false);
    expect(await readProcess(abandonedServer.pid)).toBeUndefined();
  });

  test('is the given one when a URL is given', async () => {
    const server = await startTestServer('postgres://someone:secret@db.example:5433/first?sslmode=require');
    expect(server.databaseUrl('worker_2')).toBe('postgres://someone:secret@db.example:5433/worker_2?sslmode=require');
    await server.stop();
  });
});
