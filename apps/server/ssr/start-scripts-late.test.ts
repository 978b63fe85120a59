import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startScriptsLate } from './start-scripts-late.ts';

const chunk = '<link rel="modulepreload" nonce="n1" href="/assets/libraries-a1.js"/>';
const entry = '<script type="module" async="" nonce="n1" src="/assets/main-b2.js"></script>';
const page = (head: string, body = '<p>Cars</p>') =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;

type Screen = {
  visibilityState?: 'hidden';
  fonts?: Promise<unknown>;
  pictures?: readonly object[];
  faces?: unknown[];
  patience?: Promise<unknown>;
};

/** Runs the script of the page as a browser does. @returns what it puts into the page, as it does. */
async function started(html: string, screen: Screen = {}): Promise<unknown[]> {
  const script = /<script nonce="n1">(.*)<\/script>/.exec(html)?.[1] ?? '';
  expect(script).not.toContain('<');
  const made: unknown[] = [];
  const body = {
    insertAdjacentHTML: (_where: string, text: string) => made.push(text),
    append: (node: object) => made.push({ ...node }),
  };
  const head = { insertAdjacentHTML: (_where: string, text: string) => made.push({ head: text }) };
  const document = {
    visibilityState: screen.visibilityState ?? 'visible',
    fonts: { ready: screen.fonts ?? Promise.resolve(), add: (face: unknown) => screen.faces?.push(face) },
    querySelectorAll: () => screen.pictures ?? [],
    getElementById: () => (screen.faces === undefined ? null : {}),
    createElement: (tag: string) => ({ tag }),
    head,
    body,
  };
  const wait = (act: () => void, milliseconds = 0) =>
    milliseconds === 0 ? queueMicrotask(act) : void (screen.patience ?? never).then(act);
  class FontFace {
    load = () => Promise.resolve();
  }
  runInNewContext(script, { document, FontFace, requestAnimationFrame: wait, setTimeout: wait });
  if (screen.visibilityState === undefined) expect(made).toEqual([]);
  await settle();
  return made;
}

const never = new Promise<never>(() => undefined);

/** Whatever can go on without the outside has gone on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('asks for the scripts once the page has been painted, chunks first', async () => {
  const html = startScriptsLate(page(chunk + entry), 'n1');
  expect(html.replace(/<script nonce.*<\/script>/, '')).toBe(page(''));
  expect(await started(html)).toEqual([
    '<link rel="modulepreload" href="/assets/libraries-a1.js">',
    { tag: 'script', type: 'module', async: true, src: '/assets/main-b2.js' },
  ]);
});

test('asks then for the files of the style sheets that stand in the page, ahead of those of later pages, and leaves those that do not', async () => {
  const link = '<link rel="stylesheet" href="/assets/main-c3.css" data-precedence="default"/>';
  const html = startScriptsLate(page(link + entry, `<p>Cars</p>${link}`), 'n1');
  expect(html.replace(/<script nonce.*<\/script>/, '')).toBe(page(link));
  // What it says is there already: the file is only kept for later.
  expect((await started(html))[0]).toEqual({ head: link.replace('<link', '<link media="not all"') });
});

test('lets the font and the urgent pictures come first, but not for ever', async () => {
  const html = startScriptsLate(page(chunk + entry), 'n1');
  const font = Promise.withResolvers<void>();
  const patience = Promise.withResolvers<void>();
  const loads: (() => void)[] = [];
  const slow = { complete: false, addEventListener: (_type: string, done: () => void) => loads.push(done) };
  const waiting = await started(html, { fonts: font.promise, pictures: [{ complete: true }, slow] });
  font.resolve();
  await settle();
  expect(waiting).toEqual([]);
  loads[0]?.();
  await settle();
  expect(waiting).toHaveLength(2);

  const tired = await started(html, { fonts: never, patience: patience.promise });
  expect(tired).toEqual([]);
  patience.resolve();
  await settle();
  expect(tired).toHaveLength(2);
});

test('brings the fonts of a page after the first paint, before its scripts, and where nobody sees it', async () => {
  const css = '@font-face{font-family:Archivo;src:url(/assets/archivo-a1.woff2)}';
  const html = startScriptsLate(page(`<style nonce="n1">${css}</style>${entry}`), 'n1');
  const late = html.replace(/<script nonce="n1">try.*?<\/script>/, '');
  const faces: unknown[] = [];
  expect(await started(late, { faces, fonts: never })).toEqual([]);
  expect(faces).toHaveLength(1);
  expect(await started(late, { faces, visibilityState: 'hidden' })).toHaveLength(1);
  expect(faces).toHaveLength(2);
});

test('asks at once in a window that nobody sees: nothing is painted there', async () => {
  const late = { visibilityState: 'hidden', fonts: never } as const;
  expect(await started(startScriptsLate(page(chunk + entry), 'n1'), late)).toHaveLength(2);
});

test('finds the entry wherever it stands, and leaves a page without one', async () => {
  expect(await started(startScriptsLate(page(chunk, `<p>Cars</p>${entry}`), 'n1'))).toHaveLength(2);
  expect(startScriptsLate(page(chunk), 'n1')).toBe(page(chunk));
  expect(startScriptsLate('no page', 'n1')).toBe('no page');
});
