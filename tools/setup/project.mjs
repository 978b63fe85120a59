import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout, without a trailing slash. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * Reads the folders of the workspaces from package.json; the paths are relative to the checkout.
 * @param {string} folder the checkout
 * @returns {string[]} empty when package.json cannot be read
 */
export function listWorkspaceFolders(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).workspaces ?? [];
  } catch {
    return [];
  }
}

/** An error that the user can correct. A SetupFault is printed as one line without a stack. */
export class SetupFault extends Error {}

/**
 * Runs a command's main function. A SetupFault ends the process with its message and exit code 1.
 * @param {() => Promise<void>} main
 */
export function runCommand(main) {
  main().catch((error) => {
    console.error(error instanceof SetupFault ? error.message : error);
    process.exit(1);
  });
}
