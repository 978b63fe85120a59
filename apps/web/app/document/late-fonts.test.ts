import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { applyKnownFonts, bringFonts } from './late-fonts.ts';

const url = '/assets/archivo-latin-a1.woff2';
const fonts = [
  {
    rule: '@font-face{}',
    url,
    family: 'Archivo',
    source: `url(${url})format("woff2")`,
    descriptors: { weight: '400 700', stretch: '92% 125%', display: 'swap' },
  },
  {
    rule: '@font-face{}',
    url: '/assets/archivo-accents-b2.woff2',
    family: 'Archivo',
    source: 'url(/assets/archivo-accents-b2.woff2)',
    descriptors: { unicodeRange: 'U+C0' },
  },
];
const element = '<style nonce="n1">@font-face{}@font-face{}</style>';
const bringScript = bringFonts(fonts);
const early = applyKnownFonts(fonts);

type Browser = {
  readonly notes: Map<string, string>;
  readonly keeper: { outerHTML: string; textContent: string } | null;
  /** What the script did with the font faces, in order. */
  readonly done: unknown[];
};

function browser(): Browser {
  return { notes: new Map(), keeper: { outerHTML: 'as it came', textContent: element }, done: [] };
}

/** Runs a script of the page; `come` imitates fetching a font. */
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

test('fetches the first when told to, puts all in then, and the browser notes that it has them', async () => {
  const first = browser();
  await run(bringScript, first);
  expect(first.done).toEqual([
    ['load', `url(${url})format("woff2")`],
    ['add', 'Archivo', `url(${url})format("woff2")`, { weight: '400 700', stretch: '92% 125%', display: 'swap' }],
    ['add', 'Archivo', 'url(/assets/archivo-accents-b2.woff2)', { unicodeRange: 'U+C0' }],
  ]);
  expect(first.notes.get('carhouse.font')).toBe(url);
});

test('puts nothing in, and notes nothing, when the first does not come', async () => {
  const visitor = browser();
  await run(bringScript, visitor, () => Promise.reject(new Error('No line.')));
  expect(visitor.done).toHaveLength(1);
  expect([...visitor.notes]).toEqual([]);
});

test('brings nothing where the fonts are in the page already', async () => {
  const again = { ...browser(), keeper: null };
  await run(bringScript, again);
  expect(again.done).toEqual([]);
});

test('puts them in at once where the browser has had this very font', async () => {
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
  const refuse = (): never => {
    throw new Error('Not allowed.');
  };
  expect(() => runInNewContext(early, { localStorage: { getItem: refuse } })).not.toThrow();
});

test('no text of a script can end it', () => {
  const odd = [
    { ...fonts[0], url: '/assets/</script>.woff2', rule: '', family: '', source: '</script>', descriptors: {} },
  ];
  expect(bringFonts(odd) + applyKnownFonts(odd)).not.toContain('<');
});
