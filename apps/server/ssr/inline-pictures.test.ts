import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPictureInliner } from './inline-pictures.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">\n  <path d='M0 0h8' fill="#abc"/>\n</svg>\n`;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'client-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'assets/hero-a1.svg'), svg);
});
afterEach(() => rm(root, { recursive: true }));

test('writes the drawing that a source asks for into the page, whole, as one address', async () => {
  const inline = await readPictureInliner(root);
  const html = inline('<source media="(max-aspect-ratio: 1/1)" data-inline="" srcSet="/assets/hero-a1.svg"/>');
  const url = /srcSet="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(url).toMatch(/^data:image\/svg\+xml,[^\s"'<>&]+$/);
  expect(decodeURIComponent(url.slice('data:image/svg+xml,'.length))).toBe(svg.trim());
});

test('leaves sources that do not ask, and drawings that it does not have', async () => {
  const inline = await readPictureInliner(root);
  for (const html of [
    '<source srcSet="/assets/hero-a1.svg"/>',
    '<source data-inline="" srcSet="/assets/gone-b2.svg"/>',
  ])
    expect(inline(html)).toBe(html);
});
