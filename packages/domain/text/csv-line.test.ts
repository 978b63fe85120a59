import { expect, it } from 'vitest';
import { formatCsvLine } from './csv-line.ts';

it('quotes what would end a cell, and puts an apostrophe before what a spreadsheet runs', () => {
  expect(formatCsvLine(['plain', 'a,b', 'say "no"', 'two\nlines'])).toBe('plain,"a,b","say ""no""","two\nlines"\r\n');
  for (const formulaStart of ['=', '+', '-', '@', ' =', '\uff1d']) {
    expect(formatCsvLine([`${formulaStart}1+1`])).toBe(`'${formulaStart}1+1\r\n`);
  }
});

it('lets no program that splits at semicolons, tabs or line breaks find a formula', () => {
  expect(formatCsvLine(['a;=1+1', 'b;  @x', 'c\t-1', 'd\n=1', 'e; f'])).toBe(
    `"a;'=1+1","b;  '@x","c\t'-1","d\n'=1","e; f"\r\n`,
  );
  expect(formatCsvLine([`${'\n'.repeat(200_000)}x`])).toHaveLength(200_005);
});
