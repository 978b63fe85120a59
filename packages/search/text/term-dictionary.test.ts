import { expect, it } from 'vitest';
import { TermDictionary } from './term-dictionary.ts';
import { TokenBuffer } from './token-buffer.ts';

const buffer = new TokenBuffer();

/** The terms of a text. Unknown tokens are added. */
function readTerms(dictionary: TermDictionary, text: string): number[] {
  buffer.split(text);
  const terms = new Int32Array(buffer.count);
  for (let token = 0; ; token += 1) {
    token = dictionary.findTerms(buffer, token, terms);
    if (token === buffer.count) return [...terms];
    terms[token] = dictionary.add(buffer, token);
  }
}

/** Tokens of one to twenty letters, each one a prefix of the next, and other tokens with a different last letter. */
const lengths = Array.from({ length: 20 }, (_, at) => at + 1);
const beginnings = lengths.map((length) => 'abcdefghijklmnopqrst'.slice(0, length));
const otherTokens = beginnings.map((token) => `${token.slice(0, -1)}9`);

it('distinguishes tokens of every length that differ in any letter, and finds them again', () => {
  const dictionary = new TermDictionary();
  const text = [...beginnings, ...otherTokens].join(' ');
  const terms = readTerms(dictionary, text);
  expect(terms).toEqual([...beginnings, ...otherTokens].map((_, index) => index));
  expect(readTerms(dictionary, text)).toEqual(terms);
  expect(terms.map((term) => dictionary.text(term))).toEqual([...beginnings, ...otherTokens]);
});

it('finds a token again whether or not the whole text is ASCII', () => {
  const dictionary = new TermDictionary();
  const terms = readTerms(dictionary, `${beginnings.join(' ')} é`);
  expect(readTerms(dictionary, `${beginnings.join(' ')} e`)).toEqual(terms);
});

it('distinguishes thousands of tokens that share entries of the cache', () => {
  const dictionary = new TermDictionary();
  const tokens = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}`);
  for (const [index, token] of tokens.entries()) expect(readTerms(dictionary, token)).toEqual([index]);
  for (const [index, token] of tokens.entries()) expect(readTerms(dictionary, token)).toEqual([index]);
});
