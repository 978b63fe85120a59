import type { AdminOverview } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { adminOverviewMessages } from '#messages/admin-overview';
import { dashboardMessages } from '#messages/dashboard';
import { userMessages } from '#messages/users';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { useVerifySeller } from '../users/use-account-change.ts';
import styles from './overview-page.module.css';
import { Panel } from './panel.tsx';

type WaitingSellers = AdminOverview['sellersToVerify'];

/** The sellers who have waited longest for verification, each with a button that verifies them. */
export function SellersToVerify({ sellers }: { sellers: WaitingSellers }): ReactElement {
  const { title, none } = adminOverviewMessages.verify;
  return (
    <Panel
      title={title}
      aside={
        <Link className="link" to="/dashboard/allSeller" search={{ standing: 'unverified' }}>
          {texts.drawer.allSellers}
        </Link>
      }
    >
      {sellers.first.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="rows">
          {sellers.first.map((seller) => (
            <WaitingSeller key={seller._id} seller={seller} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function WaitingSeller({ seller }: { seller: WaitingSellers['first'][number] }): ReactElement {
  const t = adminOverviewMessages.verify;
  const verifyMutation = useVerifySeller({ _id: seller._id, email: seller.name });
  return (
    <li className={styles.rowsAsk}>
      <Avatar name={seller.name} image={seller.photoURL} />
      <div className="rows__main">
        <b>{seller.name}</b>
        <span className="num">{t.since(seller.carsOnOffer, formatDate(seller.joinedAt))}</span>
      </div>
      <div className={styles.rowsActions}>
        <Link
          className={makeButtonClass({})}
          to="/dashboard/people/$id"
          params={{ id: seller._id }}
          aria-label={t.reviewOf(seller.name)}
        >
          {t.review}
        </Link>
        <Button
          kind="primary"
          aria-label={userMessages.verifyNamed(seller.name)}
          isBusy={verifyMutation.isPending}
          onClick={() => verifyMutation.mutate()}
        >
          {texts.people.verify}
        </Button>
      </div>
    </li>
  );
}

/**
 * The latest payments, each with a link to its charge at the provider, or to its receipt when the provider has no web pages.
 */
export function LatestPayments({ payments }: { payments: AdminOverview['latestPayments'] }): ReactElement {
  const t = adminOverviewMessages.payments;
  return (
    <Panel
      title={t.title}
      aside={
        <Link className="link" to="/dashboard/money">
          {dashboardMessages.paymentIssues}
        </Link>
      }
    >
      {payments.length === 0 ? (
        <p className="muted">{t.none}</p>
      ) : (
        <ul className="rows">
          {payments.map((payment) => (
            <li key={payment.bookingId}>
              <span className="thumb">
                <ResponsiveImage url={payment.image} size={payment.imageSize} alt="" sizes="72px" />
              </span>
              <div className="rows__main">
                <b>
                  {payment.title}
                  {payment.refunded ? <Badge>{t.refunded}</Badge> : null}
                </b>
                <span>
                  {payment.buyerName},{' '}
                  {payment.providerUrl === null ? (
                    <Link
                      className="link"
                      to="/dashboard/myOrders/$id/receipt"
                      params={{ id: payment.bookingId }}
                      aria-label={t.receiptOf(payment.number)}
                    >
                      {payment.number}
                    </Link>
                  ) : (
                    <a
                      className="link"
                      href={payment.providerUrl}
                      rel="noreferrer"
                      target="_blank"
                      aria-label={t.chargeOf(payment.number)}
                    >
                      {payment.number}
                    </a>
                  )}
                </span>
              </div>
              <div className="rows__end num">{formatMoney(payment.amount)}</div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
