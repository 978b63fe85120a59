import { expect, it } from 'vitest';
import { csvLine } from './csv-line.ts';

it('quotes what would end a cell, and puts an apostrophe before what a spreadsheet runs', () => {
  expect(csvLine(['plain', 'a,b', 'say "no"', 'two\nlines'])).toBe('plain,"a,b","say ""no""","two\nlines"\r\n');
  for (const start of ['=', '+', '-', '@', ' =', '\uff1d']) {
    expect(csvLine([`${start}1+1`])).toBe(`'${start}1+1\r\n`);
  }
});
