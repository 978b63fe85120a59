import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { startTestServer } from './test-server.ts';

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

  test('is the given one when a URL is given', async () => {
    const server = await startTestServer('postgres://someone:secret@db.example:5433/first?sslmode=require');
    expect(server.databaseUrl('worker_2')).toBe('postgres://someone:secret@db.example:5433/worker_2?sslmode=require');
    await server.stop();
  });
});
