import { readFile } from 'node:fs/promises';
import { environmentSchema } from '@carhouse/server/config/environment-schema';
import { expect, it } from 'vitest';
import { environmentFile, insertVariables } from './print-environment.ts';

it('docs/environment.md has the variables that the server reads (node tools/print-environment.ts writes them)', async () => {
  const text = await readFile(environmentFile, 'utf8');
  expect(insertVariables(text)).toBe(text);
});

it('has one row for each variable, with its default and its form', async () => {
  const text = await readFile(environmentFile, 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const names = rows.map((row) => /^\| `([A-Z0-9_]+)`/.exec(row)?.[1]);
  expect(new Set(names)).toEqual(new Set(Object.keys(environmentSchema.shape)));
  expect(names).toHaveLength(Object.keys(environmentSchema.shape).length);
  expect(
    rows.filter((row) => row.split(/(?<!\\)\|/).some((cell, index) => index > 0 && index < 6 && cell.trim() === '')),
  ).toEqual([]);
  expect(text).toContain('| `PORT` | `3000` | a number |');
  expect(text).toContain('| `DATABASE_URL` (or `DATABASE_URL_FILE`) | unset | starting with postgres:// |');
});
