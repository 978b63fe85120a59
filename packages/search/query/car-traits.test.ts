import { expect, it } from 'vitest';
import { carTraits, traitBitOf, traitsOf } from './car-traits.ts';
import { hasModelTrait } from './model-traits.ts';

const namesOf = (bits: number): readonly string[] => carTraits.filter((_, index) => (bits & (1 << index)) !== 0);
const car = { brand: 'Audi', title: 'Q7', body: 'Sports utility', fuel: 'hybrid', seats: 7 } as const;

it.each([
  [{}, ['roomy', 'high', 'frugal']],
  [{ title: 'Q2', fuel: 'petrol', seats: 5 } as const, ['small', 'high']],
  [{ title: 'A6 Avant', body: 'Estate', fuel: 'diesel', seats: 5 } as const, ['roomy', 'frugal']],
  [{ brand: 'Mercedes_Benz', title: 'B 180', body: 'Hatchback', fuel: 'petrol', seats: 5 } as const, ['small', 'high']],
  [{ brand: 'BMW', title: '216i Gran Tourer', body: 'MPV', fuel: 'petrol' } as const, ['roomy', 'high']],
  // Unknown facts give no trait.
  [{ brand: 'Nobody', title: 'Constructor', body: null, fuel: null, seats: null }, []],
])('a car with %j is %j', (facts, traits) => {
  expect(namesOf(traitsOf({ ...car, ...facts }))).toEqual(traits);
});

it('the traits of a model do not give the seats or the fuel of another car of this model', () => {
  expect(namesOf(traitsOf(car))).toContain('high');
  expect(namesOf(traitsOf({ ...car, seats: 4, fuel: 'petrol' }))).toEqual(['roomy']);
});

it('only known names of traits have a bit', () => {
  expect(traitBitOf('is:small')).toBe(1);
  for (const phrase of ['small', 'is:', 'is:fast', 'is:__proto__']) expect(traitBitOf(phrase)).toBe(0);
  expect(hasModelTrait('constructor', 'A', 'small')).toBe(false);
});
