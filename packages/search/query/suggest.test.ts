import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextIndex } from '../text/text-index.ts';
import { Vocabulary } from '../text/vocabulary.ts';
import { suggest } from './suggest.ts';

const counts = {
  brand: [
    { value: 'Toyota', count: 900 },
    { value: 'Mercedes_Benz', count: 500 },
    { value: 'Tesla', count: 300 },
    { value: 'Volkswagen', count: 120 },
    { value: 'Citroën', count: 8 },
    { value: 'Mazda', count: 60 },
  ],
  model: [
    { value: 'Tesla/Model 3', count: 200 },
    { value: 'Tesla/Model Y', count: 100 },
    { value: 'Mercedes_Benz/E 200', count: 90 },
    { value: 'Mercedes_Benz/C 180 Coupé', count: 95 },
    { value: 'Mazda/3', count: 40 },
    { value: 'Mazda/CX-5', count: 20 },
    { value: 'Toyota/Harrier', count: 30 },
    { value: 'Volkswagen/Golf', count: 50 },
  ],
  location: [
    { value: 'Tampines', count: 250 },
    { value: 'Bukit Timah', count: 70 },
    { value: 'Toa_Payoh', count: 66 },
    { value: 'Bedok', count: 65 },
  ],
  colour: [{ value: 'Puce', count: 5000 }],
};
const vocabulary = new Vocabulary();
vocabulary.updateCounts(counts);
const findNoTerms = () => [];
const texts = (typed: string, limit = 8) => suggest(typed, vocabulary, limit, findNoTerms).map(({ text }) => text);

it.each([
  [
    't',
    ['Toyota', 'Tesla', 'Tampines', 'Tesla Model 3', 'Tesla Model Y', 'Toa Payoh', 'Toyota Harrier', 'Bukit Timah'],
  ],
  ['tes', ['Tesla', 'Tesla Model 3', 'Tesla Model Y']],
  ['TESLA m', ['Tesla Model 3', 'Tesla Model Y']],
  ['model', ['Tesla Model 3', 'Tesla Model Y']],
  ['model 3 tesla', ['Tesla Model 3']],
  ['merc', ['Mercedes-Benz', 'Mercedes-Benz C 180 Coupé', 'Mercedes-Benz E 200']],
  ['benz e200', ['Mercedes-Benz E 200']],
  ['vw', ['Volkswagen', 'Volkswagen Golf']],
  ['citroen', ['Citroën']],
  ['CITROËN', ['Citroën']],
  ['cx5', ['Mazda CX-5']],
  ['cx-5', ['Mazda CX-5']],
  ['timah', ['Bukit Timah']],
  ['toa p', ['Toa Payoh']],
  ['3', ['Mazda 3', 'Tesla Model 3']],
  ['puce', []],
  ['zzz', []],
  ['', []],
  ['?!', []],
])('%j suggests %j', (typed, expected) => {
  expect(texts(typed)).toEqual(expected);
});

it.each([
  ['tesal', 'Tesla'],
  ['twsla', 'Tesla'],
  ['merzed', 'Mercedes-Benz'],
  ['volkswaagn', 'Volkswagen'],
  ['tampinse', 'Tampines'],
  ['harier', 'Toyota Harrier'],
])('%j with its typing fault suggests %j', (typed, expected) => {
  expect(texts(typed)[0]).toBe(expected);
});

it('does not repeat the brand when sellers wrote it into the title', () => {
  const titledVocabulary = new Vocabulary();
  titledVocabulary.updateCounts({ model: [{ value: 'Mercedes_Benz/Mercedes-Benz C180', count: 1 }] });
  expect(suggest('merc', titledVocabulary, 8, findNoTerms).map(({ text }) => text)).toEqual(['Mercedes-Benz C180']);
});

it('adds words of descriptions that are no names', () => {
  const index = new TextIndex();
  const descriptions = [
    'sunroof and sunshade',
    'Sunroof, leather',
    'sunroof 2019',
    'sun123',
    'Sunny Orchard',
    'sunroof',
  ];
  for (const [number, description] of descriptions.entries()) {
    index.analyze({ shareGroup: 'a', brand: 'Nissan', title: 'Sunny', variant: null, location: 'Ubi', description });
    index.add(number);
  }
  const liveDocuments = Uint32Array.of(0b011111);
  const findFrequentTerms = (start: string, maximum: number) => index.findFrequentTerms(start, maximum, liveDocuments);
  const suggestFor = (typed: string, limit: number) => suggest(typed, vocabulary, limit, findFrequentTerms);
  expect(suggestFor('sun', 8)).toEqual([
    { kind: 'word', value: 'sunroof', text: 'sunroof', count: 3 },
    { kind: 'word', value: 'sunshade', text: 'sunshade', count: 1 },
  ]);
  expect(suggestFor('SUN', 1)).toHaveLength(1);
  expect(suggestFor('su', 8)).toEqual([]);
  expect(suggestFor('sunroof leather', 8)).toEqual([]);
});

it('has kind, filter value and count, and no more suggestions than requested', () => {
  expect(suggest('tesla', vocabulary, 2, findNoTerms)).toEqual([
    { kind: 'brand', value: 'Tesla', text: 'Tesla', count: 300 },
    { kind: 'model', value: 'Tesla/Model 3', text: 'Tesla Model 3', count: 200 },
  ]);
});

it('follows the counts: values without cars are not suggested, new ones are', () => {
  const updatedVocabulary = new Vocabulary();
  updatedVocabulary.updateCounts(counts);
  updatedVocabulary.updateCounts({
    brand: [
      { value: 'Tesla', count: 1 },
      { value: 'Zeekr', count: 2 },
    ],
    model: [],
  });
  expect(suggest('te', updatedVocabulary, 8, findNoTerms)).toEqual([
    { kind: 'brand', value: 'Tesla', text: 'Tesla', count: 1 },
  ]);
  expect(suggest('zee', updatedVocabulary, 8, findNoTerms)).toEqual([
    { kind: 'brand', value: 'Zeekr', text: 'Zeekr', count: 2 },
  ]);
  expect(suggest('tampi', updatedVocabulary, 8, findNoTerms)).toHaveLength(1);
});

it('suggests for any text only names that contain its words', () => {
  const textPieceArbitrary = fc.constantFrom(
    'tes',
    'la',
    ' ',
    'model',
    '3',
    'ë',
    'Bu',
    'kit',
    '-',
    '🚗',
    'e\u0301',
    '\u0000',
    "'",
  );
  const typed = fc.oneof(
    fc.array(textPieceArbitrary, { maxLength: 8 }).map((list) => list.join('')),
    fc.string({ unit: 'binary', maxLength: 100 }),
  );
  fc.assert(
    fc.property(typed, fc.integer({ min: 1, max: 10 }), (text, limit) => {
      const suggestions = suggest(text, vocabulary, limit, findNoTerms);
      expect(suggestions.length).toBeLessThanOrEqual(limit);
      expect(new Set(suggestions.map(({ kind, value }) => `${kind} ${value}`)).size).toBe(suggestions.length);
    }),
  );
});
