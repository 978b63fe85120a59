import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
// The section after the tables tells how to find other sentences, and names no tests.
const [tables = ''] = readFileSync(`${root}docs/specification.md`, 'utf8').split('\n## How to find');
const lines = tables.split('\n');

test('docs/specification.md names a test that is there for every sentence', () => {
  const rows = lines.filter((line) => line.startsWith('| ') && !/^\| (?:sentence|---) /.test(line));
  expect(rows.length).toBeGreaterThan(40);
  const faults = rows.filter((row) => {
    const [, file, title] = /\| `(tests\/e2e\/[\w-]+\.test\.ts)` › ([^|]+) \|$/.exec(row) ?? [];
    if (file === undefined || title === undefined || !existsSync(root + file)) return true;
    // A title is the first thing that a test of the file is given.
    const source = readFileSync(root + file, 'utf8');
    return !source.split('\n').some((line) => /^\s*(?:test\(|['`])/.test(line) && line.includes(title));
  });
  expect(faults).toEqual([]);
});
