import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { lifecyclesFile, printLifecycles } from './print-lifecycles.ts';

it('docs/lifecycles.md equals the tables (node tools/print-lifecycles.ts writes it)', async () => {
  expect(await readFile(lifecyclesFile, 'utf8')).toBe(printLifecycles());
});
