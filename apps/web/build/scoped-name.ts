import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';

const root = `${import.meta.dirname}/..`;

/**
 * The name of a class of a CSS module in the page: its own name and three signs that stand for its file. It is the same in the build
 * for browsers, in that for the server and on every machine.
 * @param file absolute path of the module, as Vite names it
 */
export function scopedName(name: string, file: string): string {
  const path = relative(root, file.split('?')[0] ?? file)
    .split(sep)
    .join('/');
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
