import { expect, it } from 'vitest';
import { searchResultMessages } from '#messages/search-results';
import { describeParameters, listAppliedFilters } from './applied-parts.ts';
import { describeValueGroup } from './value-groups.ts';

const japaneseMakes = ['Honda', 'Lexus', 'Mazda', 'Nissan', 'Subaru', 'Suzuki', 'Toyota'];

it.each([
  ['not toyota', ['Audi', 'BMW'], 'Not Toyota'],
  ['suv but not a mercedes benz', ['Audi', 'BMW'], 'Not Mercedes-Benz'],
  ['Japanese car under 10k a year', japaneseMakes, 'Japanese'],
  ['korean suv', ['Hyundai', 'Kia'], 'Korean'],
  ['german suv not bmw', ['Audi', 'Porsche'], 'German, not BMW'],
  ['japanese or bmw', [...japaneseMakes, 'BMW'], undefined],
  ['audi or bmw', ['Audi', 'BMW'], undefined],
  ['no diesel', ['Audi', 'BMW'], undefined],
  ['jap car not more than 5 years old', japaneseMakes, 'Japanese'],
  ['anything but toyota or honda', ['Audi', 'BMW'], 'Not Toyota or Honda'],
  ['suv but audi or bmw', ['Audi', 'BMW'], undefined],
  ['any suv but tesla', ['Audi', 'BMW'], 'Not Tesla'],
  ['atas car', ['Audi', 'BMW'], 'Premium'],
  ['suv apart from audi', ['Tesla', 'BMW'], 'Not Audi'],
  ["suv, audi don't want", ['Tesla', 'BMW'], 'Not Audi'],
  ['suv dun want audi', ['Tesla', 'BMW'], 'Not Audi'],
  ['suv that isn’t an audi', ['Tesla', 'BMW'], 'Not Audi'],
  ["won't be audi", ['Tesla', 'BMW'], 'Not Audi'],
  ['suv but not chinese brand', ['Audi', 'BMW'], 'Not Chinese'],
  ['not german', ['Ferrari', 'Tesla'], 'Not German'],
  ['no korean, no chinese', ['Audi', 'BMW'], 'Not Korean or Chinese'],
  ['not german or japanese', ['Ferrari', 'Tesla'], 'Not German or Japanese'],
  ['not ang moh car', ['Honda', 'Toyota'], 'Not Continental'],
  ['ang moh car', ['Audi', 'BMW'], 'Continental'],
  ['german or italian', ['Audi', 'Ferrari'], 'German or Italian'],
  ['not chinese, audi or bmw', ['Audi', 'BMW'], undefined],
  ['not german', ['Audi', 'BMW'], undefined],
  ['german', ['Audi', 'Toyota'], undefined],
  ['got japanese or not', japaneseMakes, 'Japanese'],
])('names the makes of %j', (said, brand, name) => {
  expect(describeValueGroup({ said, brand, fromText: 'brand' }, 'brand')).toBe(name);
});

it.each([
  ['7 seats, not a people carrier', 'Not MPV'],
  ["i don't need a big car", 'Not SUV or MPV'],
])('names the bodies of %j', (said, name) => {
  expect(describeValueGroup({ said, body: ['Saloon', 'Coupé', 'Estate'], fromText: 'body' }, 'body')).toBe(name);
});

it('names an excluded energy, and no other filter of the question', () => {
  const search = {
    said: 'suv no diesel',
    fuel: ['electric', 'petrol', 'hybrid', 'plug-in hybrid'],
    body: ['Crossover', 'SUV'],
    fromText: 'fuel.body',
  };
  expect(describeValueGroup(search, 'fuel')).toBe('Not diesel');
  expect(describeValueGroup(search, 'body')).toBeUndefined();
  expect(describeValueGroup({ ...search, fromText: 'body' }, 'fuel')).toBeUndefined();
});

it('lists the energies where an excluded one is not all that is left out', () => {
  const search = { said: 'fuel efficient, not diesel', fuel: ['hybrid', 'electric'], fromText: 'fuel' };
  expect(describeValueGroup(search, 'fuel')).toBeUndefined();
});

it('names the bodies that five doors stand for', () => {
  const body = ['Crossover', 'Estate', 'Hatchback', 'MPV'];
  expect(describeValueGroup({ said: 'white five-door', body, fromText: 'body' }, 'body')).toBe('Five doors');
  const otherBodies = ['Convertible', 'Coupé', 'Saloon'];
  expect(describeValueGroup({ said: 'no five-door', body: otherBodies, fromText: 'body' }, 'body')).toBeUndefined();
  expect(
    describeValueGroup({ said: '5 door suv', body: ['Crossover', 'SUV'], fromText: 'body' }, 'body'),
  ).toBeUndefined();
});

it('names countries of makes that are joined by a slash', () => {
  const brand = ['Toyota', 'Honda', 'Hyundai', 'Kia'];
  expect(describeValueGroup({ said: 'japanese/korean suv', brand, fromText: 'brand' }, 'brand')).toBe(
    'Japanese or Korean',
  );
});

it('names excluded colours', () => {
  const colour = ['Blue', 'Red'];
  expect(describeValueGroup({ said: 'not black or white sedan', colour, fromText: 'colour' }, 'colour')).toBe(
    'Not black or white',
  );
  expect(describeValueGroup({ said: 'bright colour sedan', colour, fromText: 'colour' }, 'colour')).toBe(
    'Bright colours',
  );
});

it('names excluded bodies', () => {
  const body = ['Estate', 'Hatchback'];
  expect(describeValueGroup({ said: 'anything but a sedan or suv', body, fromText: 'body' }, 'body')).toBe(
    'Not sedan or SUV',
  );
  // The question names the bodies that it asks for.
  const namedSearch = { said: 'wagon or mpv, not suv', body: ['Estate', 'MPV'], fromText: 'body' };
  expect(describeValueGroup(namedSearch, 'body')).toBeUndefined();
});

it.each(['got sunroof or not suv', 'suv have or not', 'can or not suv', 'suv can a not', 'not sunroof, suv'])(
  'excludes no body in %j',
  (said) => {
    expect(
      describeValueGroup({ said, body: ['Sports utility', 'Crossover'], fromText: 'body' }, 'body'),
    ).toBeUndefined();
  },
);

it('names excluded models', () => {
  const cClassExclusions = ['!Mercedes_Benz/C 180', '!Mercedes_Benz/AMG C 63'];
  expect(describeValueGroup({ said: 'mercedes except c class', model: cClassExclusions }, 'model')).toBe(
    'Not Mercedes-Benz C-Class',
  );
  const listTexts = (...model: string[]) => listAppliedFilters({ model }).map(({ text }) => text);
  expect(listTexts('!Toyota/Alphard')).toEqual(['Not Toyota Alphard']);
  expect(listTexts('!Tesla/Model 3', '!Tesla/Model 3 Performance')).toEqual(['Not Tesla Model 3']);
  expect(listTexts('!Toyota/Alphard', '!Toyota/Vellfire')).toEqual(['Not Toyota Alphard or Toyota Vellfire']);
});

it('is one filter, and reads as a sentence', () => {
  const search = {
    said: 'japanese under 10k a year',
    brand: japaneseMakes,
    maxDepreciation: 10_000,
    fromText: 'brand',
  };
  expect(listAppliedFilters(search).map(({ text }) => text)).toEqual(['Japanese', 'Depreciation up to $10,000 a year']);
  const parts = describeParameters(search, ['brand', 'maxDepreciation'], 'within a sentence');
  expect(searchResultMessages.reason(parts, '1 car', 1)).toBe(
    'No car on sale today has all of this. Without “Japanese and depreciation up to $10,000 a year” there is 1 car.',
  );
  expect(searchResultMessages.reason(parts, '2 cars', 2)).toContain('there are 2 cars');
});
