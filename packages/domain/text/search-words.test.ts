import { expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

it.each([
  ['S 450 L', ['s', '450', 'l']],
  ['Mercedes-Benz', ['mercedes', 'benz']],
  ['Škoda  Citroën\tCoupé', ['skoda', 'citroen', 'coupe']],
  ["O'Neil \\ & | ! :* ( )", ['o', 'neil']],
  ['３．０', ['3', '0']],
  ['«Zeta» – 5’9 €20', ['zeta', '5', '9', '20']],
  ['', []],
  [' -- ', []],
])('%j has the words %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});
