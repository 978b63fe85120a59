import { computeFee } from '@carhouse/domain/fee/fee-rule';
import { cents, centsFromDollars, dollarsFromCents } from '@carhouse/domain/money/money';
import { computeSellerShare } from '@carhouse/domain/sale/sale';
import { type ReactElement, useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { feeMessages } from '#messages/fees';
import { FactLines } from '../../ui/fact-lines.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { dropSeparators, groupDigits, isPrice } from '../listings/manage/number-text.ts';
import styles from './fees-page.module.css';
import { makeFeeTerms, type RuleFormValues } from './rule-form-values.ts';

const t = feeMessages.example;
/** The price of the example, until the admin types another one. */
const samplePriceText = '100,000';

/** The amount that a seller would receive for a sample price under the terms in the form, computed as on the server. */
export function RuleExample({ form }: { form: UseFormReturn<RuleFormValues> }): ReactElement {
  const id = useId();
  const [typedPrice, setTypedPrice] = useState(samplePriceText);
  const [percent, fixed, cap, gst] = useWatch({ control: form.control, name: ['percent', 'fixed', 'cap', 'gst'] });
  const terms = makeFeeTerms({ percent, fixed, cap, gst });
  const price = isPrice(typedPrice) ? centsFromDollars(Number(dropSeparators(typedPrice))) : undefined;
  return (
    <section className={styles.example} aria-labelledby={id}>
      <h3 id={id}>{t.title}</h3>
      <Field
        label={t.price}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        value={typedPrice}
        onChange={(event) => setTypedPrice(event.currentTarget.value)}
        onBlur={() => setTypedPrice(groupDigits(typedPrice))}
      />
      {terms === undefined || price === undefined ? (
        <p className="muted">{t.unknown}</p>
      ) : (
        <ExampleLines price={price} fee={computeFee(price, terms)} />
      )}
    </section>
  );
}

type ExampleLinesProps = {
  readonly price: Parameters<typeof computeFee>[0];
  readonly fee: ReturnType<typeof computeFee>;
};

function ExampleLines({ price, fee: { fee, gst } }: ExampleLinesProps): ReactElement {
  return (
    <FactLines
      lines={[
        { name: t.fee, value: formatMoneyWithCents(-dollarsFromCents(fee)) },
        { name: t.gst, value: formatMoneyWithCents(-dollarsFromCents(gst)) },
        {
          name: t.share,
          value: formatMoneyWithCents(dollarsFromCents(computeSellerShare({ price, bankPart: cents(0), fee, gst }))),
          isSum: true,
        },
      ]}
    />
  );
}
