import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openCards } from './open-cards.ts';

const log = pino({ level: 'silent' });
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-cards-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const open = () => openCards(readConfig(false, { DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1/x' }), log);

it('lets nobody else keep the account of the sandbox provider while a house keeps it', async () => {
  const first = await open();
  await expect(open()).rejects.toMatchObject({ code: 'DATA_DIR_LOCKED' });
  await first.sandbox?.close();
  const second = await open();
  await second.sandbox?.close();
});
