import { expect, it } from 'vitest';
import { chooseVisit, countCarsNeeded, shownCarCount, type VisitKind } from './visitor-mix.ts';

it('so many cars are enough when every step of a purchase is an order', () => {
  const purchaseSteps: ReadonlySet<VisitKind> = new Set(['book', 'openCharge', 'card', 'pay']);
  const arrivalCount = 20_000;
  const orders = Array.from({ length: arrivalCount }, (_, index) => chooseVisit(index / arrivalCount)).filter((kind) =>
    purchaseSteps.has(kind),
  );
  expect(orders.length).toBeGreaterThan(arrivalCount / 100);
  expect(countCarsNeeded(arrivalCount)).toBeGreaterThan(shownCarCount + orders.length);
});
