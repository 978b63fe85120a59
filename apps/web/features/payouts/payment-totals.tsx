import type { MyPaymentTotals } from '@carhouse/contract/seller-payments';
import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { Callout } from '../../ui/callout.tsx';
import { moneyWithCents } from '../../ui/format.ts';
import styles from './payments.module.css';

const t = sellerPaymentMessages.totals;

/** What is on its way, what waits, what the bank has sent back, and what was paid; below them the debt, if there is one. */
export function PaymentTotals({ totals }: { totals: MyPaymentTotals }): ReactElement {
  const { returned } = totals;
  return (
    <>
      <dl className={`kpis ${styles.totals}`} aria-label={t.label}>
        <Total name={t['on-its-way']} of={totals['on-its-way']} />
        <Total name={t.owed} of={totals.owed} />
        <Total
          name={t.returned}
          of={returned}
          note={returned.count === 0 ? undefined : <span className={styles.alarm}>{t.needsYou(returned.count)}</span>}
        />
        <Total name={t.paid} of={totals.paid} note={totals.paid.count === 0 ? t.nothingYet : undefined} />
      </dl>
      {totals.debt === 0 ? null : (
        <Callout icon={TriangleAlert} kind="wait" className={styles.debt}>
          {sellerPaymentMessages.debt(moneyWithCents(totals.debt))}
        </Callout>
      )}
    </>
  );
}

type TotalProps = {
  readonly name: string;
  readonly of: { readonly count: number; readonly amount: number };
  readonly note?: ReactElement | string | undefined;
};

function Total({ name, of: { count, amount }, note }: TotalProps): ReactElement {
  const [dollars, cents] = moneyWithCents(amount).split('.');
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
