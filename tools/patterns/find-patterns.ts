import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { productAreaNames } from '../structure/areas.ts';

/** A regular expression of the product. */
export type Pattern = { readonly file: string; readonly line: number; readonly source: string; readonly flags: string };

const project = fileURLToPath(new URL('../..', import.meta.url));
const leftOut = /\.test\.tsx?$|\/testing\//;

/** All regular expressions in the source of the product. */
export function findPatterns(): readonly Pattern[] {
  return sources().flatMap((file) => {
    const text = readFileSync(join(project, file), 'utf8');
    const found: Pattern[] = [];
    const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        const { pattern: source, flags } = node.regex;
        found.push({ file, line: lineAt(node.start), source, flags });
      },
    }).visit(parseSync(file, text).program);
    return found;
  });
}

/** Files that create a regular expression from a string. */
export function findMadePatterns(): readonly string[] {
  return sources().filter((file) => {
    let hasFound = false;
    const note = ({ callee }: { readonly callee: object }): void => {
      hasFound ||= (callee as { readonly name?: unknown }).name === 'RegExp';
    };
    const { program } = parseSync(file, readFileSync(join(project, file), 'utf8'));
    new Visitor({ NewExpression: note, CallExpression: note }).visit(program);
    return hasFound;
  });
}

/**
 * Source files that run in the product. Commands, checks and benchmarks are left out, because they process no untrusted
 * text.
 */
function sources(): readonly string[] {
  const folders = productAreaNames.map((area) => `${area}/**/*.{ts,tsx}`);
  const files = globSync(folders, { cwd: project, exclude: (name) => name === 'node_modules' || name === 'dist' });
  return files.filter((file) => !leftOut.test(file)).toSorted();
}
