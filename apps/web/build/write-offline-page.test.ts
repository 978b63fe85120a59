import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeOfflinePage } from './write-offline-page.ts';

const webFolder = join(import.meta.dirname, '..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carhouse-offline-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Builds the offline page after a change of one of its files. @returns the page and the name of the worker's cache */
async function buildOfflinePage(
  change?: { readonly file: string; readonly addedText: string },
  messages = join(webFolder, 'messages/en'),
) {
  await cp(join(webFolder, 'public'), folder, { recursive: true });
  if (change !== undefined) {
    const text = await readFile(join(folder, change.file), 'utf8');
    await writeFile(join(folder, change.file), text + change.addedText);
  }
  await writeOfflinePage(folder, messages);
  const worker = await readFile(join(folder, 'sw.js'), 'utf8');
  return {
    page: await readFile(join(folder, 'offline.html'), 'utf8'),
    version: /const version = '([\da-f]{16})';/.exec(worker)?.[1],
  };
}

test('the version of the cache is the same for the same files, and differs after a change of any file', async () => {
  const { version } = await buildOfflinePage();
  expect(version).toBeDefined();
  expect((await buildOfflinePage()).version).toBe(version);
  const changedVersions = [];
  for (const file of ['offline.html', 'offline.css', 'offline.js', 'favicon.svg']) {
    changedVersions.push((await buildOfflinePage({ file, addedText: '\n' })).version);
  }
  expect(new Set([version, ...changedVersions]).size).toBe(5);
});

test('the version of the cache depends on every file that the worker stores', async () => {
  const worker = await readFile(join(webFolder, 'public/sw.js'), 'utf8');
  const files = [...(/const files = \[(.*)\]/.exec(worker)?.[1] ?? '').matchAll(/'\/([\w.]+)'/g)].map(
    ([, name]) => name,
  );
  expect(['offline.html', ...files].toSorted()).toEqual(['favicon.svg', 'offline.css', 'offline.html', 'offline.js']);
});

test('the offline page has the texts and the language of the build', async () => {
  const messages = join(folder, 'messages');
  await cp(join(webFolder, 'messages/en'), messages, { recursive: true });
  await replaceInFile(join(messages, 'offline.ts'), 'You are offline', 'Offline & "allein" <b>');
  await replaceInFile(join(messages, 'shared.ts'), "tag: 'en-SG'", "tag: 'de-DE'");
  await replaceInFile(join(messages, 'shared.ts'), 'Try again', 'Noch einmal');
  const { page } = await buildOfflinePage(undefined, messages);
  expect(page).toContain('<html lang="de-DE">');
  expect(page).toContain('<h1>Offline &amp; &quot;allein&quot; &lt;b></h1>');
  expect(page).toContain('>Noch einmal</button>');
  expect(page).not.toContain('{{');
  expect(page).not.toContain('You are offline');
});

async function replaceInFile(file: string, oldText: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(oldText, to));
}
