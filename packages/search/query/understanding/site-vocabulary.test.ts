import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

function read(text: string) {
  const { filters, topics, unusedTexts } = understand(text, new Vocabulary(), { today: '2026-11-23', words });
  return { filters: filters.map(({ name, value }) => `${name}=${value}`), topics, unusedTexts };
}

it.each([
  ['can i test drive', [], ['viewing']],
  ['how do i sell my car', [], ['selling']],
  ['got trade in?', [], ['trade-in']],
  ['can i get refund', [], ['refund']],
  ['is there any hidden fees', [], ['fees']],
  ['what is the coe price today', [], ['coe prices']],
  ['can test drive suv below 100k', ['body=SUV', 'maxPrice=100000'], ['viewing']],
])('%j asks about the site', (text, filters, topics) => {
  expect(read(text)).toEqual({ filters, topics, unusedTexts: [] });
});

it.each(['grab car', 'seller in bedok', 'coe till 2030', 'sporty car', 'no accident'])('%j asks for a car', (text) => {
  expect(read(text).topics).toEqual([]);
});
