import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';

/**
 * Maximum number of characters of a text. Longer texts are cut before the layout, so that the layout has a bounded
 * cost.
 */
const characterMaximum = 80;

/** A text as SVG path data, in pixels from the left end of its baseline. */
export type TextPath = { readonly d: string; readonly width: number };

/**
 * The font with Latin letters and signs, then the font with accented letters. The files are those of the web app (SIL
 * Open Font License).
 */
const files = ['archivo-latin.woff2', 'archivo-accents.woff2'] as const;

let fonts: readonly fontkit.Font[] | undefined;

/** Reads the fonts when the first text is drawn. */
function loadFonts(): readonly fontkit.Font[] {
  fonts ??= files.map((name) => {
    const font = fontkit.create(readFileSync(new URL(`./fonts/${name}`, import.meta.url)));
    if (!('layout' in font)) throw new Error(`${name} holds several fonts.`);
    return font;
  });
  return fonts;
}

/**
 * Draws a line of text as a path, so that the picture needs no installed font. A user's text contributes only numbers
 * to the SVG. Characters that the fonts do not have are left out. A text that is too wide ends with `…`.
 * @param size font size in pixels
 * @param maxWidth maximum width in pixels
 */
export function drawText(text: string, size: number, maxWidth = Number.POSITIVE_INFINITY): TextPath {
  const characters = [...text.normalize('NFC').replace(/\s+/g, ' ').trim()].slice(0, characterMaximum);
  const wholeText = makeTextPath(characters.join(''), size);
  if (wholeText.width <= maxWidth) return wholeText;
  const shortenText = (keptCharacterCount: number): TextPath =>
    makeTextPath(`${characters.slice(0, keptCharacterCount).join('').trimEnd()}…`, size);
  // A binary search finds the longest beginning of the text that is narrow enough, because each layout takes time.
  let [fittingCount, tooLongCount] = [0, characters.length];
  while (tooLongCount - fittingCount > 1) {
    const middleCharacterCount = Math.floor((fittingCount + tooLongCount) / 2);
    if (shortenText(middleCharacterCount).width <= maxWidth) fittingCount = middleCharacterCount;
    else tooLongCount = middleCharacterCount;
  }
  return shortenText(fittingCount);
}

function makeTextPath(text: string, size: number): TextPath {
  let width = 0;
  const pathParts: string[] = [];
  for (const { font, run: fontRun } of splitFontRuns(text)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(fontRun);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      pathParts.push(
        glyph.path
          .scale(scale, -scale)
          .translate(width + xOffset * scale, -yOffset * scale)
          .toSVG(),
      );
      width += xAdvance * scale;
    }
  }
  return { d: pathParts.join(''), width };
}

/** Splits the text into parts. Each part uses the first font that has its characters. */
function splitFontRuns(text: string): readonly { readonly font: fontkit.Font; run: string }[] {
  const runs: { readonly font: fontkit.Font; run: string }[] = [];
  for (const character of text) {
    const font = loadFonts().find((each) => each.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    if (font === undefined) continue;
    const lastRun = runs.at(-1);
    if (lastRun?.font === font) lastRun.run += character;
    else runs.push({ font, run: character });
  }
  return runs;
}
