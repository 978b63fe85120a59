import { expect, it } from 'vitest';
import { TermDictionary } from './term-dictionary.ts';
import { WordBuffer } from './word-buffer.ts';

const buffer = new WordBuffer();

/** The terms of a text; unknown words become terms. */
function read(dictionary: TermDictionary, text: string): number[] {
  buffer.split(text);
  const terms = new Int32Array(buffer.count);
  for (let word = 0; ; word += 1) {
    word = dictionary.findAll(buffer, word, terms);
    if (word === buffer.count) return [...terms];
    terms[word] = dictionary.add(buffer, word);
  }
}

/** Words of one to twenty letters, each the beginning of the next, and others that differ from them in the last letter. */
const lengths = Array.from({ length: 20 }, (_, at) => at + 1);
const beginnings = lengths.map((length) => 'abcdefghijklmnopqrst'.slice(0, length));
const others = beginnings.map((word) => `${word.slice(0, -1)}9`);

it('tells words of every length apart, by whatever letter they differ, and knows them again', () => {
  const dictionary = new TermDictionary();
  const text = [...beginnings, ...others].join(' ');
  const terms = read(dictionary, text);
  expect(terms).toEqual([...beginnings, ...others].map((_, place) => place));
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
  const words = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}`);
  for (const [place, word] of words.entries()) expect(read(dictionary, word)).toEqual([place]);
  for (const [place, word] of words.entries()) expect(read(dictionary, word)).toEqual([place]);
});
