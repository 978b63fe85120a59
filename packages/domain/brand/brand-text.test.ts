import { expect, it } from 'vitest';
import { toBrandApiName } from './brand.ts';
import { carMakeNames } from './brand-spellings.ts';
import { formatBrandName } from './brand-text.ts';

const hyphenatedMakes = carMakeNames.filter((name) => name.includes('-'));

it.each([...hyphenatedMakes, 'Aston Martin', 'Tesla', 'constructor'])(
  'writes %j as it is from its API name',
  (name) => {
    expect(formatBrandName(toBrandApiName(name))).toBe(name);
  },
);

it('knows the makes with a hyphen', () => {
  expect(hyphenatedMakes).toContain('Rolls-Royce');
});
