import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listWorkspaceFolders } from '../../tools/setup/project.mjs';
import type { Edit, Mutant } from './mutant.ts';

export interface ProjectCopy {
  folder: string;
  /** Runs the test files on the copy in its current state. */
  test(files: readonly string[]): Promise<TestOutcome>;
  close(): void;
}

/** The outcome of a run. `broken`: there is no result, because the files could not be read or the runner failed. */
export type TestOutcome = { readonly kind: 'passed' | 'failed' | 'broken'; readonly output: string };

const project = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Time limit in milliseconds for each test file of a run, which is longer than any file takes. A mutant that makes a
 * test hang counts as noticed, because the run ends at the time limit.
 */
const fileTimeoutMs = 240_000;

/**
 * Makes a copy of the project's files with the packages, so that no mutant is ever written into the real files. The
 * tests of the copy create their databases on the server at `databaseUrl`.
 */
export function openProjectCopy(databaseUrl: string): ProjectCopy {
  const folder = join(project, '.cache', 'mutants');
  rmSync(folder, { recursive: true, force: true });
  for (const file of listFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(project, file), join(folder, file));
  }
  // Packages find each other through links in node_modules, so these links are copied as well. The copy consists of
  // hard links, which take no space on the disk.
  const packageFolders = ['.', ...listWorkspaceFolders(project)].map((workspace) => join(workspace, 'node_modules'));
  for (const packageFolder of packageFolders) linkTree(join(project, packageFolder), join(folder, packageFolder));
  return {
    folder,
    test: (files) => runTests(folder, files, databaseUrl),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Returns the text of a file with the edit of a mutant.
 * @throws Error when the text to replace does not occur exactly once.
 */
export function applyEdit(wholeText: string, { file, find, replace }: Edit): string {
  const occurrenceCount = wholeText.split(find).length - 1;
  if (occurrenceCount !== 1)
    throw new Error(`does not apply: the text to replace occurs ${occurrenceCount} times in ${file}`);
  return wholeText.replace(find, () => replace);
}

/**
 * Applies a mutant to the copy.
 * @returns a function that restores the copy.
 * @throws Error when the text to replace does not occur exactly once.
 */
export function applyMutant(projectCopy: ProjectCopy, mutant: Mutant): () => void {
  const changed: { readonly path: string; readonly wholeText: string }[] = [];
  const restore = (): void => {
    for (const { path, wholeText } of changed.reverse()) writeFileSync(path, wholeText);
  };
  for (const edit of mutant.edits) {
    const path = join(projectCopy.folder, edit.file);
    const wholeText = readFileSync(path, 'utf8');
    try {
      writeFileSync(path, applyEdit(wholeText, edit));
    } catch (error) {
      restore();
      throw error;
    }
    changed.push({ path, wholeText });
  }
  return restore;
}

function listFiles(): string[] {
  const result = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
  });
  return result
    .toString()
    .split('\0')
    .filter((file) => file !== '' && !/^docs\/screenshots\//.test(file));
}

function linkTree(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'pipe' });
  } catch (error) {
    if (!/No such file/.test(String((error as { stderr?: Buffer }).stderr))) throw error;
  }
}

function runTests(folder: string, files: readonly string[], databaseUrl: string): Promise<TestOutcome> {
  return new Promise((resolve, reject) => {
    const vitestPath = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
    // A test that waits for a condition which the mutant prevents fails after a minute, because this option shortens
    // the longer limit for busy machines.
    const options = ['--reporter=default', '--bail=1', '--expect.poll.timeout=60000'];
    const child = spawn(process.execPath, [vitestPath, 'run', ...options, ...files], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', TEST_DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    let hasTimedOut = false;
    const killTimer = setTimeout(() => {
      hasTimedOut = true;
      child.kill('SIGTERM');
    }, fileTimeoutMs * files.length);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(killTimer);
      resolve({ kind: hasTimedOut ? 'failed' : toOutcomeKind(code, output), output });
    });
  });
}

function toOutcomeKind(code: number | null, output: string): TestOutcome['kind'] {
  if (code === 0) return /Tests\s+\d+ passed/.test(output) ? 'passed' : 'broken';
  return /Tests\s+\d+ failed/.test(output) || code === null ? 'failed' : 'broken';
}
