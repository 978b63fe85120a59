import type { SellerStatement } from '@carhouse/contract/seller-payments';
import { texts } from '@carhouse/contract/texts';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Download, Printer } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { useClient } from '../../app/api.ts';
import { saveFile } from '../../app/save-file.ts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { Fact } from '../../ui/fact.tsx';
import { FactLines } from '../../ui/fact-lines.tsx';
import { formatCarName, formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import styles from './paper.module.css';
import { statementQuery } from './payment-queries.ts';
import { makeStatementCsv } from './statement-csv.ts';
import { formatStatementMonth } from './statements-panel.tsx';

const t = sellerPaymentMessages.statement;

/**
 * The statement of a month on one printable page.
 * @param props.seller the id of the seller, for admins; undefined for the own statement
 */
export function StatementPage({ month, seller }: { month: string; seller: string | undefined }): ReactElement {
  const statement = useQuery(statementQuery(useClient(), month, seller));
  const { data } = statement;
  return (
    <DashboardPage
      title={t.title}
      actions={
        <>
          {seller === undefined ? (
            <Link to="/dashboard/payouts" className={makeButtonClass({ kind: 'quiet' })}>
              <Icon of={ArrowLeft} />
              {t.back}
            </Link>
          ) : (
            <Link to="/dashboard/people/$id" params={{ id: seller }} className={makeButtonClass({ kind: 'quiet' })}>
              <Icon of={ArrowLeft} />
              {t.backToPerson}
            </Link>
          )}
          {data === undefined ? null : <StatementActions statement={data} />}
        </>
      }
    >
      {data === undefined ? <NotLoaded query={statement} errorTitle={t.failed} /> : <StatementSheet statement={data} />}
    </DashboardPage>
  );
}

function StatementActions({ statement }: { statement: SellerStatement }): ReactElement {
  const saveStatement = (): void =>
    saveFile(new Blob([makeStatementCsv(statement)], { type: 'text/csv' }), t.file(statement.month));
  return (
    <>
      <Button onClick={saveStatement}>
        <Icon of={Download} />
        {t.csv}
      </Button>
      <Button onClick={() => window.print()}>
        <Icon of={Printer} />
        {t.print}
      </Button>
    </>
  );
}

function StatementSheet({ statement }: { statement: SellerStatement }): ReactElement {
  const { month, seller, opening, closing, sums } = statement;
  // The day on which the page was opened; it stays the same while the page is open.
  const [today] = useState(() => new Date());
  const isCurrentMonth = toSingaporeDay(today).startsWith(month);
  return (
    <article className={styles.paper} aria-label={t.of(formatStatementMonth(month))}>
      <header>
        <p className={styles.issuer}>
          <Logo />
          {texts.brandName}
        </p>
        <p className={styles.number}>
          <span>{t.period}</span>
          <b className="num">{formatStatementMonth(month)}</b>
        </p>
      </header>
      <dl className={styles.facts}>
        <Fact name={t.seller}>{seller.name}</Fact>
        <Fact name={t.made}>{formatDate(today.toISOString())}</Fact>
      </dl>
      <div className={styles.pair}>
        <section>
          <h2>{t.sums}</h2>
          <FactLines
            lines={[
              { name: t.opening, value: formatMoneyWithCents(opening) },
              ...sums
                .filter(({ amount }) => amount !== 0)
                .map(({ kind, amount }) => ({ name: t.kinds[kind], value: formatMoneyWithCents(amount) })),
              { name: isCurrentMonth ? t.closingNow : t.closing, value: formatMoneyWithCents(closing), isSum: true },
            ]}
          />
        </section>
        <section>
          <h2>{t.where}</h2>
          <ClosingBalanceParts statement={statement} />
        </section>
      </div>
      <section>
        <h2>{t.lines}</h2>
        {statement.lines.length === 0 ? <p className="muted">{t.noLines}</p> : <StatementLines statement={statement} />}
      </section>
      <FeeDocuments documents={statement.documents} />
      <footer>
        {t.from(texts.brandName)} {t.movedHint}
        {opening < 0 || closing < 0 ? ` ${t.negative}` : null}
      </footer>
    </article>
  );
}

/**
 * The parts of the closing balance. The parts of the balance are computed in cents, because sums of dollars with
 * decimals are not exact.
 */
function ClosingBalanceParts({
  statement: { closing, atProvider, underWay, debt },
}: {
  statement: SellerStatement;
}): ReactElement {
  const toCents = (dollars: number): number => Math.round(dollars * 100);
  const heldDollars = (toCents(closing) - toCents(atProvider) - toCents(underWay) + toCents(debt)) / 100;
  return (
    <FactLines
      lines={[
        { name: t.heldByUs, value: formatMoneyWithCents(heldDollars) },
        { name: t.atProvider, value: formatMoneyWithCents(atProvider) },
        { name: t.underWay, value: formatMoneyWithCents(underWay) },
        ...(debt === 0 ? [] : [{ name: t.debt, value: formatMoneyWithCents(-debt) }]),
        { name: t.total, value: formatMoneyWithCents(closing), isSum: true },
      ]}
    />
  );
}

function StatementLines({ statement }: { statement: SellerStatement }): ReactElement {
  const { columns } = t;
  return (
    <table className={styles.lines}>
      <caption className="visually-hidden">{t.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.when}</th>
          <th scope="col">{columns.what}</th>
          <th scope="col" className={styles.figure}>
            {columns.in}
          </th>
          <th scope="col" className={styles.figure}>
            {columns.out}
          </th>
          <th scope="col" className={styles.figure}>
            {columns.moved}
          </th>
        </tr>
      </thead>
      <tbody className="num">
        {statement.lines.map((line) => (
          <tr key={`${line.entry} ${line.kind}`}>
            <td>{formatDate(line.at)}</td>
            <td>
              <b>{t.kinds[line.kind]}</b>
              <span>{formatCarName(line.productCategory, line.productModel)}</span>
            </td>
            <AmountCell name={columns.in} amount={line.change !== null && line.change >= 0 ? line.change : null} />
            <AmountCell name={columns.out} amount={line.change !== null && line.change < 0 ? -line.change : null} />
            <AmountCell name={columns.moved} amount={line.moved} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A cell with an amount. On a narrow screen the name of the column is shown before the amount. */
function AmountCell({ name, amount }: { name: string; amount: number | null }): ReactElement {
  return (
    <td className={styles.figure} data-name={name}>
      {amount === null ? null : formatMoneyWithCents(amount)}
    </td>
  );
}

function FeeDocuments({ documents }: { documents: SellerStatement['documents'] }): ReactElement | null {
  if (documents.length === 0) return null;
  return (
    <section>
      <h2>{t.documents}</h2>
      <ul className={`${styles.documents} num`}>
        {documents.map(({ number, bookingId }) => (
          <li key={number}>
            <Link to="/orders/$id/invoice" params={{ id: bookingId }}>
              {number}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
