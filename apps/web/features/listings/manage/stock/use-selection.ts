import type { SellerCar } from '@carhouse/contract/seller-cars';
import { useState } from 'react';

export type Selection = {
  readonly cars: ReadonlyMap<string, SellerCar>;
  /** Adds cars to the selection, or removes them. */
  readonly choose: (cars: readonly SellerCar[], chosen: boolean) => void;
  readonly clear: () => void;
};

/**
 * The selected cars, with their data from when they were selected. The selection remains when another page or another state
 * is shown.
 */
export function useSelection(): Selection {
  const [cars, setCars] = useState<ReadonlyMap<string, SellerCar>>(new Map());
  return {
    cars,
    choose: (changed, chosen) =>
      setCars((present) => {
        const next = new Map(present);
        for (const car of changed) {
          if (chosen) next.set(car._id, car);
          else next.delete(car._id);
        }
        return next;
      }),
    clear: () => setCars(new Map()),
  };
}
