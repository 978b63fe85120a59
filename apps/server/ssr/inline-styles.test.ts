import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStyleInliner } from './inline-styles.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'client-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'assets/main-a1.css'), 'body{margin:0}');
  await writeFile(join(root, 'assets/odd-b2.css'), '.a::after{content:"</style>"}');
});
afterEach(() => rm(root, { recursive: true }));

const link = (name: string) => `<link rel="stylesheet" href="/assets/${name}" nonce="n1" data-precedence="default"/>`;
const page = (head: string) => `<!DOCTYPE html><html><head>${head}</head><body><p>Cars</p></body></html>`;

test('writes a style sheet into the head and asks for its file at the end', async () => {
  const inline = await readStyleInliner(root);
  expect(inline(page(link('main-a1.css')), 'n1')).toBe(
    `<!DOCTYPE html><html><head><style nonce="n1">body{margin:0}</style></head><body><p>Cars</p>${link('main-a1.css')}</body></html>`,
  );
});

test('leaves a sheet that it does not know, and one that would end the element early', async () => {
  const inline = await readStyleInliner(root);
  const html = page(link('gone-c3.css') + link('odd-b2.css'));
  expect(inline(html, 'n1')).toBe(html);
});

test('leaves what a page says in its body', async () => {
  const inline = await readStyleInliner(root);
  const html = page('').replace('Cars', link('main-a1.css'));
  expect(inline(html, 'n1')).toBe(html);
});
