import { scriptValue } from './script-value.ts';

/** Milliseconds after the first paint for which the scripts wait for the font and the images of the first screen. */
const timeout = 1000;

export type LateFiles = {
  /** Style sheets that are inlined in the page. */
  readonly sheets: readonly string[];
  /** The imports of the entry. */
  readonly chunks: readonly string[];
  readonly entry: string;
  /** An expression that loads the fonts. */
  readonly fonts: string;
};

/**
 * The script that loads the page's scripts after the first paint: on a slow connection they would compete with the images
 * and the font of the first screen. They wait for the fonts and for the images of high priority, at most a second. The page
 * is complete without them. A page in a hidden window loads them immediately.
 *
 * The names come from our own build; a `<` in them must not end the script. The style sheets are also fetched for later
 * pages, which would otherwise fetch and compute them again. They are placed at the end of the head, because styles of later
 * pages are appended there and must come after the shared ones that they override.
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
