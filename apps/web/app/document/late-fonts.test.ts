import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makeKnownFontsScript, makeLoadFontsExpression } from './late-fonts.ts';

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
const styleElementText = '<style nonce="n1">@font-face{}@font-face{}</style>';
const fontScript = makeLoadFontsExpression(fonts);
const knownFontsScript = makeKnownFontsScript(fonts);

type FakeBrowser = {
  readonly storedItems: Map<string, string>;
  readonly fontStyleElement: { outerHTML: string; textContent: string } | null;
  /** The calls of the script that load (`load`) and add (`add`) font faces, in order. */
  readonly fontCalls: unknown[];
};

function makeFakeBrowser(): FakeBrowser {
  return {
    storedItems: new Map(),
    fontStyleElement: { outerHTML: 'as it came', textContent: styleElementText },
    fontCalls: [],
  };
}

/** Runs a script of the page. `waitForFont` resolves when a font has been fetched. */
async function runScript(
  code: string,
  { storedItems, fontStyleElement, fontCalls }: FakeBrowser,
  waitForFont = async (): Promise<void> => undefined,
) {
  class FontFace {
    readonly fontArguments: unknown[];
    constructor(...fontArguments: unknown[]) {
      this.fontArguments = fontArguments;
    }
    async load(): Promise<void> {
      fontCalls.push(['load', this.fontArguments[1]]);
      await waitForFont();
    }
  }
  const document = {
    getElementById: (id: string) => (id === 'late-fonts' ? fontStyleElement : null),
    fonts: { add: ({ fontArguments }: FontFace) => fontCalls.push(['add', ...fontArguments]) },
  };
  const localStorage = {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => storedItems.set(key, value),
  };
  await runInNewContext(code, { document, localStorage, FontFace });
}

test('fetches the first font, then adds all fonts, and stores that the browser has loaded them', async () => {
  const firstBrowser = makeFakeBrowser();
  await runScript(fontScript, firstBrowser);
  expect(firstBrowser.fontCalls).toEqual([
    ['load', `url(${url})format("woff2")`],
    ['add', 'Archivo', `url(${url})format("woff2")`, { weight: '400 700', stretch: '92% 125%', display: 'swap' }],
    ['add', 'Archivo', 'url(/assets/archivo-accents-b2.woff2)', { unicodeRange: 'U+C0' }],
  ]);
  expect(firstBrowser.storedItems.get('carhouse.font')).toBe(url);
});

test('adds no font and stores nothing when the first font fails to load', async () => {
  const offlineBrowser = makeFakeBrowser();
  await runScript(fontScript, offlineBrowser, () => Promise.reject(new Error('No line.')));
  expect(offlineBrowser.fontCalls).toHaveLength(1);
  expect([...offlineBrowser.storedItems]).toEqual([]);
});

test('loads no font when the page already uses the fonts', async () => {
  const laterBrowser = { ...makeFakeBrowser(), fontStyleElement: null };
  await runScript(fontScript, laterBrowser);
  expect(laterBrowser.fontCalls).toEqual([]);
});

test('uses the fonts immediately when this browser has loaded the same font before', async () => {
  const laterBrowser = makeFakeBrowser();
  laterBrowser.storedItems.set('carhouse.font', url);
  await runScript(knownFontsScript, laterBrowser);
  expect(laterBrowser.fontStyleElement?.outerHTML).toBe(styleElementText);

  for (const storedFontUrl of [undefined, '/assets/archivo-latin-of-last-week.woff2']) {
    const otherBrowser = makeFakeBrowser();
    if (storedFontUrl !== undefined) otherBrowser.storedItems.set('carhouse.font', storedFontUrl);
    await runScript(knownFontsScript, otherBrowser);
    expect(otherBrowser.fontStyleElement?.outerHTML).toBe('as it came');
  }
});

test('does not fail in a browser without local storage', () => {
  const refuseStorage = (): never => {
    throw new Error('Not allowed.');
  };
  expect(() => runInNewContext(knownFontsScript, { localStorage: { getItem: refuseStorage } })).not.toThrow();
});

test('no text within a script can end the script', () => {
  const fontsWithMarkup = [
    { ...fonts[0], url: '/assets/</script>.woff2', rule: '', family: '', source: '</script>', descriptors: {} },
  ];
  expect(makeLoadFontsExpression(fontsWithMarkup) + makeKnownFontsScript(fontsWithMarkup)).not.toContain('<');
});
