import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSources } from './web-build.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carhouse-web-'));
  writeSource('apps/web/routes/index.tsx', 'one');
  writeSource('packages/domain/money/money.ts', 'one');
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  'apps/web/routes/index.tsx',
  'packages/domain/money/money.ts',
  'packages/contract/texts.ts',
  'package-lock.json',
])('the built web app is stale after a change of %s', (path) => {
  const hashBefore = hashSources(folder);
  writeSource(path, 'two');
  expect(hashSources(folder)).not.toBe(hashBefore);
});

test.each([
  'apps/web/dist/client/app.js',
  'apps/web/node_modules/x/index.js',
  'packages/domain/money/money.test.ts',
  'apps/web/tree.gen.ts',
  'apps/server/app.ts',
])('the built web app stays fresh after a change of %s', (path) => {
  const hashBefore = hashSources(folder);
  writeSource(path, 'two');
  expect(hashSources(folder)).toBe(hashBefore);
});

function writeSource(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
