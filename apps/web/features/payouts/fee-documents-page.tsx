import type { FeeDocumentAnswer } from '@carhouse/contract/seller-payments';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { useClient } from '../../app/api.ts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { EmptyState, NotLoaded } from '../../ui/empty-state.tsx';
import { Fact } from '../../ui/fact.tsx';
import { FactLines } from '../../ui/fact-lines.tsx';
import { formatCarName, formatDecimal, formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import styles from './paper.module.css';
import { feeDocumentsQuery } from './payment-queries.ts';

const t = sellerPaymentMessages.documents;

/**
 * A printable page for the seller and admins, with the invoice of the fee of a sale, and its credit note after a
 * refund.
 */
export function FeeDocumentsPage({ id }: { id: string }): ReactElement {
  const documentsQuery = useQuery(feeDocumentsQuery(useClient(), id));
  const documents = documentsQuery.data?.documents ?? [];
  return (
    <DashboardPage
      title={t.title}
      actions={
        <>
          <Link to="/orders/$id" params={{ id }} className={makeButtonClass({})}>
            {t.toOrder}
          </Link>
          {documents.length === 0 ? null : (
            <Button onClick={() => window.print()}>
              <Icon of={Printer} />
              {t.print}
            </Button>
          )}
        </>
      }
    >
      {documentsQuery.data === undefined ? (
        <NotLoaded query={documentsQuery} errorTitle={t.failed} />
      ) : documents.length === 0 ? (
        <EmptyState title={t.none}>{t.noneHint}</EmptyState>
      ) : (
        documents.map((document) => <FeeDocumentSheet key={document.number} document={document} />)
      )}
    </DashboardPage>
  );
}

function findDocumentName({ kind, isTax }: FeeDocumentAnswer): string {
  return t.names[kind === 'invoice' && isTax ? 'taxInvoice' : kind];
}

function FeeDocumentSheet({ document }: { document: FeeDocumentAnswer }): ReactElement {
  const { supplier, isTax, fee, gst, total } = document;
  const name = findDocumentName(document);
  const car = formatCarName(document.productCategory, document.productModel);
  return (
    <article className={styles.paper} aria-label={`${name} ${document.number}`}>
      <header>
        <p className={styles.issuer}>
          <Logo />
          {name}
        </p>
        <p className={styles.number}>
          <span>{t.number}</span>
          <b className="num">{document.number}</b>
        </p>
      </header>
      <dl className={styles.facts}>
        <div>
          <dt>{t.from}</dt>
          <dd className={styles.address}>
            {supplier.name}
            {supplier.address === '' ? null : `\n${supplier.address}`}
          </dd>
        </div>
        {supplier.gstNumber === null ? null : <Fact name={t.gstNumber}>{supplier.gstNumber}</Fact>}
        <Fact name={t.to}>{document.sellerName}</Fact>
        <Fact name={t.issued}>{formatDate(document.issuedAt)}</Fact>
        {document.suppliedAt === null ? null : <Fact name={t.supplied}>{formatDate(document.suppliedAt)}</Fact>}
        <Fact name={t.order}>{document.bookingId}</Fact>
      </dl>
      <section>
        <h2>{t.what(car, formatMoneyWithCents(document.price))}</h2>
        <FactLines
          lines={[
            ...(isTax || gst > 0
              ? [
                  { name: t.net, value: formatMoneyWithCents(fee) },
                  { name: t.gst(formatDecimal(document.gstPercent)), value: formatMoneyWithCents(gst) },
                ]
              : []),
            {
              name: isTax || gst > 0 ? t.total : t.totalWithoutTax,
              value: `${formatMoneyWithCents(total)} ${document.currency.toUpperCase()}`,
              isSum: true,
            },
          ]}
        />
      </section>
      <footer>{document.kind === 'invoice' ? t.kept : t.givenBack}</footer>
    </article>
  );
}
