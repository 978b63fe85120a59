import { describe, expect, it } from 'vitest';
import { findMakeOfModel, findOtherMake } from './known-models.ts';

describe('the make of a model', () => {
  it.each([
    ['A4 2.0 TFSI', 'Audi'],
    ['RS Q8', 'Audi'],
    ['318i Sport', 'BMW'],
    ['M340i', 'BMW'],
    ['X5 xDrive40i', 'BMW'],
    ['Huracán EVO', 'Lamborghini'],
    ['C180', 'Mercedes-Benz'],
    ['E 300', 'Mercedes-Benz'],
    ['AMG G 63', 'Mercedes-Benz'],
    ['Ghost', 'Rolls-Royce'],
    ['Model Y Long Range', 'Tesla'],
    ['Corolla', undefined],
    ['A45678', undefined],
    ['500e', undefined],
    ['', undefined],
  ])('of %j is %j', (text, make) => {
    expect(findMakeOfModel(text)).toBe(make);
  });
});

describe('another make than the chosen one', () => {
  it.each([
    ['A4', 'BMW', 'Audi'],
    ['BMW A4 2.0', 'BMW', 'Audi'],
    ['Audi A4', 'BMW', 'Audi'],
    ['C180', 'Audi', 'Mercedes-Benz'],
    ['Model 3', 'Rolls_Royce', 'Tesla'],
    ['Rolls-Royce Model 3', 'Rolls_Royce', 'Tesla'],
    ['roma', 'Mercedes_Benz', 'Ferrari'],
  ])('%j as %j is %j', (title, make, other) => {
    expect(findOtherMake(title, make)).toBe(other);
  });

  it.each([
    ['A4', 'Audi'],
    ['Audi A4', 'Audi'],
    ['A9 e-concept', 'BMW'],
    ['X5', 'BAIC'],
    ['S 560', 'Maybach'],
    ['A4', 'Unheard of'],
    ['Anything', 'BMW'],
    ['', 'BMW'],
  ])('%j as %j is not questioned', (title, make) => {
    expect(findOtherMake(title, make)).toBeUndefined();
  });
});
