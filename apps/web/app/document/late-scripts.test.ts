import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makeLateScript } from './late-scripts.ts';

const files = { styleSheets: [], chunks: ['/assets/libraries-a1.js'], entry: '/assets/main-b2.js', fonts: 'null' };

type FakeScreen = {
  visibilityState?: 'hidden';
  fonts?: Promise<unknown>;
  images?: readonly object[];
  loadFonts?: () => Promise<void>;
  timeout?: Promise<unknown>;
};

/** Runs the script of the page as a browser does. @returns the nodes that the script adds to the page, in order. */
async function runScript(script: string, fakeScreen: FakeScreen = {}): Promise<unknown[]> {
  expect(script).not.toContain('<');
  const insertedNodes: unknown[] = [];
  const body = {
    insertAdjacentHTML: (_insertPosition: string, text: string) => insertedNodes.push(text),
    append: (insertedNode: object) => insertedNodes.push({ ...insertedNode }),
  };
  const head = { insertAdjacentHTML: (_insertPosition: string, text: string) => insertedNodes.push({ head: text }) };
  const document = {
    visibilityState: fakeScreen.visibilityState ?? 'visible',
    fonts: { ready: fakeScreen.fonts ?? Promise.resolve() },
    querySelectorAll: () => fakeScreen.images ?? [],
    createElement: (tag: string) => ({ tag }),
    head,
    body,
  };
  const runLater = (task: () => void, milliseconds = 0) =>
    milliseconds === 0 ? queueMicrotask(task) : void (fakeScreen.timeout ?? pendingPromise).then(task);
  const { loadFonts } = fakeScreen;
  runInNewContext(script, { document, loadFonts, requestAnimationFrame: runLater, setTimeout: runLater });
  if (fakeScreen.visibilityState === undefined) expect(insertedNodes).toEqual([]);
  await settlePromises();
  return insertedNodes;
}

const pendingPromise = new Promise<never>(() => undefined);

/** Waits until all promises that need no external event have settled. */
const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

test('fetches the scripts after the first paint, chunks first', async () => {
  expect(await runScript(makeLateScript(files))).toEqual([
    '<link rel="modulepreload" href="/assets/libraries-a1.js">',
    { tag: 'script', type: 'module', async: true, src: '/assets/main-b2.js' },
  ]);
});

test('then fetches the files of the inlined style sheets into the cache for later pages', async () => {
  // The page already contains the rules of the style sheet, so the file is fetched only into the cache for later pages.
  const [sheets] = await runScript(makeLateScript({ ...files, styleSheets: ['/assets/main-c3.css'] }));
  expect(sheets).toEqual({ head: '<link rel="stylesheet" media="not all" href="/assets/main-c3.css">' });
});

test('waits for the font and the images of high priority, for a limited time', async () => {
  const script = makeLateScript(files);
  const fontsDeferred = Promise.withResolvers<void>();
  const timeoutDeferred = Promise.withResolvers<void>();
  const loadListeners: (() => void)[] = [];
  const slowImage = {
    complete: false,
    addEventListener: (_eventType: string, onLoaded: () => void) => loadListeners.push(onLoaded),
  };
  const waitingNodes = await runScript(script, {
    fonts: fontsDeferred.promise,
    images: [{ complete: true }, slowImage],
  });
  fontsDeferred.resolve();
  await settlePromises();
  expect(waitingNodes).toEqual([]);
  loadListeners[0]?.();
  await settlePromises();
  expect(waitingNodes).toHaveLength(2);

  const nodesAfterTimeout = await runScript(script, { fonts: pendingPromise, timeout: timeoutDeferred.promise });
  expect(nodesAfterTimeout).toEqual([]);
  timeoutDeferred.resolve();
  await settlePromises();
  expect(nodesAfterTimeout).toHaveLength(2);
});

test('loads the fonts after the first paint and before the scripts, in a hidden window too', async () => {
  const script = makeLateScript({ ...files, fonts: 'loadFonts()' });
  let loadCount = 0;
  const loadFonts = () => {
    loadCount += 1;
    return Promise.resolve();
  };
  expect(await runScript(script, { loadFonts, fonts: pendingPromise })).toEqual([]);
  expect(loadCount).toBe(1);
  expect(await runScript(script, { loadFonts, visibilityState: 'hidden' })).toHaveLength(2);
  expect(loadCount).toBe(2);
});

test('fetches the scripts immediately in a hidden window, where nothing is painted', async () => {
  const hiddenScreen = { visibilityState: 'hidden', fonts: pendingPromise } as const;
  expect(await runScript(makeLateScript(files), hiddenScreen)).toHaveLength(2);
});
