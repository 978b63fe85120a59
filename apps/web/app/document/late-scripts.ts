import { scriptValue } from './script-value.ts';

/** Milliseconds after the first paint for which the scripts wait for the font and the images of the first screen. */
const timeout = 1000;

export type LateFiles = {
  /** Style sheets whose text stands in the page. */
  readonly sheets: readonly string[];
  /** What the entry needs. */
  readonly chunks: readonly string[];
  readonly entry: string;
  /** An expression that brings the fonts. */
  readonly fonts: string;
};

/**
 * The script that fetches the scripts of a page after it can be seen: on a slow line they would share it with the images
 * and the font that are looked at first. They wait for the fonts and for the images that the page calls urgent, a second
 * at most. The page is whole without them. A page in a window that nobody sees starts at once.
 *
 * Names are those of our own build; no `<` of them may end the script. The files of the sheets are fetched for the pages to
 * come, which would else fetch and compute them again; they go to the end of the head: those of the pages to come are
 * appended there, and have to stand after the shared one that they refine.
 */
export function startLate({ sheets, chunks, entry, fonts }: LateFiles): string {
  const links = sheets.map((href) => `<link rel="stylesheet" media="not all" href="${href}">`);
  const preloads = chunks.map((href) => `<link rel="modulepreload" href="${href}">`);
  const append = (place: 'head' | 'body', tags: readonly string[]): string =>
    tags.length === 0 ? '' : `d.${place}.insertAdjacentHTML("beforeend",${scriptValue(tags.join(''))});`;
  const urgent = `[...d.querySelectorAll("img[fetchpriority=high]")].map(i=>i.complete||new Promise(r=>{i.addEventListener("load",r);i.addEventListener("error",r)}))`;
  const wait = `Promise.race([Promise.all([font(),d.fonts.ready,...${urgent}]),new Promise(r=>setTimeout(r,${timeout}))]).then(()=>painted(go))`;
  return `(()=>{const d=document,painted=f=>requestAnimationFrame(()=>setTimeout(f)),font=()=>${fonts},go=()=>{${append('head', links)}${append('body', preloads)}d.body.append(Object.assign(d.createElement("script"),{type:"module",async:true,src:${scriptValue(entry)}}))};d.visibilityState==="hidden"?(font(),go()):painted(()=>${wait})})()`;
}
