// `node tools/sample-sentences.ts --seed 7 FILE`: prints twenty sentences of a text, for example of the specification,
// chosen by a seeded random choice. docs/specification.md says how each sentence is found in the tree, and how long
// this took.
//   --count N   another number of sentences
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '@carhouse/server/testing/seeded';
import { chooseItems } from './seeded-choice.ts';

/**
 * Chooses sentences of a text.
 * @param text in Markdown
 * @param seed whole number; the same seed and the same text give the same sentences
 * @param count number of sentences; when the text has fewer, all are chosen
 */
export function chooseSentences(text: string, seed: number, count: number): string[] {
  return chooseItems(splitText(text), count, createSeededRandom(seed));
}

/**
 * Lists the sentences and table rows that have three words or more. The result does not include headings and the heads
 * of tables.
 */
function splitText(text: string): string[] {
  return text
    .split('\n')
    .filter((line, index, lines) => !/^#|^\|[-| ]+\|$/.test(line) && !/^\|[-| ]+\|$/.test(lines[index + 1] ?? ''))
    .flatMap((line) =>
      line.startsWith('|') ? [formatRow(line)] : line.replace(/^[-*] /, '').split(/(?<=[.;!?]) (?=\S)/),
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length >= 3);
}

const formatRow = (line: string): string => line.replace(/^\| *| *\|$/g, '').replaceAll(' | ', ': ');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { seed: { type: 'string' }, count: { type: 'string', default: '20' } },
    allowPositionals: true,
  });
  const [seed, count] = [Number(values.seed), Number(values.count)];
  const [file] = positionals;
  if (file === undefined || !Number.isInteger(seed) || !Number.isInteger(count) || count < 1) {
    console.error('Usage: node tools/sample-sentences.ts --seed N [--count N] FILE');
    process.exit(1);
  }
  const sentences = chooseSentences(readFileSync(file, 'utf8'), seed, count);
  for (const [index, sentence] of sentences.entries()) console.log(`${index + 1}. ${sentence}`);
}
