import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listContractCalls } from '@carhouse/server/testing/contract-calls';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(`${root}docs/specification.md`, 'utf8');
const readSource = (file: string): string => readFileSync(root + file, 'utf8');
const readPathsInCell = (cell: string): string[] =>
  [...cell.matchAll(/`((?:apps|packages|tests|tools)\/[^` ]+)`/g)].map(([, file = '']) => file);

/** Lists the rows of the tables below a heading, cell by cell. */
function listRowsUnder(heading: string): string[][] {
  const section = text.split('\n## ').find((sectionText) => sectionText.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}

test('docs/specification.md names an existing test for every sentence about screens', () => {
  const rows = ['Route table', 'Screens'].flatMap(listRowsUnder);
  expect(rows.length).toBeGreaterThan(40);
  const faults = rows.filter(([, cell = '']) => {
    const [, file, title] = /^`(tests\/e2e\/[\w-]+\.test\.ts)` › ([^|]+)$/.exec(cell) ?? [];
    if (file === undefined || title === undefined || !existsSync(root + file)) return true;
    // The title of a test is the first argument of its call.
    return !readSource(file)
      .split('\n')
      .some((line) => /^\s*(?:test\(|['`])/.test(line) && line.includes(title));
  });
  expect(faults).toEqual([]);
});

test('it has every call of the specification, with the contract, the use case, the web app and a test of each', async () => {
  const calls = (await listContractCalls()).filter(({ call }) => !call.path.startsWith('/api/v1/'));
  const rows = listRowsUnder('Calls').flatMap(([names = '', ...cells]) =>
    [...names.matchAll(/`([A-Z]+) ([^`?]+)[^`]*`/g)].map(([, method, path = '']) => ({
      key: `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`,
      cells,
    })),
  );
  expect(rows.map(({ key }) => key).sort()).toEqual(calls.map(({ call }) => `${call.method} ${call.path}`).sort());
  const faults = rows.flatMap(({ key, cells: [contract = '', useCase = '', app = '', tests = ''] }) => {
    const foundCall = calls.find(({ call }) => `${call.method} ${call.path}` === key);
    const pathStart = foundCall?.call.path.replace(/:.*$/, '') ?? '';
    const name = /asks `(\w+)`/.exec(app)?.[1] ?? foundCall?.name ?? '';
    return [
      ...(contract === `\`packages/contract/${foundCall?.moduleName}.ts\`` ? [] : [`${key}: contract`]),
      ...(readPathsInCell(useCase).length > 0 ? [] : [`${key}: use case`]),
      ...(readPathsInCell(app).some((file) => new RegExp(`\\b${name}\\b`).test(readSource(file)))
        ? []
        : [`${key}: web app`]),
      ...(readPathsInCell(tests).some((file) => readSource(file).includes(pathStart)) ? [] : [`${key}: test`]),
    ];
  });
  expect(faults).toEqual([]);
});

test('every file that it names is there', () => {
  const files = readPathsInCell(text);
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
});
