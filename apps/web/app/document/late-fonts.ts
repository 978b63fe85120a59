import type { FontFaceRule } from '../../build/page-assets.ts';
import { scriptValue } from './script-value.ts';

/** The id of the element that keeps the fonts of a page until it has been painted; without scripts they are just there. */
export const keeperId = 'late-fonts';
/** Where a browser notes which font it has, as a page that it sees for the first time need not wait to be painted then. */
const note = 'carhouse.font';

/**
 * A script for the head: a browser that has had the first font before takes all of them from its store at once. Nothing
 * else is asked for beside the page itself before it has been painted: until then it is read in a font of the system
 * (styles/system-fonts.css has those of the same widths).
 */
export function putKnownFonts([first]: readonly FontFaceRule[]): string {
  const known = `localStorage.getItem("${note}")===${scriptValue(first?.url)}`;
  return `try{if(${known}){const n=document.getElementById("${keeperId}");n.outerHTML=n.textContent}}catch{}`;
}

/**
 * An expression for the script of the page that brings the fonts after the first paint: a promise that is never rejected.
 * The first font is fetched before all are put in, so the page is laid out once more and not twice.
 */
export function bringFonts(faces: readonly FontFaceRule[]): string {
  const parts = faces.map(({ family, source, descriptors }) => [family, source, descriptors]);
  return (
    `(async()=>{if(!document.getElementById("${keeperId}"))return;` +
    `try{const f=${scriptValue(parts)}.map(a=>new FontFace(...a));await f[0].load();` +
    `for(const x of f)document.fonts.add(x);localStorage.setItem("${note}",${scriptValue(faces[0]?.url)})}catch{}})()`
  );
}
