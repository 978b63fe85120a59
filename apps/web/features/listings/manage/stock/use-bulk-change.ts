import { products } from '@carhouse/contract/listings';
import { overview } from '@carhouse/contract/overview';
import { type CarOutcomes, carsPerChange, type SellerCar } from '@carhouse/contract/seller-cars';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../../../../app/call-query.ts';

/** A car that was not changed, and the reason. */
export type StayedCar = { readonly title: string; readonly reason: string };

export type BulkChange = {
  readonly sending: { readonly isPending: boolean; readonly error: Error | null };
  readonly start: () => void;
  /** The cars that were not changed; undefined until all calls have been answered. */
  readonly stayed: readonly StayedCar[] | undefined;
};

/**
 * Changes several cars, `carsPerChange` per call, one call after another. When a call fails, the cars of earlier calls are
 * already changed, and a retry sends only the others.
 * @param onAll called with the number of changed cars, when all of them were changed
 */
export function useBulkChange(
  cars: readonly SellerCar[],
  send: (cars: readonly SellerCar[]) => Promise<CarOutcomes>,
  onAll: (changed: number) => void,
): BulkChange {
  const queryClient = useQueryClient();
  const [done] = useState(() => new Map<string, string | null>());
  const [stayed, setStayed] = useState<readonly StayedCar[]>();
  const act = useMutation({
    mutationFn: async () => {
      const left = cars.filter((car) => !done.has(car._id));
      for (let place = 0; place < left.length; place += carsPerChange) {
        const { outcomes } = await send(left.slice(place, place + carsPerChange));
        for (const { _id, detail } of outcomes) done.set(_id, detail);
      }
    },
    onSuccess: () => {
      const unchanged = cars.flatMap((car) => {
        const reason = done.get(car._id);
        return reason === null || reason === undefined ? [] : [{ title: car.title, reason }];
      });
      if (unchanged.length === 0) onAll(cars.length);
      else setStayed(unchanged);
    },
    onSettled: () => {
      void invalidate(queryClient, overview);
      return invalidate(queryClient, products);
    },
  });
  return { sending: act, start: () => act.mutate(), stayed };
}
