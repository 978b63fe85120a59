import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { offlineMessages } from '#messages/offline';
import type { language, sharedMessages } from '#messages/shared';

/** The files that the offline page needs. The service worker stores the files of the offline page (public/sw.js). */
const offlinePageFiles = ['offline.css', 'offline.js', 'favicon.svg'] as const;
/** The placeholder in `public/sw.js` that the build replaces by the version of the cache. */
const versionPlaceholder = "'version of the build'";

type OfflineTexts = typeof offlineMessages & {
  readonly tag: (typeof language)['tag'];
  readonly tryAgain: (typeof sharedMessages)['tryAgain'];
};

/**
 * Writes the offline page in the language of the build, and the version of the service worker's cache. The version is a
 * hash of the page and its files, so that a build with another page, style or icon replaces the files that browsers
 * have stored.
 * @param client the folder of the files for browsers, with those of `public/`
 * @param messages the folder of the language
 * @throws Error when `sw.js` has no placeholder for the version
 */
export async function writeOfflinePage(client: string, messages: string): Promise<void> {
  const page = join(client, 'offline.html');
  const template = await readFile(page, 'utf8');
  await writeFile(page, fillTemplate(template, await readTexts(messages)));
  const hash = createHash('sha256').update(await readFile(page));
  for (const name of offlinePageFiles) hash.update(await readFile(join(client, name)));
  const worker = join(client, 'sw.js');
  const program = await readFile(worker, 'utf8');
  if (!program.includes(versionPlaceholder)) throw new Error(`${worker} has no ${versionPlaceholder}.`);
  await writeFile(worker, program.replace(versionPlaceholder, `'${hash.digest('hex').slice(0, 16)}'`));
}

async function readTexts(messages: string): Promise<OfflineTexts> {
  const loadTexts = (name: string) => import(pathToFileURL(join(messages, name)).href);
  const { offlineMessages } = await loadTexts('offline.ts');
  const { language, sharedMessages } = await loadTexts('shared.ts');
  return { ...offlineMessages, tag: language.tag, tryAgain: sharedMessages.tryAgain };
}

/** Replaces placeholders such as `{{title}}` by their texts. @throws Error for a placeholder without a text */
function fillTemplate(template: string, texts: OfflineTexts): string {
  const textsByName = new Map<string, string>(Object.entries(texts));
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const text = textsByName.get(name);
    if (text === undefined) throw new Error(`The offline page has no text ${name}.`);
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  });
}
