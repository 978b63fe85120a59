import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isPackageMissing, removePackages } from './install.mjs';

const zodPackage = { version: '4.6.7' };
const coreLink = { resolved: 'core', link: true };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carhouse-install-'));
  mkdirSync(join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('somethingIsMissing', () => {
  test('is true when npm has not finished an installation', () => {
    writeLockfile({ 'node_modules/zod': zodPackage });
    expect(isPackageMissing(folder)).toBe(true);
  });

  test('is true when a package is absent or has another version', () => {
    writeLockfile({ 'node_modules/zod': zodPackage, 'node_modules/@carhouse/core': coreLink });
    writeInstalledPackages({ 'node_modules/zod': zodPackage });
    expect(isPackageMissing(folder)).toBe(true);
    writeInstalledPackages({ 'node_modules/zod': { version: '4.6.6' }, 'node_modules/@carhouse/core': coreLink });
    expect(isPackageMissing(folder)).toBe(true);
  });

  test('is false when all are there, when there are more, and when only optional ones are absent', () => {
    writeLockfile({
      '': {},
      'packages/domain': { version: '0.1.0' },
      'node_modules/zod': zodPackage,
      'node_modules/fsevents': { ...zodPackage, optional: true },
    });
    writeInstalledPackages({
      'node_modules/zod': { ...zodPackage, resolved: 'from-some-registry' },
      'node_modules/more': zodPackage,
    });
    expect(isPackageMissing(folder)).toBe(false);
  });
});

test('the packages of an interrupted installation are removed, also in the workspaces, and nothing else', () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ workspaces: ['packages/auth'] }));
  mkdirSync(join(folder, 'packages/auth/node_modules/half'), { recursive: true });
  writeLockfile({});
  removePackages(folder);
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  expect(existsSync(join(folder, 'packages/auth/node_modules'))).toBe(false);
  expect(existsSync(join(folder, 'packages/auth'))).toBe(true);
  expect(existsSync(join(folder, 'package-lock.json'))).toBe(true);
});

test('a missing lockfile is reported with the way to restore it', () => {
  expect(() => isPackageMissing(folder)).toThrow('git checkout package-lock.json');
});

function writeLockfile(packages: Record<string, object>): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function writeInstalledPackages(packages: Record<string, object>): void {
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}
