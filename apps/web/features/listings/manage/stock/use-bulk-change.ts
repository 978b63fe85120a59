import { products } from '@carhouse/contract/listings';
import { overview } from '@carhouse/contract/overview';
import { type CarOutcomes, carsPerChange, type SellerCar } from '@carhouse/contract/seller-cars';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../../../../app/call-query.ts';
import type { FailedCar } from './selection-state.ts';

export type BulkChange = {
  readonly sending: { readonly isPending: boolean; readonly error: Error | null };
  readonly start: () => void;
  /** Number of cars whose change the server has confirmed. */
  readonly changed: number;
  /** The cars for which no response has arrived. A retry sends these cars. */
  readonly remainingCars: readonly SellerCar[];
  /** The cars that were not changed; undefined until the responses to all calls have arrived. */
  readonly failed: readonly FailedCar[] | undefined;
};

/** A dialog that changes the selected cars. */
export type BulkDialogProps = {
  readonly selected: readonly SellerCar[];
  readonly onClose: () => void;
  /** Called after each call with the ids of the cars that it changed. */
  readonly onChanged: (ids: readonly string[]) => void;
  /** Called at the end with the cars that were not changed. */
  readonly onDone: (failed: readonly FailedCar[]) => void;
};

type BulkChangeCallbacks = {
  /** Called with the number of changed cars when all of them were changed. */
  readonly onAllChanged: (changed: number) => void;
  /** Called after each call with the ids of the cars that it changed. */
  readonly onChanged: (ids: readonly string[]) => void;
};

/**
 * Changes several cars, `carsPerChange` per call, one call after another. When a call fails, the cars of earlier calls
 * are already changed, and a retry sends only the others.
 * @param cars must stay the same for a retry: the same request has the same idempotency key, so that the server makes
 * each change only once, also when a response was lost
 */
export function useBulkChange(
  cars: readonly SellerCar[],
  send: (cars: readonly SellerCar[]) => Promise<CarOutcomes>,
  { onAllChanged, onChanged }: BulkChangeCallbacks,
): BulkChange {
  const queryClient = useQueryClient();
  const [answers, setAnswers] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [failed, setFailed] = useState<readonly FailedCar[]>();
  const act = useMutation({
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
      if (unchangedCars(cars, reasons).length === 0) onAllChanged(cars.length);
    },
    onSettled: async (reasons) => {
      void invalidate(queryClient, overview);
      // The list is fetched again before the reasons are shown. A car that changes after that loses its reason.
      await invalidate(queryClient, products);
      const unchanged = reasons === undefined ? [] : unchangedCars(cars, reasons);
      if (unchanged.length > 0) setFailed(unchanged);
    },
  });
  return {
    sending: act,
    start: () => act.mutate(),
    changed: [...answers.values()].filter((detail) => detail === null).length,
    remainingCars: cars.filter((car) => !answers.has(car._id)),
    failed,
  };
}

/**
 * The cars that were not changed, with the reasons. A car without a reason was changed, or no response has arrived for
 * it.
 */
function unchangedCars(cars: readonly SellerCar[], reasons: ReadonlyMap<string, string | null>): readonly FailedCar[] {
  return cars.flatMap(({ _id, title }) => {
    const reason = reasons.get(_id) ?? null;
    return reason === null ? [] : [{ id: _id, title, reason }];
  });
}
