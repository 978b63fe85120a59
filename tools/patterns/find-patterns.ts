import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { productAreaNames } from '../structure/areas.ts';

/** A regular expression of the product. */
export type SourcePattern = {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
};

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const excludedFilePattern = /\.test\.tsx?$|\/testing\//;

/** Finds all regular expressions in the source of the product. */
export function findPatterns(): readonly SourcePattern[] {
  return listSourceFiles().flatMap((file) => {
    const text = readFileSync(join(projectFolder, file), 'utf8');
    const foundPatterns: SourcePattern[] = [];
    const findLineNumber = (offset: number): number => text.slice(0, offset).split('\n').length;
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        const { pattern: source, flags } = node.regex;
        foundPatterns.push({ file, line: findLineNumber(node.start), source, flags });
      },
    }).visit(parseSync(file, text).program);
    return foundPatterns;
  });
}

/** Finds the files that create a regular expression from a string. */
export function findFilesThatMakePatterns(): readonly string[] {
  return listSourceFiles().filter((file) => {
    let doesMakePattern = false;
    const recordCall = ({ callee }: { readonly callee: object }): void => {
      doesMakePattern ||= (callee as { readonly name?: unknown }).name === 'RegExp';
    };
    const { program } = parseSync(file, readFileSync(join(projectFolder, file), 'utf8'));
    new Visitor({ NewExpression: recordCall, CallExpression: recordCall }).visit(program);
    return doesMakePattern;
  });
}

/**
 * Lists the source files that run in the product. The list does not include commands, checks and benchmarks, because
 * they process no untrusted text.
 */
function listSourceFiles(): readonly string[] {
  const folders = productAreaNames.map((areaName) => `${areaName}/**/*.{ts,tsx}`);
  const files = globSync(folders, {
    cwd: projectFolder,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  return files.filter((file) => !excludedFilePattern.test(file)).toSorted();
}
