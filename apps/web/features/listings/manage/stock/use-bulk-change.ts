import { products } from '@carhouse/contract/listings';
import { overview } from '@carhouse/contract/overview';
import { type CarOutcomes, carsPerChange, type SellerCar } from '@carhouse/contract/seller-cars';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../../../../app/call-query.ts';
import type { FailedCar } from './selection-state.ts';

export type BulkChange = {
  readonly request: { readonly isPending: boolean; readonly error: Error | null };
  readonly startChange: () => void;
  /** Number of cars whose change the server has confirmed. */
  readonly changedCount: number;
  /** The cars for which no response has arrived. A retry sends the cars for which no response has arrived. */
  readonly remainingCars: readonly SellerCar[];
  /** The cars that were not changed; undefined until the responses to all calls have arrived. */
  readonly failedCars: readonly FailedCar[] | undefined;
};

/** A dialog that changes the selected cars. */
export type BulkDialogProps = {
  readonly selectedCars: readonly SellerCar[];
  readonly onClose: () => void;
  /** The function is called after each call with the ids of the cars that the call changed. */
  readonly onChanged: (ids: readonly string[]) => void;
  /** The function is called at the end with the cars that were not changed. */
  readonly onDone: (failedCars: readonly FailedCar[]) => void;
};

type BulkChangeCallbacks = {
  /** The function is called with the number of changed cars when all cars were changed. */
  readonly onAllChanged: (changedCount: number) => void;
  /** The function is called after each call with the ids of the cars that the call changed. */
  readonly onChanged: (ids: readonly string[]) => void;
};

/**
 * Changes several cars, `carsPerChange` per call, one call after another. When a call fails, the cars of earlier calls
 * are already changed, and a retry sends only the other cars.
 * @param cars the cars, which must not change between a try and its retry. An equal request has the same idempotency
 * key, so the server makes each change only once, even when a response was lost
 */
export function useBulkChange(
  cars: readonly SellerCar[],
  send: (cars: readonly SellerCar[]) => Promise<CarOutcomes>,
  { onAllChanged, onChanged }: BulkChangeCallbacks,
): BulkChange {
  const queryClient = useQueryClient();
  const [answers, setAnswers] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [failed, setFailed] = useState<readonly FailedCar[]>();
  const bulkMutation = useMutation({
    mutationFn: async () => {
      const reasons = new Map(answers);
      const remainingCars = cars.filter((car) => !reasons.has(car._id));
      for (let index = 0; index < remainingCars.length; index += carsPerChange) {
        const { outcomes } = await send(remainingCars.slice(index, index + carsPerChange));
        for (const { _id, detail } of outcomes) reasons.set(_id, detail);
        setAnswers(new Map(reasons));
        onChanged(outcomes.filter(({ detail }) => detail === null).map(({ _id }) => _id));
      }
      return reasons;
    },
    onSuccess: (reasons) => {
      if (listFailedCars(cars, reasons).length === 0) onAllChanged(cars.length);
    },
    onSettled: async (reasons) => {
      void invalidate(queryClient, overview);
      // The list is fetched again before the reasons for unchanged cars are shown. When the list later shows a new
      // price or state of a car, the reason that is shown for the car is removed.
      await invalidate(queryClient, products);
      const failedCars = reasons === undefined ? [] : listFailedCars(cars, reasons);
      if (failedCars.length > 0) setFailed(failedCars);
    },
  });
  return {
    request: bulkMutation,
    startChange: () => bulkMutation.mutate(),
    changedCount: [...answers.values()].filter((detail) => detail === null).length,
    remainingCars: cars.filter((car) => !answers.has(car._id)),
    failedCars: failed,
  };
}

/**
 * Returns the cars that were not changed, with the reasons. A car without a reason was changed, or no response has
 * arrived for it.
 */
function listFailedCars(cars: readonly SellerCar[], reasons: ReadonlyMap<string, string | null>): readonly FailedCar[] {
  return cars.flatMap(({ _id, title }) => {
    const reason = reasons.get(_id) ?? null;
    return reason === null ? [] : [{ id: _id, title, reason }];
  });
}
