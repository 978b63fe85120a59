import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { readConfigFaults } from '../testing/read-config-faults.ts';
import { readCommandEnvironment } from './secret-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carhouse-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function writeSecret(name: string, text: string): Promise<string> {
  const filePath = join(folder, name);
  await writeFile(filePath, text);
  return filePath;
}

it('takes the text of the file without the line break at its end', async () => {
  const sessionFilePath = await writeSecret('session', `${'s'.repeat(40)}\n`);
  const databaseFilePath = await writeSecret('database', 'postgres://a:b@127.0.0.1/c');
  const env = { SESSION_SECRET_FILE: sessionFilePath, DATABASE_URL_FILE: databaseFilePath };
  expect(readConfig(false, env)).toMatchObject({
    sessionSecret: 's'.repeat(40),
    database: { kind: 'server', url: 'postgres://a:b@127.0.0.1/c' },
  });
  expect(readCommandEnvironment(env).DATABASE_URL).toBe('postgres://a:b@127.0.0.1/c');
});

it('checks the value of a file as it checks the value of a variable, and never prints it', async () => {
  const filePath = await writeSecret('short', 'too-short');
  expect(readConfigFaults({ SESSION_SECRET_FILE: filePath })).toEqual([
    'SESSION_SECRET: must have at least 32 characters',
  ]);
});

it('refuses a file beside the variable, a missing file and an empty one', async () => {
  const filePath = await writeSecret('token', 'x'.repeat(16));
  const emptyFilePath = await writeSecret('empty', '\n');
  expect(
    readConfigFaults({
      METRICS_TOKEN_FILE: filePath,
      METRICS_TOKEN: 'y'.repeat(16),
      SMTP_URL_FILE: join(folder, 'none'),
    }),
  ).toEqual([
    'SMTP_URL_FILE: the file cannot be read (ENOENT)',
    'METRICS_TOKEN_FILE: is set beside METRICS_TOKEN; unset one of them',
  ]);
  expect(readConfigFaults({ SESSION_SECRET_FILE: emptyFilePath })).toContain('SESSION_SECRET_FILE: the file is empty');
  expect(() => readCommandEnvironment({ DATABASE_URL_FILE: join(folder, 'none') })).toThrow('cannot be read');
});

it('reads files for secrets only', async () => {
  const filePath = await writeSecret('port', '4000');
  expect(readConfig(false, { PORT_FILE: filePath }).port).toBe(3000);
});
