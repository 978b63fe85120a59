import { comparablePrices } from '@carhouse/contract/comparable-prices';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { carFormMessages } from '#messages/car-form';
import { useClient } from '../../../app/api.ts';
import { makeQueryKey } from '../../../app/call-query.ts';
import { formatCount, formatMoney } from '../../../ui/format.ts';
import type { CarFormValues } from './car-form-values.ts';
import { dropSeparators, isWholeNumber } from './number-text.ts';
import { comparablePricesQuery, type TypedCar } from './own-listing-queries.ts';

/** Milliseconds without a key press after which the comparable prices are requested. */
const debounceMs = 400;

/** Returns prices of cars that are comparable to the entered car; undefined while there are too few such cars. */
export function useComparableHint(
  form: UseFormReturn<CarFormValues>,
  excludedCarId: string | undefined,
): ReactElement | undefined {
  const car = useTypedCar(form, excludedCarId);
  const client = useClient();
  const { data } = useQuery(
    car === undefined
      ? { queryKey: makeQueryKey(comparablePrices), queryFn: skipToken }
      : comparablePricesQuery(client, car),
  );
  if (car === undefined || data === undefined || data.middle === null) return undefined;
  const { from, to } = data.middle;
  return (
    <span className="num">
      {carFormMessages.comparable(formatMoney(from), formatMoney(to), formatCount(data.cars))}
    </span>
  );
}

/**
 * Returns the car that is being entered, after a pause in typing. The result is undefined while required fields are
 * missing.
 */
function useTypedCar(form: UseFormReturn<CarFormValues>, excludedCarId: string | undefined): TypedCar | undefined {
  const [category, typedTitle, years] = useWatch({
    control: form.control,
    name: ['category', 'title', 'yearsOfUse'],
  });
  const title = typedTitle.trim();
  const isComplete = category !== '' && title !== '' && isWholeNumber(years, 0, 100);
  const yearsOfUse = isComplete ? Number(dropSeparators(years)) : undefined;
  const [car, setCar] = useState<TypedCar>();
  useEffect(() => {
    const typedCar = yearsOfUse === undefined ? undefined : { category, title, yearsOfUse, except: excludedCarId };
    const timer = setTimeout(() => setCar(typedCar), debounceMs);
    return () => clearTimeout(timer);
  }, [category, title, yearsOfUse, excludedCarId]);
  return car;
}
