import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startScriptsLate } from './start-scripts-late.ts';

const chunk = '<link rel="modulepreload" nonce="n1" href="/assets/libraries-a1.js"/>';
const entry = '<script type="module" async="" nonce="n1" src="/assets/main-b2.js"></script>';
const page = (head: string, body = '<p>Cars</p>') =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;

/** Runs the script of the page as a browser does. @returns what it has put into the page, before and after the first paint. */
function started(html: string, visibilityState: string): { before: unknown[]; after: unknown[] } {
  const script = /<script nonce="n1">(.*)<\/script>/.exec(html)?.[1] ?? '';
  expect(script).not.toContain('<');
  const made: unknown[] = [];
  const later: (() => void)[] = [];
  const body = {
    insertAdjacentHTML: (_where: string, text: string) => made.push(text),
    append: (node: object) => made.push({ ...node }),
  };
  const head = { insertAdjacentHTML: (_where: string, text: string) => made.push({ head: text }) };
  const document = { visibilityState, createElement: (tag: string) => ({ tag }), head, body };
  const wait = (act: () => void) => later.push(act);
  runInNewContext(script, { document, requestAnimationFrame: wait, setTimeout: wait });
  const before = [...made];
  for (const act of later) act();
  return { before, after: made };
}

test('asks for the scripts once the page has been painted, chunks first', () => {
  const html = startScriptsLate(page(chunk + entry), 'n1');
  expect(html.replace(/<script nonce.*<\/script>/, '')).toBe(page(''));
  const { before, after } = started(html, 'visible');
  expect(before).toEqual([]);
  expect(after).toEqual([
    '<link rel="modulepreload" href="/assets/libraries-a1.js">',
    { tag: 'script', type: 'module', async: true, src: '/assets/main-b2.js' },
  ]);
});

test('asks then for the files of the style sheets that stand in the page, ahead of those of later pages, and leaves those that do not', () => {
  const link = '<link rel="stylesheet" href="/assets/main-c3.css" data-precedence="default"/>';
  const html = startScriptsLate(page(link + entry, `<p>Cars</p>${link}`), 'n1');
  expect(html.replace(/<script nonce.*<\/script>/, '')).toBe(page(link));
  expect(started(html, 'visible').after[0]).toEqual({ head: link });
});

test('asks at once in a window that nobody sees: nothing is painted there', () => {
  expect(started(startScriptsLate(page(chunk + entry), 'n1'), 'hidden').before).toHaveLength(2);
});

test('finds the entry wherever it stands, and leaves a page without one', () => {
  expect(started(startScriptsLate(page(chunk, `<p>Cars</p>${entry}`), 'n1'), 'visible').after).toHaveLength(2);
  expect(startScriptsLate(page(chunk), 'n1')).toBe(page(chunk));
  expect(startScriptsLate('no page', 'n1')).toBe('no page');
});
