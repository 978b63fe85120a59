import type { CallAnswer } from '@carhouse/contract/call';
import { feeQuote } from '@carhouse/contract/fees';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { feeMessages } from '#messages/fees';
import { useClient } from '../../../app/api.ts';
import { makeQueryKey } from '../../../app/call-query.ts';
import { useDebounced } from '../../../app/use-debounced.ts';
import { formatMoney } from '../../../ui/format.ts';
import { feeQuoteQuery } from '../../fees/fee-queries.ts';
import styles from './car-form.module.css';
import type { CarFormValues } from './car-form-values.ts';
import { dropSeparators, isPrice } from './number-text.ts';

const t = feeMessages.quote;
/** Milliseconds without a key press after which the quote for the typed price is requested. */
const debounceMs = 500;

/**
 * The amount that the seller would receive for the price in the form, and the fee of the operator. The text has room
 * for its longest form from the beginning, so that the fields below it do not move. Screen readers announce the amount
 * after a pause in typing.
 */
export function FeeQuote({ form }: { form: UseFormReturn<CarFormValues> }): ReactElement {
  const client = useClient();
  const [category, typedPrice] = useWatch({ control: form.control, name: ['category', 'resalePrice'] });
  const isComplete = category !== '' && isPrice(typedPrice);
  const brand = useDebounced(isComplete ? category : '', debounceMs);
  const price = useDebounced(isComplete ? dropSeparators(typedPrice) : '', debounceMs);
  const isQuoteRequested = isComplete && brand !== '' && price !== '';
  const quoteResult = useQuery({
    ...(isQuoteRequested
      ? feeQuoteQuery(client, { brand, price })
      : { queryKey: makeQueryKey(feeQuote), queryFn: skipToken }),
    // The text for the previous price stays until the text for the new price is known, so that the text does not
    // flicker.
    placeholderData: keepPreviousData,
  });
  // While the text is still about the previous price, the text is paler, and screen readers do not announce it.
  const isOutdated =
    isComplete && (quoteResult.isPlaceholderData || brand !== category || price !== dropSeparators(typedPrice));
  return (
    <p
      className={`${styles.quote} ${isOutdated ? styles.outdated : ''} num`}
      role="status"
      aria-label={t.label}
      aria-busy={isOutdated}
    >
      {isComplete ? <QuoteText data={quoteResult.data} isError={quoteResult.isError} /> : t.missing}
    </p>
  );
}

type QuoteTextProps = { readonly data: CallAnswer<typeof feeQuote> | undefined; readonly isError: boolean };

function QuoteText({ data, isError }: QuoteTextProps): ReactElement {
  if (isError) return <>{t.failed}</>;
  if (data === undefined) return <>{t.loading}</>;
  return (
    <>
      <b>{t.receive(formatMoney(data.share))}</b>: {explainQuote(data)}
    </>
  );
}

/** Says why the seller receives less than the price, or that there is no fee. */
function explainQuote(quote: CallAnswer<typeof feeQuote>): string {
  if (quote.fee === 0) return t.free;
  const [fee, rule] = [formatMoney(quote.fee), feeMessages.terms(quote)];
  return quote.gst === 0 ? t.paidWithoutGst(fee, rule) : t.paid(fee, rule, formatMoney(quote.gst));
}
