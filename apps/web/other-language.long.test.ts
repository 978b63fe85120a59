import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const runCommand = promisify(execFile);
/** The timeout of the test in milliseconds, which is enough for a build on a busy machine. */
const timeoutMs = 600_000;
const root = import.meta.dirname;

/** A copy of the English texts in a folder that only this test reads. */
let temporaryFolder: string;
let folder: string;

beforeEach(async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  temporaryFolder = await mkdtemp(join(root, '.cache', 'messages-'));
  await cp(join(root, 'messages/en'), temporaryFolder, { recursive: true });
  folder = `../.cache/${basename(temporaryFolder)}`;
});
afterEach(() => rm(temporaryFolder, { recursive: true, force: true }));

function runBuild(outputFolder: string) {
  return runCommand(process.execPath, [join(root, 'build.ts'), `--language=${folder}`, `--out=${outputFolder}`]);
}

async function replaceText(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(temporaryFolder, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(temporaryFolder, file), text.replace(from, to));
}

test('a build in another language has its texts and none of the English ones that they replace', {
  timeout: timeoutMs,
}, async () => {
  await replaceText('shared.ts', "tag: 'en-SG'", "tag: 'de-DE'");
  await replaceText('compare.ts', "back: 'Back to the cars'", "back: 'Zu den Autos'");
  const outputFolder = join(temporaryFolder, 'dist');
  await runBuild(outputFolder);
  const server = await readFile(join(outputFolder, 'server', 'entry-server.js'), 'utf8');
  const assetNames = await readdir(join(outputFolder, 'server', 'assets')).catch(() => []);
  const allTexts = [
    server,
    ...(await Promise.all(assetNames.map((name) => readFile(join(outputFolder, 'server/assets', name), 'utf8')))),
  ];
  expect(allTexts.some((text) => text.includes('Zu den Autos'))).toBe(true);
  expect(allTexts.some((text) => text.includes('de-DE'))).toBe(true);
  expect(allTexts.some((text) => text.includes('Back to the cars'))).toBe(false);
});

test('a missing message, or a message with other parameters, is a type error that names the message', {
  timeout: timeoutMs,
}, async () => {
  await replaceText('compare.ts', "  clear: 'Clear',\n", '');
  await replaceText('search.ts', 'showAll: (values: string)', 'showAll: (values: boolean)');
  const outputFolder = join(temporaryFolder, 'dist');
  const buildResult = await runBuild(outputFolder).catch((error: unknown) => String(error));
  expect(buildResult).toMatch(/compare-tray\.tsx.*'clear' does not exist/);
  expect(buildResult).toMatch(/word-facet\.tsx.*not assignable to parameter of type 'boolean'/);
  expect(existsSync(outputFolder)).toBe(false);
});
