import type { BooksTotals } from '@carhouse/contract/ledger';
import { accountsAtProvider, payableAccounts } from '@carhouse/domain/ledger/ledger-entry';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { booksMessages } from '#messages/books';
import { useClient } from '../../app/api.ts';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../dashboard/panel.tsx';
import styles from './books-page.module.css';
import { booksTotalsQuery } from './books-queries.ts';

const text = booksMessages.totals;
type LedgerAccountName = BooksTotals['totals'][number]['account'];

/** The accounts whose balance is a debit: these balances show where money is, or who owes money. */
const assetAccounts = [...accountsAtProvider, 'dispute', 'seller_debt'] as const;
/** The accounts whose balance is a credit: these balances show to whom the money belongs. */
const creditAccounts = [...payableAccounts, 'gst'] as const;
/** The accounts whose sum Car House keeps: fees, minus what the card company takes and what is lost. */
const carHouseAccounts = ['fee', 'provider_fee', 'loss'] as const;
const tickCount = 40;

/**
 * Where the money is and whose it is. The sum of the debit balances and the sum of the credit balances are equal,
 * because the ledger sums to zero. An account that was never used is not shown.
 * @param props.hasCurrentTitle whether the title says that the balances are current, because the page shows another
 * day.
 */
export function MoneyPlaces({ hasCurrentTitle }: { hasCurrentTitle: boolean }): ReactElement {
  const { data, isError } = useQuery(booksTotalsQuery(useClient()));
  return (
    <Panel title={hasCurrentTitle ? text.titleNow : text.title}>
      {data !== undefined ? (
        <Balances totals={data.totals} />
      ) : isError ? (
        <p className="muted">{text.failed}</p>
      ) : (
        <p className="skeleton" aria-hidden="true" />
      )}
    </Panel>
  );
}

type Balance = { readonly name: string; readonly cents: number };

function Balances({ totals }: Pick<BooksTotals, 'totals'>): ReactElement {
  const sumCents = (accounts: readonly LedgerAccountName[]): number =>
    totals
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, { balance }) => sum + Math.round(balance * 100), 0);
  const isAccountUsed = (account: LedgerAccountName): boolean => totals.some((total) => total.account === account);
  const assetBalances = assetAccounts
    .filter(isAccountUsed)
    .map((account): Balance => ({ name: booksMessages.accounts[account], cents: sumCents([account]) }));
  const creditBalances = creditAccounts
    .filter(isAccountUsed)
    .map((account): Balance => ({ name: booksMessages.accounts[account], cents: -sumCents([account]) }));
  if (carHouseAccounts.some(isAccountUsed)) creditBalances.push({ name: text.own, cents: -sumCents(carHouseAccounts) });
  const sumBalanceCents = (balances: readonly Balance[]): number => balances.reduce((sum, { cents }) => sum + cents, 0);
  const [placeSum, ownerSum] = [sumBalanceCents(assetBalances), sumBalanceCents(creditBalances)];
  const largestCents = Math.max(placeSum, ownerSum, ...assetBalances.map(({ cents }) => cents), 1);
  const bankPaidCents = sumCents(['bank_paid']);
  return (
    <div className={`${styles.balances} num`}>
      <BalanceList balances={assetBalances} largestCents={largestCents} />
      <p>
        {text.placeSum} <b>{formatCents(placeSum)}</b>
      </p>
      <BalanceList balances={creditBalances} largestCents={largestCents} className={styles.owners} />
      <p>
        {text.ownerSum} <b>{formatCents(ownerSum)}</b>. {text.difference(formatCents(placeSum - ownerSum))}
      </p>
      {isAccountUsed('provider_fee') || isAccountUsed('loss') ? (
        <p>
          {text.ownHint(
            formatCents(-sumCents(['fee'])),
            formatCents(sumCents(['provider_fee'])),
            formatCents(sumCents(['loss'])),
          )}
        </p>
      ) : null}
      {bankPaidCents === 0 ? null : <p>{text.paidByBanks(formatCents(Math.abs(bankPaidCents)))}</p>}
    </div>
  );
}

function BalanceList(props: {
  readonly balances: readonly Balance[];
  /** The amount in cents at which the meter is full. */
  readonly largestCents: number;
  readonly className?: string | undefined;
}): ReactElement {
  return (
    <dl className={props.className}>
      {props.balances.map(({ name, cents }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCents(cents)}</dd>
          <Meter
            className="meter--wide"
            tickCount={tickCount}
            tallTickCount={computeTallTickCount(cents, props.largestCents)}
          />
        </div>
      ))}
    </dl>
  );
}

/** Returns the number of tall ticks for an amount. An amount above zero has at least one tall tick. */
function computeTallTickCount(cents: number, largestCents: number): number {
  return cents <= 0 ? 0 : Math.max(1, Math.round((cents / largestCents) * tickCount));
}

function formatCents(cents: number): string {
  return formatMoneyWithCents(cents / 100);
}
