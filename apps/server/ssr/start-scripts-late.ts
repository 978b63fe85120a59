import { holdFonts } from './late-fonts.ts';
import { scriptValue } from './script-value.ts';

const head = '</head>';
const end = '</body>';
/** As React writes the chunks of a page into the head, and the entry that needs them. */
const preload = /<link rel="modulepreload"[^>]*? href="(\/assets\/[\w.-]+\.js)"[^>]*>/g;
/** The files of the style sheets that stand in the page (inline-styles.ts): for the pages to come, and for React. */
const sheet = /<link rel="stylesheet"[^>]*>/g;
const entry = /<script type="module" async=""[^>]*? src="(\/assets\/[\w.-]+\.js)"[^>]*><\/script>/;

/** Milliseconds after the first paint for which the scripts wait for the font and the pictures of the first screen. */
const patience = 1000;

/**
 * Lets the page be seen before its scripts are fetched: on a slow line they would share it with the pictures and the
 * font that are looked at first. The font comes after the first paint (late-fonts.ts); the scripts wait for it and for the
 * pictures that the page calls urgent, a second at most. The page is whole without them. A page in a window that nobody
 * sees starts at once. A page that is not as expected stays as it is.
 */
export function startScriptsLate(html: string, nonce: string): string {
  const top = html.indexOf(head);
  const module = entry.exec(html)?.[1];
  if (top < 0 || !html.includes(end, top) || module === undefined) return html;
  const fonts = holdFonts(html, nonce);
  return fonts === undefined ? letStart(html, nonce, module, 'null') : letStart(fonts.html, nonce, module, fonts.bring);
}

function letStart(html: string, nonce: string, module: string, bringFonts: string): string {
  const top = html.indexOf(head);
  const bottom = html.lastIndexOf(end);
  const chunks: string[] = [];
  const keep = (part: string): string =>
    part
      .replace(preload, (_link, href: string) => {
        chunks.push(href);
        return '';
      })
      .replace(entry, '');
  const sheets: string[] = [];
  // A sheet in the head is one that the page cannot be seen without.
  const before = keep(html.slice(0, top));
  const body = keep(html.slice(top, bottom)).replace(sheet, (link) => {
    // The page contains these styles already: applying them twice would compute every style again.
    sheets.push(link.replace('<link ', '<link media="not all" '));
    return '';
  });
  const script = starter({ sheets, chunks, module, bringFonts });
  return `${before}${body}<script nonce="${nonce}">${script}</script>${html.slice(bottom)}`;
}

type Parts = {
  readonly sheets: readonly string[];
  readonly chunks: readonly string[];
  readonly module: string;
  readonly bringFonts: string;
};

/**
 * Names and tags are those of our own build; no `<` of them may end the script. The sheets go to the end of the head: those of the
 * pages to come are appended there, and have to stand after the shared one that they refine.
 */
function starter({ sheets, chunks, module, bringFonts }: Parts): string {
  const preloads = chunks.map((href) => `<link rel="modulepreload" href="${href}">`);
  const append = (place: 'head' | 'body', links: readonly string[]): string =>
    links.length === 0 ? '' : `d.${place}.insertAdjacentHTML("beforeend",${scriptValue(links.join(''))});`;
  const urgent = `[...d.querySelectorAll("img[fetchpriority=high]")].map(i=>i.complete||new Promise(r=>{i.addEventListener("load",r);i.addEventListener("error",r)}))`;
  const wait = `Promise.race([Promise.all([font(),d.fonts.ready,...${urgent}]),new Promise(r=>setTimeout(r,${patience}))]).then(()=>painted(go))`;
  return `(()=>{const d=document,painted=f=>requestAnimationFrame(()=>setTimeout(f)),font=()=>${bringFonts},go=()=>{${append('head', sheets)}${append('body', preloads)}d.body.append(Object.assign(d.createElement("script"),{type:"module",async:true,src:${scriptValue(module)}}))};d.visibilityState==="hidden"?(font(),go()):painted(()=>${wait})})()`;
}
