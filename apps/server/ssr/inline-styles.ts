import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Puts the style sheets of a page into it. */
export type StyleInliner = (html: string, nonce: string) => string;

/** A style sheet as React writes it into the head. */
const sheet = /<link rel="stylesheet" href="\/assets\/([\w.-]+\.css)"[^>]*>/g;

/**
 * Writes the style sheets of a page into its head, and names the files at the end of the body: the first paint waits
 * for one answer instead of two, the browser still keeps the files for the pages to come, and React finds them where it
 * looks for them.
 * @param clientRoot the built `dist/client` of the web app
 */
export async function readStyleInliner(clientRoot: string): Promise<StyleInliner> {
  const folder = join(clientRoot, 'assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css'));
  const sheets = new Map<string, string>();
  for (const name of names) sheets.set(name, await readFile(join(folder, name), 'utf8'));
  return (html, nonce) => {
    const links: string[] = [];
    const head = html.indexOf('</head>');
    const inlined = html.slice(0, head).replace(sheet, (link, name: string) => {
      const css = sheets.get(name);
      // A text that would end the element early cannot stand in one.
      if (css === undefined || css.includes('</style')) return link;
      links.push(link);
      return `<style nonce="${nonce}">${css}</style>`;
    });
    const end = html.lastIndexOf('</body>');
    if (head < 0 || end < 0 || links.length === 0) return html;
    return `${inlined}${html.slice(head, end)}${links.join('')}${html.slice(end)}`;
  };
}
