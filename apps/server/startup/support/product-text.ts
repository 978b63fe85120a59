import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const ownFolders = ['apps/server', 'apps/stripe-sandbox', 'packages'];
/** Folders whose texts are data: those of the demo name people, and those of tests and mails too. */
const leftOutFolders = new Set(['node_modules', 'demo-data', 'testing', 'mail', 'messages', 'dist']);
/** Log lines of the web framework. */
const libraryMessages = new Set(['incoming request', 'request completed', 'premature close', 'Server listening']);

/** The texts that stand in the code of the product, which nobody who uses the server has written. */
export type ProductText = {
  /** Whether the text is a whole string of the code. */
  isLiteral(text: string): boolean;
  /** Returns the path within the project, or undefined when the project has no such file. */
  findFile(absolutePath: string): string | undefined;
};

/** Reads the code of the product. */
export async function readProductText(): Promise<ProductText> {
  const paths = (await Promise.all(ownFolders.map((folder) => listSources(join(projectFolder, folder))))).flat();
  const code = (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n');
  return {
    isLiteral: (text) =>
      libraryMessages.has(text) ||
      (text.length > 0 && ["'", '"', '`'].some((quote) => code.includes(`${quote}${text}${quote}`))),
    findFile: (absolutePath) =>
      absolutePath.startsWith(projectFolder) && existsSync(absolutePath)
        ? absolutePath.slice(projectFolder.length)
        : undefined,
  };
}

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = entries.map(async (entry) => {
    if (entry.isDirectory()) return leftOutFolders.has(entry.name) ? [] : listSources(join(folder, entry.name));
    return /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [join(folder, entry.name)] : [];
  });
  return (await Promise.all(nested)).flat();
}
