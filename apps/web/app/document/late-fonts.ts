import type { FontFaceRule } from '../../build/page-assets.ts';
import { serialiseForScript } from './script-value.ts';

/**
 * HTML id of the element that prevents the fonts from loading until the page is painted; without scripts the fonts load
 * immediately.
 */
export const delayedFontsId = 'late-fonts';
/**
 * Storage key for the URL of the font that this browser has loaded. A later page with the same first font uses all of
 * its fonts from the first paint on.
 */
const loadedFontKey = 'carhouse.font';

/**
 * Returns a script for the head. A browser that has loaded the first font before takes all fonts from its cache
 * immediately. In any other browser no font is requested before the first paint, and the page uses system fonts of the
 * same widths (styles/system-fonts.css).
 */
export function makeKnownFontsScript([firstFontFace]: readonly FontFaceRule[]): string {
  const fontsCachedExpression = `localStorage.getItem("${loadedFontKey}")===${serialiseForScript(firstFontFace?.url)}`;
  return `try{if(${fontsCachedExpression}){const n=document.getElementById("${delayedFontsId}");n.outerHTML=n.textContent}}catch{}`;
}

/**
 * Returns a script expression that loads the fonts after the first paint: a promise that never rejects. The first font
 * is fetched before all fonts are applied, so that the layout of the page changes only once.
 */
export function makeLoadFontsExpression(fontFaces: readonly FontFaceRule[]): string {
  const fontFaceArguments = fontFaces.map(({ family, source, descriptors }) => [family, source, descriptors]);
  return (
    `(async()=>{if(!document.getElementById("${delayedFontsId}"))return;` +
    `try{const f=${serialiseForScript(fontFaceArguments)}.map(a=>new FontFace(...a));await f[0].load();` +
    `for(const x of f)document.fonts.add(x);localStorage.setItem("${loadedFontKey}",${serialiseForScript(fontFaces[0]?.url)})}catch{}})()`
  );
}
