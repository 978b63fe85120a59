import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ignoredFolders = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'screenshots']);
/** Folders at the root that are ignored: run-time data and documents. */
const ignoredRootFolders = new Set(['data', 'docs']);

/**
 * Lists every file of the checkout that is written by hand, in sorted order.
 * @param root absolute path of the checkout
 * @returns paths relative to the checkout, with slashes
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

function isIgnored(name: string, parentFolder: string): boolean {
  return name.startsWith('.') || ignoredFolders.has(name) || (parentFolder === '' && ignoredRootFolders.has(name));
}

/** Whether a file is source code that the checks parse. Generated files are excluded. */
export function isSource(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path) && !/\.(gen|d)\.ts$/.test(path);
}
