import type { BooksTotals } from '@carhouse/contract/ledger';
import { heldAccounts, owedAccounts } from '@carhouse/domain/ledger/ledger-entry';
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
type Account = BooksTotals['totals'][number]['account'];

/** The accounts whose balance is a debit: where money is, or who owes it. */
const assetAccounts = [...heldAccounts, 'dispute', 'seller_debt'] as const;
/** The accounts whose balance is a credit: whose the money is. */
const creditAccounts = [...owedAccounts, 'gst'] as const;
/** The accounts that make what is left for Car House: fees, less what the card company takes and what is lost. */
const ownAccounts = ['fee', 'provider_fee', 'loss'] as const;
const tickCount = 40;

/**
 * Where the money is and whose it is. Both sums are equal, because the ledger sums to zero. An account that was never
 * used is not shown.
 * @param props.showsCurrentTitle whether the title says that the balances are current, because the page shows another day.
 */
export function MoneyPlaces({ showsCurrentTitle }: { showsCurrentTitle: boolean }): ReactElement {
  const { data, isError } = useQuery(booksTotalsQuery(useClient()));
  return (
    <Panel title={showsCurrentTitle ? text.titleNow : text.title}>
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
  const sumCents = (accounts: readonly Account[]): number =>
    totals
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, { balance }) => sum + Math.round(balance * 100), 0);
  const isUsed = (account: Account): boolean => totals.some((total) => total.account === account);
  const placeBalances = assetAccounts
    .filter(isUsed)
    .map((account): Balance => ({ name: booksMessages.accounts[account], cents: sumCents([account]) }));
  const ownerBalances = creditAccounts
    .filter(isUsed)
    .map((account): Balance => ({ name: booksMessages.accounts[account], cents: -sumCents([account]) }));
  if (ownAccounts.some(isUsed)) ownerBalances.push({ name: text.own, cents: -sumCents(ownAccounts) });
  const addCents = (balances: readonly Balance[]): number => balances.reduce((sum, { cents }) => sum + cents, 0);
  const [placeSum, ownerSum] = [addCents(placeBalances), addCents(ownerBalances)];
  const largestCents = Math.max(placeSum, ownerSum, ...placeBalances.map(({ cents }) => cents), 1);
  const bankPaidCents = sumCents(['bank_paid']);
  return (
    <div className={`${styles.balances} num`}>
      <BalanceList balances={placeBalances} largestCents={largestCents} />
      <p>
        {text.placeSum} <b>{formatCents(placeSum)}</b>
      </p>
      <BalanceList balances={ownerBalances} largestCents={largestCents} className={styles.owners} />
      <p>
        {text.ownerSum} <b>{formatCents(ownerSum)}</b>. {text.difference(formatCents(placeSum - ownerSum))}
      </p>
      {isUsed('provider_fee') || isUsed('loss') ? (
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
  /** The amount in cents of a full meter. */
  readonly largestCents: number;
  readonly className?: string | undefined;
}): ReactElement {
  return (
    <dl className={props.className}>
      {props.balances.map(({ name, cents }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCents(cents)}</dd>
          <Meter className="meter--wide" of={tickCount} tallCount={countTicks(cents, props.largestCents)} />
        </div>
      ))}
    </dl>
  );
}

/** Returns the number of tall ticks for an amount. An amount above zero has at least one. */
function countTicks(cents: number, largestCents: number): number {
  return cents <= 0 ? 0 : Math.max(1, Math.round((cents / largestCents) * tickCount));
}

function formatCents(cents: number): string {
  return formatMoneyWithCents(cents / 100);
}
