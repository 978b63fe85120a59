import type { Receipt } from '@carhouse/contract/payments';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Check, Printer, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { receiptTexts } from '#messages/receipt';
import { words } from '#messages/shared-words';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/signed-in-user.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { date, money, time } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Loading } from '../../ui/wheel.tsx';
import { DashPage } from '../dashboard/dash-page.tsx';
import { brandName } from '../listings/browse/brand-facts.ts';
import { receiptQuery } from './payment-queries.ts';
import './receipt-page.css';

/** The receipt of a paid order on one sheet: for its buyer, the seller of the car, and admins. */
export function ReceiptPage({ id }: { id: string }): ReactElement {
  const receipt = useQuery(receiptQuery(useClient(), id));
  const { role } = useSignedInUser();
  return (
    <DashPage
      title={receiptTexts.title}
      actions={
        <>
          {role === 'Buyer' ? (
            <Link to="/dashboard/myOrders" className={buttonClass({ kind: 'quiet' })}>
              <Icon of={ArrowLeft} />
              {receiptTexts.back}
            </Link>
          ) : null}
          {receipt.data === undefined ? null : (
            <Button onClick={() => window.print()}>
              <Icon of={Printer} />
              {receiptTexts.print}
            </Button>
          )}
        </>
      }
    >
      {receipt.data !== undefined ? (
        <Sheet receipt={receipt.data} />
      ) : receipt.isError ? (
        <ErrorState title={receiptTexts.failed} busy={receipt.isFetching} onRetry={() => void receipt.refetch()}>
          {receipt.error.message}
        </ErrorState>
      ) : (
        <Loading />
      )}
    </DashPage>
  );
}

function Sheet({ receipt }: { receipt: Receipt }): ReactElement {
  const { facts } = receiptTexts;
  const { refund, card } = receipt;
  return (
    <article className="receipt" aria-label={`${receiptTexts.title} ${receipt.number}`}>
      <header>
        <p className="receipt__issuer">
          <Mark />
          {texts.brandName}
        </p>
        <p className="receipt__no">
          <span>{receiptTexts.number}</span>
          <b className="num">{receipt.number}</b>
        </p>
      </header>
      <div className="receipt__sum">
        <p>{facts.amount}</p>
        <p className="num">
          <b>{money(receipt.amount)}</b> {receipt.currency.toUpperCase()}
        </p>
        {refund === null ? (
          <Badge kind="ok" icon={Check}>
            {receiptTexts.paid}
          </Badge>
        ) : (
          <Badge icon={RotateCcw}>{refundNames[refund.state]}</Badge>
        )}
      </div>
      <dl>
        <Fact name={facts.car}>{`${brandName(receipt.productCategory)} ${receipt.productModel}`}</Fact>
        <Fact name={facts.location}>{receipt.location}</Fact>
        <Fact name={facts.buyer}>{receipt.buyerName}</Fact>
        <Fact name={facts.seller}>{receipt.sellerName}</Fact>
        <Fact name={facts.booked}>{moment(receipt.bookedAt)}</Fact>
        <Fact name={facts.paidAt}>{moment(receipt.paidAt)}</Fact>
        <Fact name={facts.card}>{card === null ? '' : receiptTexts.card(cardName(card.brand), card.last4)}</Fact>
        <Fact name={facts.booking}>{receipt.bookingId}</Fact>
        <Fact name={facts.payment}>{receipt.paymentId}</Fact>
        {refund === null ? null : (
          <>
            <Fact name={facts.refund}>{money(refund.amount)}</Fact>
            <Fact name={facts.refundOrdered}>{moment(refund.orderedAt)}</Fact>
            <Fact name={facts.reason}>{refund.reason}</Fact>
          </>
        )}
      </dl>
      <footer>{receiptTexts.from(texts.brandName)}</footer>
    </article>
  );
}

const refundNames: Readonly<Record<NonNullable<Receipt['refund']>['state'], string>> = {
  due: receiptTexts.refundUnderway,
  pending: receiptTexts.refundUnderway,
  succeeded: receiptTexts.refunded,
  failed: receiptTexts.refundFailed,
  void: receiptTexts.refundVoid,
};

function Fact({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children === '' ? words.unknown : children}</dd>
    </div>
  );
}

function moment(iso: string): string {
  return receiptTexts.at(date(iso), time(iso));
}

/** `visa` as the provider has it becomes `Visa`. */
function cardName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}
