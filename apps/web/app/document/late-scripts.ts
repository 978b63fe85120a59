import { serialiseForScript } from './script-value.ts';

/**
 * Maximum time in milliseconds after the first paint for which the scripts wait for the font and the images of the
 * first screen.
 */
const timeoutMs = 1000;

export type LateLoadedFiles = {
  /** URLs of style sheets that are inlined in the page. */
  readonly styleSheets: readonly string[];
  /** URLs of the chunks that the entry imports. */
  readonly chunks: readonly string[];
  readonly entry: string;
  /** A script expression that loads the fonts. */
  readonly fonts: string;
};

/**
 * Returns the script that loads the page's other scripts after the first paint. On a slow connection, scripts that load
 * before the first paint would compete with the images and the font of the first screen. The scripts wait for the fonts
 * and for images of high priority, for at most a second. The page is complete without its scripts. A page in a hidden
 * window loads its scripts immediately.
 *
 * File names come from the build; a `<` in a file name is escaped, so that it cannot end the script. The style sheets
 * are also fetched into the cache, because later pages would otherwise fetch and apply the style sheets again. The
 * elements of the style sheets are placed at the end of the head: the styles of later pages are appended after them and
 * override shared styles.
 */
export function makeLateScript({ styleSheets, chunks, entry, fonts }: LateLoadedFiles): string {
  const styleSheetLinks = styleSheets.map((href) => `<link rel="stylesheet" media="not all" href="${href}">`);
  const preloadTags = chunks.map((href) => `<link rel="modulepreload" href="${href}">`);
  const makeAppendScript = (parentName: 'head' | 'body', tags: readonly string[]): string =>
    tags.length === 0 ? '' : `d.${parentName}.insertAdjacentHTML("beforeend",${serialiseForScript(tags.join(''))});`;
  const urgentImagesScript = `[...d.querySelectorAll("img[fetchpriority=high]")].map(i=>i.complete||new Promise(r=>{i.addEventListener("load",r);i.addEventListener("error",r)}))`;
  const waitScript = `Promise.race([Promise.all([font(),d.fonts.ready,...${urgentImagesScript}]),new Promise(r=>setTimeout(r,${timeoutMs}))]).then(()=>painted(go))`;
  return `(()=>{const d=document,painted=f=>requestAnimationFrame(()=>setTimeout(f)),font=()=>${fonts},go=()=>{${makeAppendScript('head', styleSheetLinks)}${makeAppendScript('body', preloadTags)}d.body.append(Object.assign(d.createElement("script"),{type:"module",async:true,src:${serialiseForScript(entry)}}))};d.visibilityState==="hidden"?(font(),go()):painted(()=>${waitScript})})()`;
}
