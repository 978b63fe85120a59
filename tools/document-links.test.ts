import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listFiles } from './structure/list-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceFiles = listFiles(root).filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path));
const documents = [
  ...listFiles(root).filter((path) => path.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];
const decisionNumbers = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4));

it('documents and decisions named in comments exist', () => {
  const missingLinks = [...sourceFiles, ...documents].flatMap((path) => {
    const text = readDocument(path);
    const namedDocuments = [...text.matchAll(/(?<![\w./-])docs\/[\w/-]+\.md\b/g)].map(([name]) => name);
    const mentionedNumbers = [...text.matchAll(/\bdecisions? (\d{4})\b/gi)].map(([, number]) => number ?? '');
    return [
      ...namedDocuments.filter((name) => !existsSync(join(root, name))),
      ...mentionedNumbers.filter((number) => !decisionNumbers.includes(number)),
    ].map((name) => `${path}: ${name}`);
  });
  expect(sourceFiles.length).toBeGreaterThan(1_000);
  expect(missingLinks).toEqual([]);
});

it('numbers cited in comments are in docs/reliability.md', () => {
  const page = readDocument('docs/reliability.md');
  const citedNumbers = sourceFiles.flatMap((path) =>
    [...readDocument(path).matchAll(/docs\/reliability\.md,? (I\d+|fact \d+|fault \d+)/g)].map(([, name = '']) => name),
  );
  expect(citedNumbers.length).toBeGreaterThan(20);
  expect([...new Set(citedNumbers)].filter((name) => !hasNumber(page, name))).toEqual([]);
});

it('links between documents lead to existing files and headings', () => {
  const brokenLinks = documents.flatMap((path) =>
    [...readDocument(path).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !isLinkTargetPresent(path, link))
      .map((link) => `${path}: ${link}`),
  );
  expect(documents.length).toBeGreaterThan(40);
  expect(brokenLinks).toEqual([]);
});

function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * Whether a document has an entry with this number.
 * @param name for example `I8`, `fact 3` or `fault 18`; a row of the faults may have a range or a list of numbers
 */
function hasNumber(page: string, name: string): boolean {
  if (name.startsWith('I')) return page.includes(`\n| ${name} |`);
  const number = Number(name.split(' ')[1]);
  if (name.startsWith('fact')) return page.includes(`\n${number}. `);
  const [, faults = ''] = /## Faults([\s\S]*?)\n## /.exec(page) ?? [];
  return [...faults.matchAll(/^\| ([\d, –]+) \|/gm)].some(([, cell = '']) =>
    cell.split(', ').some((linkText) => {
      const [first = 0, last = first] = linkText.split('–').map(Number);
      return number >= first && number <= last;
    }),
  );
}

function isLinkTargetPresent(from: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? from : normalize(join(dirname(from), file));
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || listHeadings(readDocument(target)).includes(heading);
}

/**
 * Lists the anchors that GitHub creates for headings: in lower case, without punctuation, and with hyphens for blanks.
 */
function listHeadings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
