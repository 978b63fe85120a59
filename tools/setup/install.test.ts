import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removePackages, somethingIsMissing } from './install.mjs';

const zod = { version: '4.6.7' };
const core = { resolved: 'core', link: true };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carhouse-install-'));
  mkdirSync(join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('packages are missing', () => {
  test('when npm has not finished an installation', () => {
    lock({ 'node_modules/zod': zod });
    expect(somethingIsMissing(folder)).toBe(true);
  });

  test('when one is absent or has another version', () => {
    lock({ 'node_modules/zod': zod, 'node_modules/@carhouse/core': core });
    installed({ 'node_modules/zod': zod });
    expect(somethingIsMissing(folder)).toBe(true);
    installed({ 'node_modules/zod': { version: '4.6.6' }, 'node_modules/@carhouse/core': core });
    expect(somethingIsMissing(folder)).toBe(true);
  });

  test('unless each is there, more are there, or only optional ones are absent', () => {
    lock({
      '': {},
      'packages/domain': { version: '0.1.0' },
      'node_modules/zod': zod,
      'node_modules/fsevents': { ...zod, optional: true },
    });
    installed({ 'node_modules/zod': { ...zod, resolved: 'from-some-registry' }, 'node_modules/more': zod });
    expect(somethingIsMissing(folder)).toBe(false);
  });
});

test('what a broken-off installation left is removed, in the workspaces too, and nothing else', () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ workspaces: ['packages/auth'] }));
  mkdirSync(join(folder, 'packages/auth/node_modules/half'), { recursive: true });
  lock({});
  removePackages(folder);
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  expect(existsSync(join(folder, 'packages/auth/node_modules'))).toBe(false);
  expect(existsSync(join(folder, 'packages/auth'))).toBe(true);
  expect(existsSync(join(folder, 'package-lock.json'))).toBe(true);
});

test('a missing lockfile is named with the way to mend it', () => {
  expect(() => somethingIsMissing(folder)).toThrow('git checkout package-lock.json');
});

function lock(packages: Record<string, object>): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function installed(packages: Record<string, object>): void {
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}
