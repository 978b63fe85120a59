import type { AdminOverview } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { adminOverview } from '#messages/admin-overview';
import { dashboard } from '#messages/dashboard';
import { people } from '#messages/people';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { date, money } from '../../ui/format.ts';
import { Picture } from '../../ui/picture.tsx';
import { useVerifySeller } from '../users/use-account-change.ts';
import { Panel } from './panel.tsx';

type Waiting = AdminOverview['sellersToVerify'];

/** Who waits longest for his tick, and the button that gives it. */
export function SellersToVerify({ sellers }: { sellers: Waiting }): ReactElement {
  const { title, none } = adminOverview.verify;
  return (
    <Panel
      title={title}
      span="c7"
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

function WaitingSeller({ seller }: { seller: Waiting['first'][number] }): ReactElement {
  const words = adminOverview.verify;
  const verification = useVerifySeller({ _id: seller._id, email: seller.name });
  return (
    <li className="rows__ask">
      <Avatar name={seller.name} photo={seller.photoURL} />
      <div className="rows__main">
        <b>{seller.name}</b>
        <span className="num">{words.since(seller.carsOnOffer, date(seller.joinedAt))}</span>
      </div>
      <div className="rows__acts">
        <Link
          className={buttonClass({})}
          to="/dashboard/allSeller"
          search={{ search: seller.name }}
          aria-label={words.reviewOf(seller.name)}
        >
          {words.review}
        </Link>
        <Button
          kind="primary"
          aria-label={people.verifyNamed(seller.name)}
          busy={verification.isPending}
          onClick={() => verification.mutate()}
        >
          {texts.people.verify}
        </Button>
      </div>
    </li>
  );
}

/** What was paid last, with the provider's id of the charge. */
export function LatestPayments({ payments }: { payments: AdminOverview['latestPayments'] }): ReactElement {
  const words = adminOverview.payments;
  return (
    <Panel
      title={words.title}
      span="c7"
      aside={
        <Link className="link" to="/dashboard/money">
          {dashboard.moneyDesk}
        </Link>
      }
    >
      {payments.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <ul className="rows">
          {payments.map((payment) => (
            <li key={payment.bookingId}>
              <span className="thumb">
                <Picture url={payment.image} size={payment.imageSize} alt="" sizes="72px" />
              </span>
              <div className="rows__main">
                <b>
                  {payment.title}
                  {payment.refunded ? <Badge>{words.refunded}</Badge> : null}
                </b>
                <span>{words.by(payment.buyerName, payment.transactionId)}</span>
              </div>
              <div className="rows__end num">{money(payment.amount)}</div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
