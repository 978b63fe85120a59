import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const vocabulary = new Vocabulary();
const valuesOf = (values: string): { value: string; count: number }[] =>
  values.split(', ').map((value, index) => ({ value, count: 1000 - index }));
vocabulary.updateCounts({
  brand: valuesOf('BMW, Audi, Tesla'),
  model: [],
  body: valuesOf('SUV'),
  colour: valuesOf('White, Black, Red'),
  location: [],
});
const words = { isInTexts: () => false, missing: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

function read(text: string) {
  const { filters, dropped } = understand(text, vocabulary, { today: '2026-11-26', words });
  return { filters: filters.map(({ name, value }) => `${name}=${value}`), dropped };
}

it.each([
  ['diesel no need, hybrid better', ['fuel=hybrid', 'fuel=plug-in hybrid']],
  ['diesel no need hybrid better', ['fuel=hybrid', 'fuel=plug-in hybrid']],
  ['petrol not ok. hybrid preferred', ['fuel=hybrid', 'fuel=plug-in hybrid']],
  ['white or black dun want', ['colour=Red']],
  ["bmw also don't want", ['brand=Audi', 'brand=Tesla']],
  ['bmw no, audi no', ['brand=Tesla']],
  ['hate bmw', ['brand=Audi', 'brand=Tesla']],
  ['no need for bmw or audi', ['brand=Tesla']],
  // Before its thing, the phrase excludes what follows.
  ['suv no need white', ['body=SUV', 'colour=Black', 'colour=Red']],
  ['suv dun want white', ['body=SUV', 'colour=Black', 'colour=Red']],
])('%j excludes and leaves %j', (text, filters) => {
  expect(read(text)).toEqual({ filters, dropped: [] });
});

it.each([
  ['suv, sunroof not needed', 'sunroof not needed'],
  ['7 seater not necessary suv', '7 seater not necessary'],
])('what is not wanted in %j is no wish and is named', (text, dropped) => {
  expect(read(text)).toEqual({ filters: ['body=SUV'], dropped: [dropped] });
});
