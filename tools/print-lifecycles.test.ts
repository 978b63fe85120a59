import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { lifecyclesFile, printLifecycles } from './print-lifecycles.ts';

it('docs/lifecycles.md says what the tables say (node tools/print-lifecycles.ts writes it)', async () => {
  expect(await readFile(lifecyclesFile, 'utf8')).toBe(printLifecycles());
});
