import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

function read(text: string) {
  const { filters, ownCars, unusedTexts, topics } = understand(text, new Vocabulary(), { today: '2026-11-23', words });
  return { filters: filters.map(({ name, value }) => `${name}=${value}`), ownCars, unusedTexts, topics };
}

it.each([
  ['trade in my 2018 mazda 3 for a bmw', ['brand=BMW'], ['Mazda 3'], ['trade-in']],
  ['changing from wish to suv', ['body=SUV'], ['Toyota Wish'], []],
  ['i drive a civic now want mpv', ['minSeats=7'], ['Honda Civic'], []],
  ['selling my altis to buy suv', ['body=SUV'], ['Toyota Altis'], ['selling']],
  ['my old car is a honda fit need 7 seats', ['minSeats=7'], ['Honda Fit'], []],
  ['sell my van liao, need mpv', ['minSeats=7'], ['van'], ['selling']],
  ['my dad is selling his lorry for a 7 seater', ['minSeats=7'], ['lorry'], ['selling']],
  ['trade in van get suv', ['body=SUV'], ['van'], ['trade-in']],
  ['upgrade from hiace to suv', ['body=SUV'], ['Toyota Hiace'], []],
  ['downgrade from suv to hatchback', ['body=Hatchback'], ['SUV'], []],
])('%j asks for other cars than the own one', (text, filters, ownCars, topics) => {
  expect(read(text)).toEqual({ filters, ownCars, unusedTexts: [], topics });
});

it('asks for cars like the own one when nothing else is asked', () => {
  expect(read('replace my jazz').filters).toEqual(['model=Honda/Jazz']);
});

it.each([
  ['replace my van', ['body=Van']],
  ['got sell van', ['body=Van']],
  ['trade in van', []],
])('%j alone', (text, filters) => {
  expect(read(text).filters).toEqual(filters);
});

it.each(['my coe expiring in june', 'my coe is up in dec 2027', 'coe of my car ends next month'])(
  '%j says nothing about the asked car',
  (text) => {
    expect(read(`${text} want suv`)).toEqual({ filters: ['body=SUV'], ownCars: [], unusedTexts: [], topics: [] });
  },
);

it('compares with the year of the own car', () => {
  const { filters, comparison } = understand('newer than my 2018 mazda 3', new Vocabulary(), {
    today: '2026-11-23',
    words,
  });
  expect(filters.map(({ name, value }) => `${name}=${value}`)).toEqual(['minYear=2019']);
  expect(comparison?.wishes).toEqual(['newer']);
});
