import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As React writes a source that asks to stand in the page itself. */
const asked = /(<source [^>]*data-inline=""[^>]* srcSet=")\/assets\/([\w.-]+\.svg)(")/g;

/**
 * Writes the drawings that a page asks for (`data-inline`) into it, so that its first screen needs no second answer. React
 * keeps what it finds: in production it compares no attributes.
 * @param clientRoot the built `dist/client` of the web app
 */
export async function readPictureInliner(clientRoot: string): Promise<(html: string) => string> {
  const folder = join(clientRoot, 'assets');
  const drawings = new Map<string, string>();
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.svg')))
    drawings.set(name, dataUrl(await readFile(join(folder, name), 'utf8')));
  return (html) =>
    html.replace(asked, (whole, before: string, name: string, after: string) => {
      const url = drawings.get(name);
      return url === undefined ? whole : `${before}${url}${after}`;
    });
}

/** Readable rather than base64: it compresses as well as the drawing itself. A srcset ends an address at white space. */
function dataUrl(svg: string): string {
  const escaped = svg.trim().replace(/[\s"#%&<>'{}|\\^`]+/g, (signs) => encodeURIComponent(signs).replace(/'/g, '%27'));
  return `data:image/svg+xml,${escaped}`;
}
