// `node tools/sample-reading.ts --seed 1`: prints sixty sentences of comments and sixty identifiers, chosen from the
// whole tree by a seeded random choice. A reader who has not seen the code marks the sentences and identifiers that
// they do not understand at first reading. An identifier is printed with the line that declares it, because readers of
// code meet a name in its line. Repeating the command with the same seed and tree prints the same lines.
//   --count N   another number of each, 500 at most
//   --under P   only files whose path begins with P, for example apps/server
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '@carhouse/server/testing/seeded';
import { parseSync } from 'oxc-parser';
import { chooseItems } from './seeded-choice.ts';
import { isSource, listFiles } from './structure/list-files.ts';

export type TextSample = { readonly file: string; readonly text: string };
/** A declared name, and the line of source that declares it. */
export type NameSample = TextSample & { readonly line: string };

const countMaximum = 500;

/**
 * Chooses sentences and identifiers.
 * @param files path and text of each file, always in the same order
 * @param seed whole number
 * @param count number of each kind; when there are fewer, all are chosen
 */
export function chooseSamples(files: readonly TextSample[], seed: number, count: number) {
  const parsedFiles = files.map(({ file, text }) => ({ file, ...readFile(file, text) }));
  const sentences = parsedFiles.flatMap(({ file, sentences: texts }) => texts.map((text) => ({ file, text })));
  const names = new Map<string, NameSample>();
  for (const { file, identifiers } of parsedFiles) {
    for (const [text, line] of identifiers) if (!names.has(text)) names.set(text, { file, text, line });
  }
  const random = createSeededRandom(seed);
  return {
    sentences: chooseItems(sentences, count, random),
    identifiers: chooseItems([...names.values()], count, random),
  };
}

/**
 * Reads the sentences of at least four words in the comments of a file, and the declared names. Repeated sentences and
 * names are listed only once.
 */
function readFile(file: string, text: string): { sentences: string[]; identifiers: Map<string, string> } {
  const { program, comments } = parseSync(file, text);
  return {
    sentences: joinLines(comments, text).flatMap(splitSentences),
    identifiers: readDeclaredNames(program, text),
  };
}

/** Joins comments on consecutive lines into one text. */
function joinLines(comments: readonly { type: string; value: string; start: number; end: number }[], text: string) {
  const texts: { text: string; end: number }[] = [];
  for (const { type, value, start, end } of comments) {
    const plainText = value
      .split('\n')
      .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
      .join(' ')
      .trim();
    const previousText = texts.at(-1);
    const continuesPreviousComment =
      previousText !== undefined && type === 'Line' && /^\s*$/.test(text.slice(previousText.end, start));
    if (continuesPreviousComment) Object.assign(previousText, { text: `${previousText.text} ${plainText}`, end });
    else texts.push({ text: plainText, end });
  }
  return texts.map((each) => each.text);
}

function splitSentences(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]) (?=[A-Z`@])/)
    .filter((sentence) => !sentence.startsWith('biome-ignore') && sentence.split(' ').length >= 4);
}

/**
 * Reads the names of functions, variables, types, classes, fields of types and parameters that have three characters or
 * more. @returns the line of each name's first declaration
 */
function readDeclaredNames(program: unknown, text: string): Map<string, string> {
  const lines = new Map<string, string>();
  const addName = (node: unknown): void => {
    if (!isNode(node) || node.type !== 'Identifier' || typeof node.name !== 'string') return;
    if (node.name.length > 2 && !lines.has(node.name)) lines.set(node.name, readLineAt(text, node.start));
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node)) return;
    if (/^(VariableDeclarator|FunctionDeclaration|Class|TSTypeAlias|TSInterface)/.test(node.type)) addName(node.id);
    if (/^(TSPropertySignature|PropertyDefinition|MethodDefinition)$/.test(node.type)) addName(node.key);
    if (Array.isArray(node.params)) for (const parameter of node.params) addName(parameter);
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(program);
  return lines;
}

function readLineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(text.lastIndexOf('\n', offset) + 1, end === -1 ? text.length : end).trim();
}

function isNode(value: unknown): value is { type: string; start: number; [key: string]: unknown } {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string', default: '60' },
      under: { type: 'string', default: '' },
    },
  });
  const [seed, count] = [Number(values.seed), Number(values.count)];
  if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1 || count > countMaximum) {
    console.error(`Usage: node tools/sample-reading.ts --seed N [--count 1 to ${countMaximum}] [--under PATH]`);
    process.exit(1);
  }
  const root = fileURLToPath(new URL('..', import.meta.url));
  const paths = listFiles(root).filter((path) => isSource(path) && path.startsWith(values.under));
  const files = paths.map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }));
  const { sentences, identifiers } = chooseSamples(files, seed, count);
  console.log('\nSentences');
  for (const [index, { file, text }] of sentences.entries()) console.log(`${index + 1}. ${text}   (${file})`);
  console.log('\nIdentifiers');
  for (const [index, { file, text, line }] of identifiers.entries())
    console.log(`${index + 1}. ${text}   (${file})\n      ${line}`);
}
