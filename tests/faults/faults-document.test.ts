import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { faultTable } from './fault-table.ts';
import { faultsFile, insertRows } from './faults-document.ts';

it('docs/faults.md has every row of the table, with its fault and what is expected', async () => {
  const text = await readFile(faultsFile, 'utf8');
  expect(insertRows(text, faultTable)).toBe(text);
});

it('rows have numbers and names of their own', () => {
  const numbersAndNames = faultTable.flatMap(({ number, name }) => [number, name]);
  expect(new Set(numbersAndNames).size).toBe(numbersAndNames.length);
});

it('a new result replaces what was seen before, and the other rows keep theirs', async () => {
  const [firstRow, secondRow] = faultTable;
  if (firstRow === undefined || secondRow === undefined) throw new Error('There are no rows.');
  const text = await readFile(faultsFile, 'utf8');
  const result = { figures: { slowestMs: 12, lost: 0 }, failures: ['a | b'], day: '2026-11-27' };
  const lines = insertRows(text, faultTable, new Map([[firstRow.number, result]])).split('\n');
  const findLine = (tableLines: readonly string[], number: string) =>
    tableLines.find((line) => line.startsWith(`| ${number} |`));
  expect(findLine(lines, firstRow.number)).toContain('| slowest 12 ms; lost 0 | **failed**: a / b, 2026-11-27 |');
  expect(findLine(lines, secondRow.number)).toBe(findLine(text.split('\n'), secondRow.number));
});
