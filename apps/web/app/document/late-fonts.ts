import type { FontFaceRule } from '../../build/page-assets.ts';
import { scriptValue } from './script-value.ts';

/**
 * The id of the element that holds back the fonts of a page until it is painted; without scripts the fonts load
 * immediately.
 */
export const keeperId = 'late-fonts';
/** Where a browser stores which font it has: only a later page load may use the fonts before the first paint. */
const note = 'carhouse.font';

/**
 * A script for the head: a browser that has already loaded the first font takes all fonts from its cache immediately.
 * Otherwise no other file is requested before the first paint: until then the page uses a system font
 * (styles/system-fonts.css has those of the same widths).
 */
export function putKnownFonts([first]: readonly FontFaceRule[]): string {
  const known = `localStorage.getItem("${note}")===${scriptValue(first?.url)}`;
  return `try{if(${known}){const n=document.getElementById("${keeperId}");n.outerHTML=n.textContent}}catch{}`;
}

/**
 * A script expression that loads the fonts after the first paint: a promise that never rejects. The first font is fetched
 * before all are applied, so that the page is laid out again only once.
 */
export function bringFonts(faces: readonly FontFaceRule[]): string {
  const parts = faces.map(({ family, source, descriptors }) => [family, source, descriptors]);
  return (
    `(async()=>{if(!document.getElementById("${keeperId}"))return;` +
    `try{const f=${scriptValue(parts)}.map(a=>new FontFace(...a));await f[0].load();` +
    `for(const x of f)document.fonts.add(x);localStorage.setItem("${note}",${scriptValue(faces[0]?.url)})}catch{}})()`
  );
}
