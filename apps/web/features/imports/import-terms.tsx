import type { ImportView } from '@carhouse/contract/imports';
import { isExchangeRate } from '@carhouse/domain/money/money';
import { type ReactElement, useState } from 'react';
import { importMessages } from '#messages/imports';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './import-page.module.css';
import { makeMappingBody } from './import-queries.ts';
import type { useChangeMapping } from './use-import.ts';

/** Currencies that are common in dealers' files; the server's own currency is first. */
const currencies = ['SGD', 'USD', 'EUR', 'GBP', 'MYR', 'AUD', 'JPY', 'CNY', 'HKD', 'IDR', 'THB', 'AED', 'PLN', 'CHF'];

type Props = { readonly view: ImportView; readonly change: ReturnType<typeof useChangeMapping> };

/** Settings for the whole file: the location of cars without one, and the currency of the prices. */
export function ImportTerms({ view, change }: Props): ReactElement {
  const [location, setLocation] = useState(view.location);
  const [currency, setCurrency] = useState(view.currency);
  const [rate, setRate] = useState(view.rate === null ? '' : String(view.rate));
  const [hasFaultyTerms, setFaultyTerms] = useState(false);
  const offeredCurrencies = currencies.includes(view.currency) ? currencies : [...currencies, view.currency];
  const typedRateNumber = Number(rate);
  const isRateInvalid = currency !== 'SGD' && rate !== '' && !isExchangeRate(typedRateNumber);
  const isLocationMissing = location.trim() === '';
  const applyTerms = (): void => {
    setFaultyTerms(isRateInvalid || isLocationMissing);
    if (isRateInvalid || isLocationMissing) return;
    const typedRate = currency === 'SGD' || rate === '' ? null : typedRateNumber;
    change.mutate({ ...makeMappingBody(view), location: location.trim(), currency, rate: typedRate });
  };
  return (
    <form
      className={styles.importTerms}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        applyTerms();
      }}
    >
      <Field
        label={importMessages.location}
        name="location"
        autoComplete="off"
        maxLength={120}
        value={location}
        error={hasFaultyTerms && isLocationMissing ? importMessages.locationFault : undefined}
        onChange={(event) => setLocation(event.currentTarget.value)}
      />
      <Select
        label={importMessages.currency}
        name="currency"
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      >
        {offeredCurrencies.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </Select>
      {currency === 'SGD' ? null : (
        <Field
          label={importMessages.rate(currency)}
          name="rate"
          inputMode="decimal"
          autoComplete="off"
          value={rate}
          hint={importMessages.rateHint}
          error={hasFaultyTerms && isRateInvalid ? importMessages.rateFault : undefined}
          onChange={(event) => setRate(event.currentTarget.value)}
        />
      )}
      <Button type="submit" isBusy={change.isPending}>
        {importMessages.apply}
      </Button>
    </form>
  );
}
