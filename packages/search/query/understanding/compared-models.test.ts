import { expect, it } from 'vitest';
import { Vocabulary } from '../../text/vocabulary.ts';
import { understand } from '../understand.ts';

const vocabulary = new Vocabulary();
const listValues = (values: string): { value: string; count: number }[] =>
  values.split(', ').map((value, index) => ({ value, count: 1000 - index }));
vocabulary.updateCounts({
  brand: listValues('BMW, Audi'),
  model: listValues('BMW/X5 xDrive40i, Audi/Q3'),
  body: listValues('SUV, Saloon, Hatchback, Estate, MPV'),
  colour: listValues('White'),
  location: [],
});
const words = { isInTexts: () => false, findMissingWords: (text: string) => new Set(text.toLowerCase().split(/\s+/)) };

function read(text: string) {
  const { filters, comparison, unusedTexts } = understand(text, vocabulary, { today: '2026-11-26', words });
  const toText = ({ name, value }: { name: string; value: string }) => `${name}=${value}`;
  return {
    filters: filters.map(toText),
    comparison: comparison && {
      wishes: comparison.wishes,
      alike: comparison.alike.map(toText),
      size: comparison.size,
      names: comparison.names,
    },
    unusedTexts,
  };
}

it.each([
  ['like a bmw x3 but cheaper', ['cheaper'], ['body=SUV'], 'is:roomy', 'BMW X3'],
  ['something like a honda jazz but newer', ['newer'], ['body=Hatchback'], null, 'Honda Jazz'],
  ['honda jazz but bigger', ['bigger'], ['body=Saloon', 'body=Estate', 'body=SUV'], null, 'Honda Jazz'],
  ['audi q3 but bigger', ['bigger'], ['body=SUV'], 'is:roomy', 'Audi Q3'],
  ['smaller than a bmw x5', ['smaller'], ['body=SUV'], 'is:small', 'BMW X5 xDrive40i'],
  ['honda vezel but newer and cheaper', ['newer', 'cheaper'], ['body=SUV'], 'is:small', 'Honda Vezel'],
  ['like a honda civic but more economical', ['economical'], ['body=Saloon'], null, 'Honda Civic'],
  ['bigger than my golf', ['bigger'], ['body=Saloon', 'body=Estate', 'body=SUV'], null, 'Volkswagen Golf'],
  ['honda civic but lower mileage', ['driven less'], ['body=Saloon'], null, 'Honda Civic'],
])('%j compares with a model', (text, wishes, alike, size, name) => {
  expect(read(text)).toEqual({ filters: [], comparison: { wishes, alike, size, names: [name] }, unusedTexts: [] });
});

it('asks for the make that is named beside the compared model', () => {
  const { filters, comparison } = read('smaller than a honda civic but a bmw');
  expect(filters).toEqual(['brand=BMW']);
  expect(comparison).toMatchObject({ wishes: ['smaller'], names: ['Honda Civic'] });
});

it.each([
  ['like a bmw x3', ['model=BMW/X3']],
  ['i like bmw x3', ['brand=BMW', 'model=BMW/X3']],
  ['toyota sienta or similar', ['model=Toyota/Sienta']],
  ['like an audi q3', ['model=Audi/Q3']],
  // Without a model, the words have their own meaning.
  ['newer bmw', ['maxYearsOfUse=4', 'brand=BMW']],
  ['faster suv', ['sort=-power', 'body=SUV']],
  ['suv newer than 2020', ['body=SUV', 'minYear=2021']],
])('%j compares with nothing', (text, filters) => {
  expect(read(text)).toEqual({ filters, comparison: null, unusedTexts: [] });
});
