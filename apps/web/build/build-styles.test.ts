import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeScopedClassName, readPageStyles } from './build-styles.ts';

const url = '/assets/archivo-latin-a1.woff2';
const fetchedFontFace = `@font-face{font-family:"Archivo";src:url(${url})format("woff2");font-weight:400 700;font-stretch:92% 125%;font-display:swap}`;
const accentedLettersFace =
  '@font-face{font-family:Archivo;src:url(/assets/archivo-accents-b2.woff2);unicode-range:U+C0}';
const systemFontFace = '@font-face{font-family:Archivo by Arial;src:local(Arial);size-adjust:99%}';

test('removes the fonts that are fetched from a style sheet, and not those of the system', () => {
  const { styles, fonts } = readPageStyles({
    '/assets/main-a1.css': `${systemFontFace}${fetchedFontFace}${accentedLettersFace}body{margin:0}`,
  });
  expect(styles).toEqual({ '/assets/main-a1.css': `${systemFontFace}body{margin:0}` });
  expect(fonts).toEqual([
    {
      rule: fetchedFontFace,
      url,
      family: 'Archivo',
      source: `url(${url})format("woff2")`,
      descriptors: { weight: '400 700', stretch: '92% 125%', display: 'swap' },
    },
    {
      rule: accentedLettersFace,
      url: '/assets/archivo-accents-b2.woff2',
      family: 'Archivo',
      source: 'url(/assets/archivo-accents-b2.woff2)',
      descriptors: { unicodeRange: 'U+C0' },
    },
  ]);
});

test('does not inline a sheet whose text would end the style element', () => {
  const styleWithEndTag = '.a::after{content:"</style>"}';
  expect(
    readPageStyles({ '/assets/odd-b2.css': styleWithEndTag, '/assets/main-a1.css': 'body{margin:0}' }).styles,
  ).toEqual({
    '/assets/main-a1.css': 'body{margin:0}',
  });
});

const root = join(import.meta.dirname, '..');
const faqStylesPath = join(root, 'features/faq/faq-page.module.css');

test('the global name of a class is its own name and three characters that identify its file', () => {
  expect(makeScopedClassName('answer', faqStylesPath)).toMatch(/^answer_[\w-]{3}$/);
  expect(makeScopedClassName('answer', join(root, 'features/about/about-page.module.css'))).not.toBe(
    makeScopedClassName('answer', faqStylesPath),
  );
});

test('the global name of a class is the same in every build', () => {
  expect(makeScopedClassName('answer', `${faqStylesPath}?direct`)).toBe(makeScopedClassName('answer', faqStylesPath));
});
