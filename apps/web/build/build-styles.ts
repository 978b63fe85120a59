import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { FontFaceRule, PageAssets } from './page-assets.ts';

/** Matches a font face that is fetched; system fonts (`local()`) stay in the style sheet. */
const fetchedFontFacePattern = /@font-face\s*\{[^{}]*url\([^{}]*\}/g;
const fontUrlPattern = /url\(["']?([^"')]+)/;
/** The arguments of a `FontFace` and their names in a style sheet. */
const descriptorNames = {
  weight: 'font-weight',
  stretch: 'font-stretch',
  style: 'font-style',
  display: 'font-display',
  unicodeRange: 'unicode-range',
} as const;

/**
 * Returns the texts of style sheets, which are inlined in the pages, so that the first paint needs only one response. The
 * texts are without their `@font-face` rules, because the page loads the fonts later (app/document/late-fonts.ts).
 * @param sheets text of each file by its URL
 */
export function readPageStyles(sheets: Readonly<Record<string, string>>): Pick<PageAssets, 'styles' | 'fonts'> {
  const styles: Record<string, string> = {};
  const fonts: FontFaceRule[] = [];
  for (const [href, css] of Object.entries(sheets)) {
    // A text that would end the style element cannot be inlined.
    if (css.includes('</style')) continue;
    styles[href] = css.replace(fetchedFontFacePattern, (rule) => {
      fonts.push(parseFontFace(rule));
      return '';
    });
  }
  return { styles, fonts };
}

function parseFontFace(rule: string): FontFaceRule {
  const readDescriptor = (name: string): string | undefined =>
    new RegExp(`[{;]\\s*${name}:\\s*([^;}]+)`).exec(rule)?.[1]?.trim();
  const descriptorEntries = Object.entries(descriptorNames).flatMap(([fact, name]) => {
    const descriptorValue = readDescriptor(name);
    return descriptorValue === undefined ? [] : [[fact, descriptorValue] as const];
  });
  return {
    rule,
    url: fontUrlPattern.exec(rule)?.[1] ?? '',
    family: readDescriptor('font-family')?.replaceAll(/["']/g, '') ?? '',
    source: readDescriptor('src') ?? '',
    descriptors: Object.fromEntries(descriptorEntries),
  };
}

const root = `${import.meta.dirname}/..`;

/**
 * Returns the global class name of a class in a CSS module: its own name and three characters that identify its file.
 * The class name is the same in the builds for browser and server, on every machine.
 * @param file absolute path of the module, as Vite names it
 */
export function makeScopedClassName(name: string, file: string): string {
  const path = relative(root, file.split('?')[0] ?? file)
    .split(sep)
    .join('/');
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
