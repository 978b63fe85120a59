import { expect, it } from 'vitest';
import { brandApiName } from './brand.ts';
import { brandText } from './brand-text.ts';

it.each(['Mercedes-Benz', 'Rolls-Royce', 'Austin-Healey', 'Aston Martin', 'Tesla', 'constructor'])(
  'writes %j as it is from its API name',
  (name) => {
    expect(brandText(brandApiName(name))).toBe(name);
  },
);
