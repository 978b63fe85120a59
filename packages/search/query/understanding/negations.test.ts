import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const vocabulary = new Vocabulary();
const listValues = (values: string): { value: string; count: number }[] =>
  values.split(', ').map((value, index) => ({ value, count: 1000 - index }));
vocabulary.updateCounts({
  brand: listValues('BMW, Audi, Tesla'),
  model: [],
  body: listValues('SUV'),
  colour: listValues('White, Black, Red'),
  location: [],
});
const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

function read(text: string) {
  const { filters, unusedTexts } = understand(text, vocabulary, { today: '2026-11-26', words });
  return { filters: filters.map(({ name, value }) => `${name}=${value}`), unusedTexts };
}

it.each([
  ['diesel no need, hybrid better', ['fuel=hybrid', 'fuel=plug-in hybrid']],
  ['diesel no need hybrid better', ['fuel=hybrid', 'fuel=plug-in hybrid']],
  // Before a polite word, what the sentence excludes stands after `no`.
  ['suv no diesel please', ['body=SUV', 'fuel=petrol', 'fuel=hybrid', 'fuel=plug-in hybrid', 'fuel=electric']],
  ['white no black ok', ['colour=Black']],
  ['petrol not ok. hybrid preferred', ['fuel=hybrid', 'fuel=plug-in hybrid']],
  ['white or black dun want', ['colour=Red']],
  ["bmw also don't want", ['brand=Audi', 'brand=Tesla']],
  ['bmw no, audi no', ['brand=Tesla']],
  ['not bmw or not audi', ['brand=Tesla']],
  // `or not` asks, and excludes nothing.
  ['got sunroof or not suv', ['body=SUV']],
  ['suv can a not', ['body=SUV']],
  ['white or not', ['colour=White']],
  ['hate bmw', ['brand=Audi', 'brand=Tesla']],
  ['no need for bmw or audi', ['brand=Tesla']],
  // When the phrase stands before what it excludes, it excludes what follows.
  ['suv no need white', ['body=SUV', 'colour=Black', 'colour=Red']],
  ['suv dun want white', ['body=SUV', 'colour=Black', 'colour=Red']],
  // A negated verb is a plain `not`.
  ["suv that isn't white", ['body=SUV', 'colour=Black', 'colour=Red']],
  ['suv that isn’t white or black', ['body=SUV', 'colour=Red']],
  ['suv which is not white', ['body=SUV', 'colour=Black', 'colour=Red']],
  ["won't be bmw", ['brand=Audi', 'brand=Tesla']],
  ["doesn't cost more than 80k", ['maxPrice=80000']],
  ["can't exceed 80k", ['maxPrice=80000']],
  ['suv instead of bmw', ['body=SUV', 'brand=Audi', 'brand=Tesla']],
  ['suv not a 7 seater', ['body=SUV', 'maxSeats=6']],
  // A model is excluded whether or not it is on sale.
  ["suv that isn't an alphard", ['body=SUV', 'model=!Toyota/Alphard']],
  ['not toyota alphard or vellfire', ['model=!Toyota/Alphard', 'model=!Toyota/Vellfire']],
  ['bmw, not alphard not vellfire', ['brand=BMW', 'model=!Toyota/Alphard', 'model=!Toyota/Vellfire']],
  // A `coe car` is a car whose COE was renewed.
  ['no coe cars', ['maxYearsOfUse=9']],
  ['no coe car', ['maxYearsOfUse=9']],
  ['no coe cars please', ['maxYearsOfUse=9']],
  ['non coe cars', ['maxYearsOfUse=9']],
  ['suv dont want coe car', ['body=SUV', 'maxYearsOfUse=9']],
  ['bmw no coe cars below 50k', ['brand=BMW', 'maxYearsOfUse=9', 'maxPrice=50000']],
  ['avoid renewed coe', ['maxYearsOfUse=9']],
  ['suv coe car also can', ['body=SUV']],
  ['no coe', ['maxCoeMonths=0']],
  // What is allowed is neither a condition nor excluded.
  ["suv, doesn't have to be white", ['body=SUV']],
  ['suv need not be white or black', ['body=SUV']],
  ["suv don't mind bmw", ['body=SUV']],
  ['suv white not a must', ['body=SUV']],
  ['suv below 80k also can', ['body=SUV', 'maxPrice=80000']],
])('%j excludes and leaves %j', (text, filters) => {
  expect(read(text)).toEqual({ filters, unusedTexts: [] });
});

it.each([
  ['suv, sunroof not needed', 'sunroof not needed'],
  ['7 seater not necessary suv', '7 seater not necessary'],
])('what is not wanted in %j is no wish and is named', (text, unusedText) => {
  expect(read(text)).toEqual({ filters: ['body=SUV'], unusedTexts: [unusedText] });
});
