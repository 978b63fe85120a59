import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { holdFonts } from './late-fonts.ts';

const url = '/assets/archivo-latin-a1.woff2';
const face = `@font-face{font-family:Archivo;src:url(${url})format("woff2")}`;
const accents = '@font-face{font-family:Archivo;src:url(/assets/archivo-accents-b2.woff2);unicode-range:U+C0}';
const local = '@font-face{font-family:Archivo by Arial;src:local(Arial);size-adjust:99%}';
const page = (css: string) =>
  `<!DOCTYPE html><html><head><style nonce="n1">${css}</style></head><body><p>Cars</p></body></html>`;
const element = `<style nonce="n1">${face}${accents}</style>`;

type Browser = { readonly notes: Map<string, string>; readonly keeper: { outerHTML: string; textContent: string } };

function browser(): Browser {
  return { notes: new Map(), keeper: { outerHTML: 'as it came', textContent: element } };
}

/** Runs a script of the page; `found` are the faces that come. */
async function run(code: string, { notes, keeper }: Browser, found: Promise<readonly unknown[]>): Promise<string[]> {
  const asked: string[] = [];
  const load = (font: string) => {
    asked.push(font);
    return found;
  };
  const document = { getElementById: (id: string) => (id === 'late-fonts' ? keeper : null), fonts: { load } };
  const localStorage = {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => notes.set(key, value),
  };
  runInNewContext(code, { document, localStorage });
  await new Promise((resolve) => setImmediate(resolve));
  return asked;
}

function held(css = `${local}${face}${accents}@media (width<=40rem){a{top:0}}`) {
  const fonts = holdFonts(page(css), 'n1');
  if (fonts === undefined) throw new Error('There are fonts.');
  return { ...fonts, early: /<\/noscript><script nonce="n1">(.*)<\/script>/.exec(fonts.html)?.[1] ?? '' };
}

test('keeps the fonts that are fetched until they are asked for, and those of the system where they are', () => {
  const { html, early } = held();
  expect(html).toBe(
    page(`${local}@media (width<=40rem){a{top:0}}`).replace(
      '</head>',
      `<noscript id="late-fonts">${element}</noscript><script nonce="n1">${early}</script></head>`,
    ),
  );
});

test('brings them when told to, and the browser notes that it has them', async () => {
  const { bring } = held();
  const first = browser();
  expect(await run(bring, first, Promise.resolve([{}]))).toEqual(['1em "Archivo"']);
  expect(first.keeper.outerHTML).toBe(element);
  expect(first.notes.get('carhouse.font')).toBe(url);
});

test('notes nothing of a font that did not come', async () => {
  const { bring } = held();
  for (const come of [async () => [], () => Promise.reject(new Error('No line.'))]) {
    const visitor = browser();
    await run(bring, visitor, come());
    expect([...visitor.notes]).toEqual([]);
  }
});

test('puts them in at once where the browser has had this very font', async () => {
  const { early } = held();
  const again = browser();
  again.notes.set('carhouse.font', url);
  await run(early, again, Promise.resolve([]));
  expect(again.keeper.outerHTML).toBe(element);

  for (const note of [undefined, '/assets/archivo-latin-of-last-week.woff2']) {
    const other = browser();
    if (note !== undefined) other.notes.set('carhouse.font', note);
    await run(early, other, Promise.resolve([]));
    expect(other.keeper.outerHTML).toBe('as it came');
  }
});

test('bears a browser that keeps no notes', () => {
  const { early } = held();
  const refuse = (): never => {
    throw new Error('Not allowed.');
  };
  expect(() => runInNewContext(early, { localStorage: { getItem: refuse } })).not.toThrow();
});

test('leaves a page without fonts of its own', () => {
  expect(holdFonts(page(local), 'n1')).toBeUndefined();
  expect(holdFonts('no page', 'n1')).toBeUndefined();
});
