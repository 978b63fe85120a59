import { expect, it } from 'vitest';
import { brandApiName } from './brand.ts';
import { makeNames } from './brand-spellings.ts';
import { brandText } from './brand-text.ts';

const hyphenated = makeNames.filter((name) => name.includes('-'));

it.each([...hyphenated, 'Aston Martin', 'Tesla', 'constructor'])('writes %j as it is from its API name', (name) => {
  expect(brandText(brandApiName(name))).toBe(name);
});

it('knows the makes with a hyphen', () => {
  expect(hyphenated).toContain('Rolls-Royce');
});
