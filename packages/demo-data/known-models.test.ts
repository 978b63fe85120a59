import { makeKey } from '@carhouse/domain/brand/brand-spellings';
import { findMakeOfModel, findOtherMake } from '@carhouse/domain/brand/known-models';
import { expect, it } from 'vitest';
import { makeDemoListings } from './stock.ts';

it('each model of the demo stock is known, and as a model of its own make', () => {
  const cars = makeDemoListings(new Date('2026-11-23T04:00:00Z'));
  const faults = cars.filter(
    ({ brand, model }) => makeKey(findMakeOfModel(model) ?? '') !== makeKey(brand) || findOtherMake(model, brand),
  );
  expect([...new Set(faults.map(({ brand, model }) => `${brand} ${model}`))]).toEqual([]);
});
