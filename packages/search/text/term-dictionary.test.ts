import { expect, it } from 'vitest';
import { TermDictionary } from './term-dictionary.ts';
import { TokenBuffer } from './token-buffer.ts';

const buffer = new TokenBuffer();

/** The terms of a text; unknown tokens become terms. */
function read(dictionary: TermDictionary, text: string): number[] {
  buffer.split(text);
  const terms = new Int32Array(buffer.count);
  for (let token = 0; ; token += 1) {
    token = dictionary.findAll(buffer, token, terms);
    if (token === buffer.count) return [...terms];
    terms[token] = dictionary.add(buffer, token);
  }
}

/** Words of one to twenty letters, each the beginning of the next, and others that differ from them in the last letter. */
const lengths = Array.from({ length: 20 }, (_, at) => at + 1);
const beginnings = lengths.map((length) => 'abcdefghijklmnopqrst'.slice(0, length));
const others = beginnings.map((token) => `${token.slice(0, -1)}9`);

it('tells words of every length apart, by whatever letter they differ, and knows them again', () => {
  const dictionary = new TermDictionary();
  const text = [...beginnings, ...others].join(' ');
  const terms = read(dictionary, text);
  expect(terms).toEqual([...beginnings, ...others].map((_, index) => index));
  expect(read(dictionary, text)).toEqual(terms);
  expect(terms.map((term) => dictionary.text(term))).toEqual([...beginnings, ...others]);
});

it('knows a word again whether or not all of its text is ASCII', () => {
  const dictionary = new TermDictionary();
  const terms = read(dictionary, `${beginnings.join(' ')} é`);
  expect(read(dictionary, `${beginnings.join(' ')} e`)).toEqual(terms);
});

it('keeps thousands of words apart that share the places of those met lately', () => {
  const dictionary = new TermDictionary();
  const tokens = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}`);
  for (const [index, token] of tokens.entries()) expect(read(dictionary, token)).toEqual([index]);
  for (const [index, token] of tokens.entries()) expect(read(dictionary, token)).toEqual([index]);
});
