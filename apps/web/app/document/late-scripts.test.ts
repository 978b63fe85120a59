import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startScriptsLate } from './late-scripts.ts';

const files = { sheets: [], chunks: ['/assets/libraries-a1.js'], entry: '/assets/main-b2.js', fonts: 'null' };

type Screen = {
  visibilityState?: 'hidden';
  fonts?: Promise<unknown>;
  images?: readonly object[];
  loadFonts?: () => Promise<void>;
  timeout?: Promise<unknown>;
};

/** Runs the script of the page as a browser does. @returns what the script adds to the page, in order. */
async function runScript(script: string, screen: Screen = {}): Promise<unknown[]> {
  expect(script).not.toContain('<');
  const insertedNodes: unknown[] = [];
  const body = {
    insertAdjacentHTML: (_where: string, text: string) => insertedNodes.push(text),
    append: (node: object) => insertedNodes.push({ ...node }),
  };
  const head = { insertAdjacentHTML: (_where: string, text: string) => insertedNodes.push({ head: text }) };
  const document = {
    visibilityState: screen.visibilityState ?? 'visible',
    fonts: { ready: screen.fonts ?? Promise.resolve() },
    querySelectorAll: () => screen.images ?? [],
    createElement: (tag: string) => ({ tag }),
    head,
    body,
  };
  const wait = (act: () => void, milliseconds = 0) =>
    milliseconds === 0 ? queueMicrotask(act) : void (screen.timeout ?? neverResolved).then(act);
  const { loadFonts } = screen;
  runInNewContext(script, { document, loadFonts, requestAnimationFrame: wait, setTimeout: wait });
  if (screen.visibilityState === undefined) expect(insertedNodes).toEqual([]);
  await settle();
  return insertedNodes;
}

const neverResolved = new Promise<never>(() => undefined);

/** Waits until all promises that need no external event have settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('fetches the scripts after the first paint, chunks first', async () => {
  expect(await runScript(startScriptsLate(files))).toEqual([
    '<link rel="modulepreload" href="/assets/libraries-a1.js">',
    { tag: 'script', type: 'module', async: true, src: '/assets/main-b2.js' },
  ]);
});

test('then fetches the files of the inlined style sheets into the cache for later pages', async () => {
  // The page already contains the rules of the style sheet, so the file is fetched only into the cache for later pages.
  const [sheets] = await runScript(startScriptsLate({ ...files, sheets: ['/assets/main-c3.css'] }));
  expect(sheets).toEqual({ head: '<link rel="stylesheet" media="not all" href="/assets/main-c3.css">' });
});

test('waits for the font and the images of high priority, for a limited time', async () => {
  const script = startScriptsLate(files);
  const font = Promise.withResolvers<void>();
  const timeout = Promise.withResolvers<void>();
  const loads: (() => void)[] = [];
  const slow = { complete: false, addEventListener: (_type: string, done: () => void) => loads.push(done) };
  const waiting = await runScript(script, { fonts: font.promise, images: [{ complete: true }, slow] });
  font.resolve();
  await settle();
  expect(waiting).toEqual([]);
  loads[0]?.();
  await settle();
  expect(waiting).toHaveLength(2);

  const startedByTimeout = await runScript(script, { fonts: neverResolved, timeout: timeout.promise });
  expect(startedByTimeout).toEqual([]);
  timeout.resolve();
  await settle();
  expect(startedByTimeout).toHaveLength(2);
});

test('loads the fonts after the first paint and before the scripts, in a hidden window too', async () => {
  const script = startScriptsLate({ ...files, fonts: 'loadFonts()' });
  let loadedFiles = 0;
  const fonts = () => {
    loadedFiles += 1;
    return Promise.resolve();
  };
  expect(await runScript(script, { loadFonts: fonts, fonts: neverResolved })).toEqual([]);
  expect(loadedFiles).toBe(1);
  expect(await runScript(script, { loadFonts: fonts, visibilityState: 'hidden' })).toHaveLength(2);
  expect(loadedFiles).toBe(2);
});

test('fetches the scripts immediately in a hidden window, where nothing is painted', async () => {
  const hiddenScreen = { visibilityState: 'hidden', fonts: neverResolved } as const;
  expect(await runScript(startScriptsLate(files), hiddenScreen)).toHaveLength(2);
});
