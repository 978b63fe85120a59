import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { importFile, insertBudgets, insertLimits, operationsFile } from './print-limits.ts';

it('docs/operations.md has the limits of the server (node tools/print-limits.ts writes them)', async () => {
  const text = await readFile(operationsFile, 'utf8');
  expect(insertLimits(text)).toBe(text);
});

it('docs/import.md has the budgets of an import (the same program writes them)', async () => {
  const text = await readFile(importFile, 'utf8');
  expect(insertBudgets(text)).toBe(text);
});
