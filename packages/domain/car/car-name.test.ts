import { expect, it } from 'vitest';
import { carName } from './car-name.ts';

it.each([
  ['BMW', '318i', 'BMW 318i'],
  ['BMW', 'BMW 318i', 'BMW 318i'],
  ['BMW', 'bmw 318i', 'bmw 318i'],
  ['BMW', 'BMW', 'BMW'],
  ['BMW', 'BMWX 1', 'BMW BMWX 1'],
  ['Mercedes-Benz', 'E 200', 'Mercedes-Benz E 200'],
  ['Mercedes-Benz', 'Mercedes E 200', 'Mercedes E 200'],
  ['Mercedes-Benz', 'Mercedes-Benz E 200', 'Mercedes-Benz E 200'],
  ['Rolls-Royce', ' Rolls Royce Ghost', ' Rolls Royce Ghost'],
  ['Aston Martin', 'Aston Martin DB11', 'Aston Martin DB11'],
  ['Toyota', 'Land Cruiser', 'Toyota Land Cruiser'],
  ['Tesla', '', 'Tesla '],
])('a car of %s with the title %j is %j', (make, title, name) => {
  expect(carName(make, title)).toBe(name);
});
