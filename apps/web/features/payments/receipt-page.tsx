import type { Receipt } from '@carhouse/contract/payments';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Check, Printer, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { planMessages } from '#messages/payment-plan';
import { receiptMessages } from '#messages/receipt';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { Fact } from '../../ui/fact.tsx';
import { formatCarName, formatMoney, formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { receiptQuery } from './payment-queries.ts';
import styles from './receipt-page.module.css';

/** The receipt of a paid order on one printable page, for its buyer, the seller of the car, and admins. */
export function ReceiptPage({ id }: { id: string }): ReactElement {
  const receiptResult = useQuery(receiptQuery(useClient(), id));
  const { role } = useSignedInUser();
  return (
    <DashboardPage
      title={receiptMessages.title}
      actions={
        <>
          {role === 'Buyer' ? (
            <Link to="/dashboard/myOrders" className={makeButtonClass({ kind: 'quiet' })}>
              <Icon of={ArrowLeft} />
              {receiptMessages.back}
            </Link>
          ) : null}
          <Link to="/orders/$id" params={{ id }} className={makeButtonClass({})}>
            {receiptMessages.order}
          </Link>
          {receiptResult.data === undefined ? null : (
            <Button onClick={() => window.print()}>
              <Icon of={Printer} />
              {receiptMessages.print}
            </Button>
          )}
        </>
      }
    >
      {receiptResult.data !== undefined ? (
        <ReceiptSheet receipt={receiptResult.data} />
      ) : (
        <NotLoaded query={receiptResult} errorTitle={receiptMessages.failed} />
      )}
    </DashboardPage>
  );
}

function ReceiptSheet({ receipt }: { receipt: Receipt }): ReactElement {
  const { facts } = receiptMessages;
  const { refund, card, bankPart } = receipt;
  return (
    <article className={styles.receipt} aria-label={`${receiptMessages.title} ${receipt.number}`}>
      <header>
        <p className={styles.receiptIssuer}>
          <Logo />
          {texts.brandName}
        </p>
        <p className={styles.receiptNumber}>
          <span>{receiptMessages.number}</span>
          <b className="num">{receipt.number}</b>
        </p>
      </header>
      <div className={styles.receiptSum}>
        <p>{facts.amount}</p>
        <p className="num">
          <b>{formatMoney(receipt.amount)}</b> {receipt.currency.toUpperCase()}
        </p>
        {refund === null ? (
          <Badge kind="ok" icon={Check}>
            {receiptMessages.paid}
          </Badge>
        ) : (
          <Badge icon={RotateCcw}>{refundNameByState[refund.state]}</Badge>
        )}
      </div>
      <dl>
        <Fact name={facts.car}>{formatCarName(receipt.productCategory, receipt.productModel)}</Fact>
        <Fact name={facts.location}>{receipt.location}</Fact>
        <Fact name={facts.buyer}>{receipt.buyerName}</Fact>
        <Fact name={facts.seller}>{receipt.sellerName}</Fact>
        <Fact name={facts.booked}>{formatMoment(receipt.bookedAt)}</Fact>
        <Fact name={facts.paidAt}>{formatMoment(findCompletionTime(receipt))}</Fact>
        {receipt.parts.length > 0 ? null : receipt.method === 'paynow' ? (
          <Fact name={facts.method}>{receiptMessages.paynow}</Fact>
        ) : (
          <Fact name={facts.card}>
            {card === null ? '' : receiptMessages.card(formatCardNetwork(card.brand), card.last4)}
          </Fact>
        )}
        {receipt.deposit === null ? null : (
          <Fact name={facts.deposit}>{receiptMessages.deposit(formatMoney(receipt.deposit.amount))}</Fact>
        )}
        <Fact name={facts.booking}>{receipt.bookingId}</Fact>
        {receipt.parts.length > 0 ? null : (
          <>
            <Fact name={facts.payment}>{receipt.paymentId}</Fact>
            <Fact name={facts.transaction[receipt.method]}>{receipt.transactionId}</Fact>
          </>
        )}
        {refund === null ? null : (
          <>
            <Fact name={facts.refund}>{formatMoney(refund.amount)}</Fact>
            <Fact name={facts.refundOrdered}>{formatMoment(refund.orderedAt)}</Fact>
            <Fact name={facts.reason}>{refund.reason}</Fact>
          </>
        )}
      </dl>
      {receipt.parts.length === 0 ? null : (
        <ol className={styles.receiptParts} aria-label={receiptMessages.parts}>
          {receipt.parts.map((part) => (
            <li key={part.number}>
              <span>
                <b>{planMessages.part(part.number)}</b>
                <span>
                  {describePaymentWay(part)}, {formatMoment(part.paidAt)}
                  {part.refund === null ? '' : `. ${refundNameByState[part.refund]}`}
                </span>
                <span>{part.transactionId}</span>
              </span>
              <b className="num">{formatMoneyWithCents(part.amount)}</b>
            </li>
          ))}
          {bankPart === null ? null : (
            <li>
              <span>
                <b>{bankPartMessages.plan.part(receipt.parts.length + 1)}</b>
                <span>
                  {bankPartMessages.receipt(bankPart.bank ?? deletedBankText, bankPart.reference ?? deletedBankText)}
                  {bankPart.confirmedAt === null ? '' : `, ${formatMoment(bankPart.confirmedAt)}`}
                  {bankPart.state === 'confirmed'
                    ? ''
                    : bankPart.state === 'returned'
                      ? `. ${bankPartMessages.states.returned}`
                      : `. ${bankPartMessages.receiptReturned}`}
                </span>
              </span>
              <b className="num">{formatMoneyWithCents(bankPart.amount)}</b>
            </li>
          )}
        </ol>
      )}
      {receipt.deposit === null ? null : (
        <p className={`hint ${styles.receiptRule}`}>{receiptMessages.rule(receipt.deposit.rule.text)}</p>
      )}
      <footer>{receiptMessages.from(texts.brandName)}</footer>
    </article>
  );
}

/** The time at which the whole price was paid. For a price in parts, this is the time at which the last part was paid. */
function findCompletionTime({ paidAt, parts, bankPart }: Receipt): string {
  const times = [paidAt, ...parts.map((part) => part.paidAt), bankPart?.confirmedAt ?? paidAt];
  return times.reduce((latestTime, each) => (Date.parse(each) > Date.parse(latestTime) ? each : latestTime));
}

const deletedBankText = bankPartMessages.facts.gone;

const refundNameByState: Readonly<Record<NonNullable<Receipt['refund']>['state'], string>> = {
  due: receiptMessages.refundUnderway,
  pending: receiptMessages.refundUnderway,
  succeeded: receiptMessages.refunded,
  failed: receiptMessages.refundFailed,
  void: receiptMessages.refundVoid,
};

function describePaymentWay({ method, card }: Receipt['parts'][number]): string {
  if (method === 'paynow') return receiptMessages.paynow;
  return card === null ? receiptMessages.cardUnknown : receiptMessages.card(formatCardNetwork(card.brand), card.last4);
}

function formatMoment(isoTime: string): string {
  return receiptMessages.at(formatDate(isoTime), formatTime(isoTime));
}

/** Formats the provider's name of a card network: `visa` becomes `Visa`. */
function formatCardNetwork(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}
