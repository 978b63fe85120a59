import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startScriptsLate } from './late-scripts.ts';

const files = { sheets: [], chunks: ['/assets/libraries-a1.js'], entry: '/assets/main-b2.js', fonts: 'null' };

type Screen = {
  visibilityState?: 'hidden';
  fonts?: Promise<unknown>;
  images?: readonly object[];
  broughtFonts?: () => Promise<void>;
  timeout?: Promise<unknown>;
};

/** Runs the script of the page as a browser does. @returns what the script adds to the page, in order. */
async function started(script: string, screen: Screen = {}): Promise<unknown[]> {
  expect(script).not.toContain('<');
  const made: unknown[] = [];
  const body = {
    insertAdjacentHTML: (_where: string, text: string) => made.push(text),
    append: (node: object) => made.push({ ...node }),
  };
  const head = { insertAdjacentHTML: (_where: string, text: string) => made.push({ head: text }) };
  const document = {
    visibilityState: screen.visibilityState ?? 'visible',
    fonts: { ready: screen.fonts ?? Promise.resolve() },
    querySelectorAll: () => screen.images ?? [],
    createElement: (tag: string) => ({ tag }),
    head,
    body,
  };
  const wait = (act: () => void, milliseconds = 0) =>
    milliseconds === 0 ? queueMicrotask(act) : void (screen.timeout ?? never).then(act);
  const { broughtFonts } = screen;
  runInNewContext(script, { document, broughtFonts, requestAnimationFrame: wait, setTimeout: wait });
  if (screen.visibilityState === undefined) expect(made).toEqual([]);
  await settle();
  return made;
}

const never = new Promise<never>(() => undefined);

/** Waits until all promises that need no external event have settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('asks for the scripts once the page has been painted, chunks first', async () => {
  expect(await started(startScriptsLate(files))).toEqual([
    '<link rel="modulepreload" href="/assets/libraries-a1.js">',
    { tag: 'script', type: 'module', async: true, src: '/assets/main-b2.js' },
  ]);
});

test('asks then for the files of the style sheets that stand in the page, ahead of those of later pages', async () => {
  // The page already contains these rules, so the files are fetched only into the cache for later pages.
  const [sheets] = await started(startScriptsLate({ ...files, sheets: ['/assets/main-c3.css'] }));
  expect(sheets).toEqual({ head: '<link rel="stylesheet" media="not all" href="/assets/main-c3.css">' });
});

test('lets the font and the urgent pictures come first, but not for ever', async () => {
  const script = startScriptsLate(files);
  const font = Promise.withResolvers<void>();
  const timeout = Promise.withResolvers<void>();
  const loads: (() => void)[] = [];
  const slow = { complete: false, addEventListener: (_type: string, done: () => void) => loads.push(done) };
  const waiting = await started(script, { fonts: font.promise, images: [{ complete: true }, slow] });
  font.resolve();
  await settle();
  expect(waiting).toEqual([]);
  loads[0]?.();
  await settle();
  expect(waiting).toHaveLength(2);

  const startedByTimeout = await started(script, { fonts: never, timeout: timeout.promise });
  expect(startedByTimeout).toEqual([]);
  timeout.resolve();
  await settle();
  expect(startedByTimeout).toHaveLength(2);
});

test('brings the fonts of a page after the first paint, before its scripts, and where nobody sees it', async () => {
  const script = startScriptsLate({ ...files, fonts: 'broughtFonts()' });
  let loadedFiles = 0;
  const fonts = () => {
    loadedFiles += 1;
    return Promise.resolve();
  };
  expect(await started(script, { broughtFonts: fonts, fonts: never })).toEqual([]);
  expect(loadedFiles).toBe(1);
  expect(await started(script, { broughtFonts: fonts, visibilityState: 'hidden' })).toHaveLength(2);
  expect(loadedFiles).toBe(2);
});

test('asks at once in a window that nobody sees: nothing is painted there', async () => {
  const late = { visibilityState: 'hidden', fonts: never } as const;
  expect(await started(startScriptsLate(files), late)).toHaveLength(2);
});
