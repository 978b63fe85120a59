import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { holdFonts } from './late-fonts.ts';

const url = '/assets/archivo-latin-a1.woff2';
const face = `@font-face{font-family:Archivo;src:url(${url})format("woff2");font-weight:400 700;font-stretch:92% 125%;font-display:swap}`;
const accents = '@font-face{font-family:Archivo;src:url(/assets/archivo-accents-b2.woff2);unicode-range:U+C0}';
const local = '@font-face{font-family:Archivo by Arial;src:local(Arial);size-adjust:99%}';
const page = (css: string) =>
  `<!DOCTYPE html><html><head><style nonce="n1">${css}</style></head><body><p>Cars</p></body></html>`;
const element = `<style nonce="n1">${face}${accents}</style>`;

type Browser = {
  readonly notes: Map<string, string>;
  readonly keeper: { outerHTML: string; textContent: string } | null;
  /** What was done with faces, in order. */
  readonly done: unknown[];
};

function browser(): Browser {
  return { notes: new Map(), keeper: { outerHTML: 'as it came', textContent: element }, done: [] };
}

/** Runs a script of the page; `come` fetches a face. */
async function run(code: string, { notes, keeper, done }: Browser, come = async (): Promise<void> => undefined) {
  class FontFace {
    readonly made: unknown[];
    constructor(...made: unknown[]) {
      this.made = made;
    }
    async load(): Promise<void> {
      done.push(['load', this.made[1]]);
      await come();
    }
  }
  const document = {
    getElementById: (id: string) => (id === 'late-fonts' ? keeper : null),
    fonts: { add: ({ made }: FontFace) => done.push(['add', ...made]) },
  };
  const localStorage = {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => notes.set(key, value),
  };
  await runInNewContext(code, { document, localStorage, FontFace });
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

test('fetches the first when told to, puts all in then, and the browser notes that it has them', async () => {
  const { bring } = held();
  const first = browser();
  await run(bring, first);
  expect(first.done).toEqual([
    ['load', `url(${url})format("woff2")`],
    ['add', 'Archivo', `url(${url})format("woff2")`, { weight: '400 700', stretch: '92% 125%', display: 'swap' }],
    ['add', 'Archivo', 'url(/assets/archivo-accents-b2.woff2)', { unicodeRange: 'U+C0' }],
  ]);
  expect(first.notes.get('carhouse.font')).toBe(url);
});

test('puts nothing in, and notes nothing, when the first does not come', async () => {
  const visitor = browser();
  await run(held().bring, visitor, () => Promise.reject(new Error('No line.')));
  expect(visitor.done).toHaveLength(1);
  expect([...visitor.notes]).toEqual([]);
});

test('brings nothing where the fonts are in the page already', async () => {
  const again = { ...browser(), keeper: null };
  await run(held().bring, again);
  expect(again.done).toEqual([]);
});

test('puts them in at once where the browser has had this very font', async () => {
  const { early } = held();
  const again = browser();
  again.notes.set('carhouse.font', url);
  await run(early, again);
  expect(again.keeper?.outerHTML).toBe(element);

  for (const note of [undefined, '/assets/archivo-latin-of-last-week.woff2']) {
    const other = browser();
    if (note !== undefined) other.notes.set('carhouse.font', note);
    await run(early, other);
    expect(other.keeper?.outerHTML).toBe('as it came');
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
