import { expect, it } from 'vitest';
import { isNewSeller } from './seller-start.tsx';

const none = { available: 0, draft: 0, sold: 0, withdrawn: 0, hidden: 0, booked: 0, advertised: 0 };

it.each([
  [{}, true],
  [{ draft: 3 }, true],
  [{ available: 1 }, false],
  [{ sold: 1 }, false],
  [{ withdrawn: 40 }, false],
  [{ hidden: 1 }, false],
])('a seller with the cars %j is new: %s', (cars, isNew) => {
  expect(isNewSeller({ cars: { ...none, ...cars } })).toBe(isNew);
});
