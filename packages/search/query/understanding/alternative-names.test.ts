import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const vocabulary = new Vocabulary();
const listValues = (values: string): { value: string; count: number }[] =>
  values.split(', ').map((value, index) => ({ value, count: 1000 - index }));
vocabulary.updateCounts({
  brand: listValues('Honda, Nissan'),
  model: listValues('Honda/City, Nissan/Serena'),
  body: listValues('SUV, Saloon'),
  colour: listValues('White'),
  location: [],
});
const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

function readModels(text: string): readonly string[] {
  const { filters, absentModels } = understand(text, vocabulary, { today: '2026-11-26', words });
  return [...filters.flatMap(({ name, value }) => (name === 'model' ? [value] : [])), ...absentModels];
}

it.each([
  ['serena or city', ['Nissan/Serena', 'Honda/City']],
  ['city or serena', ['Honda/City', 'Nissan/Serena']],
  ['vios or city', ['Honda/City', 'Toyota Vios']],
  ['vios, city or serena', ['Honda/City', 'Nissan/Serena', 'Toyota Vios']],
  ['golf vs civic', ['Volkswagen/Golf', 'Honda/Civic']],
  ['note or march', ['Nissan/Note', 'Nissan/March']],
  ['mazda 3 or fit', ['Mazda/3', 'Honda/Fit']],
  ['golf or mini cooper', ['Volkswagen/Golf', 'MINI']],
  ['golf or honda', ['Honda/City', 'Volkswagen Golf']],
  ['golf or bmw', ['Volkswagen/Golf', 'BMW']],
  ['polo and up', ['Volkswagen/Polo', 'Volkswagen/Up']],
  ['stream or wish', ['Honda/Stream', 'Toyota/Wish']],
  ['mazda 3 or 6 but not 2', ['Mazda/3', 'Mazda/6']],
  // A sign between two names belongs to neither of them.
  ['noah / voxy', ['Toyota/Noah', 'Toyota/Voxy']],
  ['noah & voxy', ['Toyota/Noah', 'Toyota/Voxy']],
  ['noah/voxy', ['Toyota/Noah', 'Toyota/Voxy']],
  ['kia carnival/hyundai staria', ['Kia/Carnival', 'Hyundai/Staria']],
  ['mini cooper/countryman', ['MINI/Cooper', 'MINI/Countryman']],
  ['mazda 2, 3 or 6', ['Mazda/2', 'Mazda/3', 'Mazda/6']],
])('%j names several models', (text, models) => {
  expect([...readModels(text)].sort()).toEqual([...models].sort());
});

it.each([
  'suv for city or highway',
  'easy to park in the city and fit 5',
  'golf or stroller',
  'suv for golf and errands',
  'i wish for a suv',
  'range 400 or 500',
])('%j names no model', (text) => {
  expect(readModels(text)).toEqual([]);
});
