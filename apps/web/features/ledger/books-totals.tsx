import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { booksMessages } from '#messages/books';
import { useClient } from '../../app/api.ts';
import { moneyWithCents } from '../../ui/format.ts';
import { Panel } from '../dashboard/panel.tsx';
import styles from './books-page.module.css';
import { booksTotalsQuery } from './books-queries.ts';

const text = booksMessages.totals;
const accountOrder = [
  'provider_balance',
  'seller_payable',
  'seller_account',
  'payout',
  'seller_debt',
  'fee',
  'gst',
  'provider_fee',
  'refund',
  'buyer',
  'dispute',
  'loss',
  'bank_received',
  'bank_paid',
] as const;

/** The balance of each account. An account that was never used is not shown. */
export function BooksTotals(): ReactElement {
  const { data, isError } = useQuery(booksTotalsQuery(useClient()));
  const totals = data?.totals ?? [];
  return (
    <Panel title={text.title}>
      {data === undefined ? (
        isError ? (
          <p className="muted">{text.failed}</p>
        ) : (
          <p className="skeleton" aria-hidden="true" />
        )
      ) : (
        <dl className={`${styles.totals} num`}>
          {accountOrder.flatMap((account) =>
            totals
              .filter((total) => total.account === account)
              .map(({ currency, balance }) => (
                <div key={`${account} ${currency}`}>
                  <dt>{booksMessages.accounts[account]}</dt>
                  <dd>{moneyWithCents(Math.abs(balance))}</dd>
                </div>
              )),
          )}
        </dl>
      )}
    </Panel>
  );
}
