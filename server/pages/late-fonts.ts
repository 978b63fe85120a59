/** The element that keeps the fonts of a page until it has been painted; without scripts they are just there. */
const keeper = 'late-fonts';
/** Where a browser notes which font it has, as a page that it sees for the first time need not wait to be painted then. */
const note = 'carhouse.font';

const style = /<style nonce="[^"]*">.*?<\/style>/gs;
/** A face that is fetched; one that the system has (`local()`) stays where it is. */
const face = /@font-face\s*\{[^{}]*url\([^{}]*\}/g;
const family = /font-family:\s*["']?([^"';}]+)/;
const file = /url\(["']?([^"')]+)/;

export type LateFonts = {
  /** The page without its fonts, and with what brings them. */
  readonly html: string;
  /** A statement for the script of the page that brings the fonts, to be run after the first paint. */
  readonly bring: string;
};

/**
 * Takes the fonts out of the style sheets that stand in the head of a page, so that nothing is asked for beside the page
 * itself before it has been painted: it is read in a font of the system until then (styles/tokens.css has those of the same
 * widths). A browser that has had the font before takes it from its store at once.
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
  const [name, url] = [family.exec(faces[0] ?? '')?.[1], file.exec(faces[0] ?? '')?.[1]];
  if (name === undefined || url === undefined) return undefined;
  const kept = `<noscript id="${keeper}"><style nonce="${nonce}">${faces.join('')}</style></noscript>`;
  const known = `try{if(localStorage.getItem("${note}")===${quote(url)}){const n=document.getElementById("${keeper}");n.outerHTML=n.textContent}}catch{}`;
  return {
    html: `${head}${kept}<script nonce="${nonce}">${known}</script>${html.slice(end)}`,
    bring:
      `const n=document.getElementById("${keeper}");` +
      `if(n){n.outerHTML=n.textContent;document.fonts.load(${quote(`1em ${JSON.stringify(name)}`)})` +
      `.then(f=>{if(f.length)localStorage.setItem("${note}",${quote(url)})}).catch(()=>{})}`,
  };
}

/** As a string of a script in a page: no `<` of it may end the script. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}
