import type { PayoutAccount } from '@carhouse/contract/payout-accounts';
import type { SellerPayment } from '@carhouse/contract/seller-payments';
import { type PaymentGroup, paymentGroups } from '@carhouse/domain/seller-payment/payment-standing';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId } from 'react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { formatCarName, formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { ownPaymentsQuery } from './payment-queries.ts';
import { describePaymentCalculation, describePaymentStanding, makePaymentBadge } from './payment-words.ts';
import styles from './payments.module.css';
import { useProviderPage } from './use-provider-page.ts';

const t = sellerPaymentMessages;

type GroupsProps = { readonly account: PayoutAccount; readonly isEmpty: boolean };

/**
 * The seller's payments in groups: payments that the bank sent back, payments that are owed, payments on their way, and
 * paid payments. A group without payments is not shown.
 */
export function PaymentGroups({ account, isEmpty }: GroupsProps): ReactElement {
  return (
    <>
      {paymentGroups.map((group) => (
        <PaymentGroupSection key={group} group={group} account={account} />
      ))}
      {isEmpty ? <EmptyGroups /> : null}
    </>
  );
}

/** Before the first sale a text is shown instead of the groups. */
function EmptyGroups(): ReactElement | null {
  const client = useClient();
  const paidPaymentsResult = useInfiniteQuery(ownPaymentsQuery(client, 'paid'));
  if (
    paidPaymentsResult.data === undefined ||
    paidPaymentsResult.data.pages.some(({ payments }) => payments.length > 0)
  )
    return null;
  return (
    <section className="panel">
      <p className={`muted ${styles.none}`}>{t.none}</p>
    </section>
  );
}

function PaymentGroupSection({ group, account }: { group: PaymentGroup; account: PayoutAccount }): ReactElement | null {
  const id = useId();
  const list = useInfiniteQuery(ownPaymentsQuery(useClient(), group));
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? [];
  if (payments.length === 0 && !list.isError) return null;
  return (
    <section className="panel" aria-labelledby={id} aria-busy={list.isFetching}>
      <div className={styles.head}>
        <h2 id={id}>{t.groups[group]}</h2>
      </div>
      {list.isError && payments.length === 0 ? (
        <div className={styles.more}>
          <Failure of={t.failed} />
          <Button isBusy={list.isFetching} onClick={() => void list.refetch()}>
            {t.again}
          </Button>
        </div>
      ) : (
        <ul className={styles.payments}>
          {payments.map((payment) => (
            <PaymentRow key={payment._id} payment={payment} account={account} />
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <div className={styles.more}>
          <Button
            isBusy={list.isFetchingNextPage}
            aria-label={t.moreOf(t.groups[group])}
            onClick={() => void list.fetchNextPage()}
          >
            {t.more}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function PaymentRow({ payment, account }: { payment: SellerPayment; account: PayoutAccount }): ReactElement {
  const { standing, paidOutAt } = payment;
  const car = formatCarName(payment.productCategory, payment.productModel);
  const badge = makePaymentBadge(standing, 'seller');
  const last4 = account.bank?.last4;
  const payoutTime = paidOutAt ?? (standing.reason === 'on-its-way' ? standing.at : null);
  return (
    <li>
      <span className="thumb">
        <ResponsiveImage url={payment.productImg} size={payment.productImgSize} alt="" sizes="84px" />
      </span>
      <h3>
        <Link to="/orders/$id" params={{ id: payment._id }} className={styles.car}>
          {car}
        </Link>
        <Badge kind={badge.kind} icon={badge.icon}>
          {badge.text}
        </Badge>
      </h3>
      <span className={`${styles.amount} num`}>
        {formatMoneyWithCents(payment.amount)}
        {payoutTime === null ? null : <time dateTime={payoutTime}>{formatDate(payoutTime)}</time>}
      </span>
      <div className={styles.why}>
        <span className={`${styles.small} num`}>{describePaymentCalculation(payment)}</span>
        <p className="num">
          {describePaymentStanding(standing, 'seller')}
          {standing.reason === 'on-its-way' && last4 !== undefined ? ` ${t.toBank(last4)}` : null}
        </p>
        {standing.reason === 'returned' && account.state === 'active' ? <ChangeAccountHint /> : null}
      </div>
    </li>
  );
}

/** Opens the page of the payment company on which the seller gives another bank account. */
function ChangeAccountHint(): ReactElement {
  const page = useProviderPage('account');
  return (
    <div className={styles.act}>
      <Failure of={page.error} />
      <Button kind="primary" isBusy={page.isPending} onClick={() => page.mutate()}>
        {t.anotherAccount}
      </Button>
    </div>
  );
}
