import { expect, it } from 'vitest';
import { toBrandApiName } from './brand.ts';

it.each([
  ['Mercedes-Benz', 'Mercedes_Benz'],
  ['Rolls-Royce', 'Rolls_Royce'],
  ['Tesla', 'Tesla'],
  ['  Aston  Martin ', 'Aston_Martin'],
  ['Land-Rover Classic', 'Land_Rover_Classic'],
  ['Mercedes_Benz', 'Mercedes_Benz'],
  ['Citroën', 'Citroën'],
])('writes the brand %j as %j in the API', (name, apiName) => {
  expect(toBrandApiName(name)).toBe(apiName);
});
