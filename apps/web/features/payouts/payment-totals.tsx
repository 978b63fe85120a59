import type { MyPaymentTotals } from '@carhouse/contract/seller-payments';
import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { Callout } from '../../ui/callout.tsx';
import { formatMoneyWithCents } from '../../ui/format.ts';
import styles from './payments.module.css';

const t = sellerPaymentMessages.totals;

/**
 * The sums of the payments that are on their way, that wait, that the bank sent back, and that are paid. Below the sums
 * is the seller's debt, unless the debt is 0.
 */
export function PaymentTotals({ totals }: { totals: MyPaymentTotals }): ReactElement {
  const { returned } = totals;
  return (
    <>
      <dl className={`kpis ${styles.totals}`} aria-label={t.label}>
        <TotalAmount name={t['on-its-way']} total={totals['on-its-way']} />
        <TotalAmount name={t.owed} total={totals.owed} />
        <TotalAmount
          name={t.returned}
          total={returned}
          note={returned.count === 0 ? undefined : <span className={styles.alarm}>{t.needsYou(returned.count)}</span>}
        />
        <TotalAmount name={t.paid} total={totals.paid} note={totals.paid.count === 0 ? t.nothingYet : undefined} />
      </dl>
      {totals.debt === 0 ? null : (
        <Callout icon={TriangleAlert} kind="wait" className={styles.debt}>
          {sellerPaymentMessages.debt(formatMoneyWithCents(totals.debt))}
        </Callout>
      )}
    </>
  );
}

type TotalProps = {
  readonly name: string;
  readonly total: { readonly count: number; readonly amount: number };
  readonly note?: ReactElement | string | undefined;
};

function TotalAmount({ name, total: { count, amount }, note }: TotalProps): ReactElement {
  const [dollars, cents] = formatMoneyWithCents(amount).split('.');
  return (
    <div className={`kpi ${styles.total}`}>
      <dt>{name}</dt>
      <dd className="num">
        {dollars}
        <small>.{cents}</small>
      </dd>
      <dd className="kpi__value num">{note ?? (count === 0 ? t.nothing : t.sales(count))}</dd>
    </div>
  );
}
