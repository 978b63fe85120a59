import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ignoredFolders = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'screenshots']);
/** Folders that only the root has: run-time data and documents. */
const ignoredAtRoot = new Set(['data', 'docs']);

/**
 * Every file of the checkout that people write, sorted.
 * @param root absolute path of the checkout
 * @returns paths from the root, with slashes
 */
export function listFiles(root: string): string[] {
  return listFolder(root, '').sort();
}

function listFolder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isIgnored(entry.name, folder) ? [] : listFolder(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function isIgnored(name: string, parent: string): boolean {
  return name.startsWith('.') || ignoredFolders.has(name) || (parent === '' && ignoredAtRoot.has(name));
}

/** Source files that are parsed; generated ones are not ours to shape. */
export function isSource(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path) && !/\.(gen|d)\.ts$/.test(path);
}
