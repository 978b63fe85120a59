import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const projectFolders = ['apps/server', 'apps/stripe-sandbox', 'packages'];
/** Folders whose texts are excluded: the demo data names people, and tests and mails contain similar data. */
const excludedFolders = new Set(['node_modules', 'demo-data', 'testing', 'mail', 'messages', 'dist']);
/** Log lines of the web framework. */
const libraryMessages = new Set(['incoming request', 'request completed', 'premature close', 'Server listening']);

/** The texts in the product's code, which no user of the server has written. */
export type ProductText = {
  /** Whether the text is a complete string literal of the code. */
  isLiteral(text: string): boolean;
  /** Returns the path within the project, or undefined when the project has no such file. */
  findFile(absolutePath: string): string | undefined;
};

/** Reads the code of the product. */
export async function readProductText(): Promise<ProductText> {
  const paths = (await Promise.all(projectFolders.map((folder) => listSources(join(projectFolder, folder))))).flat();
  const code = (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n');
  return {
    isLiteral: (text) =>
      libraryMessages.has(text) ||
      (text.length > 0 && ["'", '"', '`'].some((quoteMark) => code.includes(`${quoteMark}${text}${quoteMark}`))),
    findFile: (absolutePath) =>
      absolutePath.startsWith(projectFolder) && existsSync(absolutePath)
        ? absolutePath.slice(projectFolder.length)
        : undefined,
  };
}

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const pathListPromises = entries.map(async (entry) => {
    if (entry.isDirectory()) return excludedFolders.has(entry.name) ? [] : listSources(join(folder, entry.name));
    return /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [join(folder, entry.name)] : [];
  });
  return (await Promise.all(pathListPromises)).flat();
}
