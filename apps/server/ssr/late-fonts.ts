import { scriptValue } from './script-value.ts';

/** The element that keeps the fonts of a page until it has been painted; without scripts they are just there. */
const keeper = 'late-fonts';
/** Where a browser notes which font it has, as a page that it sees for the first time need not wait to be painted then. */
const note = 'carhouse.font';

const style = /<style nonce="[^"]*">.*?<\/style>/gs;
/** A face that is fetched; one that the system has (`local()`) stays where it is. */
const face = /@font-face\s*\{[^{}]*url\([^{}]*\}/g;
const file = /url\(["']?([^"')]+)/;
/** What a `FontFace` is told, by the names of the style sheet. */
const descriptors = {
  weight: 'font-weight',
  stretch: 'font-stretch',
  style: 'font-style',
  display: 'font-display',
  unicodeRange: 'unicode-range',
} as const;

export type LateFonts = {
  /** The page without its fonts, and with what keeps them. */
  readonly html: string;
  /** An expression for the script of the page that brings the fonts after the first paint: a promise that is never rejected. */
  readonly bring: string;
};

/**
 * Takes the fonts out of the style sheets that stand in the head of a page, so that nothing is asked for beside the page
 * itself before it has been painted: it is read in a font of the system until then (styles/system-fonts.css has those of
 * the same widths). The first of them is fetched before all are put in, so the page is laid out once more and not twice.
 * A browser that has had the font before takes it from its store at once.
 * @returns undefined when no font stands in the head.
 */
export function holdFonts(html: string, nonce: string): LateFonts | undefined {
  const end = html.indexOf('</head>');
  const faces: string[] = [];
  const head = html.slice(0, end).replace(style, (element: string) =>
    element.replace(face, (rule) => {
      faces.push(rule);
      return '';
    }),
  );
  const url = file.exec(faces[0] ?? '')?.[1];
  if (url === undefined) return undefined;
  const kept = `<noscript id="${keeper}"><style nonce="${nonce}">${faces.join('')}</style></noscript>`;
  const known = `try{if(localStorage.getItem("${note}")===${scriptValue(url)}){const n=document.getElementById("${keeper}");n.outerHTML=n.textContent}}catch{}`;
  return {
    html: `${head}${kept}<script nonce="${nonce}">${known}</script>${html.slice(end)}`,
    bring:
      `(async()=>{if(!document.getElementById("${keeper}"))return;` +
      `try{const f=${scriptValue(faces.map(partsOf))}.map(a=>new FontFace(...a));await f[0].load();` +
      `for(const x of f)document.fonts.add(x);localStorage.setItem("${note}",${scriptValue(url)})}catch{}})()`,
  };
}

/** What `FontFace` is made of. */
function partsOf(rule: string): [family: string, source: string, facts: Record<string, string>] {
  const value = (name: string): string | undefined =>
    new RegExp(`[{;]\\s*${name}:\\s*([^;}]+)`).exec(rule)?.[1]?.trim();
  const facts = Object.entries(descriptors).flatMap(([fact, name]) => {
    const found = value(name);
    return found === undefined ? [] : [[fact, found] as const];
  });
  return [value('font-family')?.replaceAll(/["']/g, '') ?? '', value('src') ?? '', Object.fromEntries(facts)];
}
