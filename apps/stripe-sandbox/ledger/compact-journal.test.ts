import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readJournal, startCompactingJournal } from './journal.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-journal-'));
  path = join(folder, 'account.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The final values that the lines `key=value` set. */
function parseKeyValues(lines: readonly string[]): Map<string, string> {
  return new Map(lines.map((line) => line.split('=', 2) as [string, string]));
}

it('is compacted when it has grown, loses no line and keeps their order', async () => {
  const state = new Map<string, string>();
  const journal = await startCompactingJournal(path, () => [...state].map((entry) => entry.join('=')), 2_000);
  const appendPromises: Promise<void>[] = [];
  for (let nth = 0; nth < 3_000; nth += 1) {
    const [key, value] = [`key${nth % 10}`, `${'x'.repeat(20)}${nth}`];
    state.set(key, value);
    appendPromises.push(journal.appendLine(`${key}=${value}`));
    if (nth % 50 === 0) await journal.waitUntilStored();
  }
  await Promise.all(appendPromises);
  await journal.close();
  expect(parseKeyValues(await readJournal(path))).toEqual(state);
  // All lines together are 100 KB.
  expect((await stat(path)).size).toBeLessThan(20_000);
});
