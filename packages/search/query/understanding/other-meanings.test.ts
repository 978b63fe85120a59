import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const vocabulary = new Vocabulary();
const listValues = (values: string): { value: string; count: number }[] =>
  values.split(', ').map((value, index) => ({ value, count: 1000 - index }));
vocabulary.updateCounts({
  brand: listValues('BMW, Audi, Rolls_Royce'),
  model: listValues('Rolls_Royce/Ghost, Rolls_Royce/Dawn'),
  body: listValues('SUV, Saloon'),
  colour: listValues('White, Black, Red, Gold, Silver, Tan'),
  location: [],
});
const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

function read(text: string) {
  const { filters, unusedTexts, suggestedPhrases } = understand(text, vocabulary, { today: '2026-11-26', words });
  return {
    filters: filters.filter(({ name }) => name !== 'sort').map(({ name, value }) => `${name}=${value}`),
    unusedTexts,
    suggestedPhrases: suggestedPhrases.filter((phrase) => phrase.startsWith('is:')),
  };
}

it.each([
  ['golden retriever and two kids', ['minSeats=5'], ['is:roomy']],
  ['german shepherd', [], ['is:roomy']],
  ['2 huskies and a corgi', [], ['is:roomy']],
  ['silver haired parents', [], ['is:high']],
  ['my 70 year old mum', [], ['is:high']],
  ['suv for my 5 year old son', ['body=SUV'], []],
  ['suv, kids aged 3 and 5', ['body=SUV', 'minSeats=5'], []],
  ['suv, my mum is 70', ['body=SUV'], ['is:high']],
  ['golf clubs', [], ['is:roomy']],
  ['a 3 year old suv', ['maxYearsOfUse=3', 'body=SUV'], []],
])('%j says who travels, and no colour, make or age', (text, filters, suggestedPhrases) => {
  expect(read(text)).toEqual({ filters, unusedTexts: [], suggestedPhrases });
});

it.each([
  ['suv for white collar worker', 'white collar, worker'],
  ['suv black and white photos', 'black and white photos'],
  ['suv before chinese new year', 'chinese new year'],
  ['suv polo shirt', 'polo shirt'],
  ['mr tan suv', 'mr tan'],
  ['swift deal suv', 'swift deal'],
  ['suv before dawn', 'before dawn'],
  ['suv yellow number plate', 'yellow number plate'],
])('%j holds a name that means something else', (text, unusedText) => {
  expect(read(text)).toEqual({ filters: ['body=SUV'], unusedTexts: unusedText.split(', '), suggestedPhrases: [] });
});

it.each([
  ['white', ['colour=White']],
  ['in white', ['colour=White']],
  ['white car', ['colour=White']],
  ['white colour suv', ['colour=White', 'body=SUV']],
  ['gold bmw', ['colour=Gold', 'brand=BMW']],
  ['rolls royce ghost black', ['model=Rolls_Royce/Ghost', 'colour=Black']],
  ['dawn', ['model=Rolls_Royce/Dawn']],
  ['swift', ['model=Suzuki/Swift']],
  ['vw polo', ['brand=Volkswagen', 'model=Volkswagen/Polo']],
])('%j names a colour or a model', (text, filters) => {
  expect(read(text)).toEqual({ filters, unusedTexts: [], suggestedPhrases: [] });
});
