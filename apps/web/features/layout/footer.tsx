import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { layout } from '#messages/layout';
import { useClient } from '../../app/api.ts';
import { Link } from '../../app/navigation/link.tsx';
import { useSession } from '../../app/session.ts';
import { Mark } from '../../ui/mark.tsx';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import { collections } from './collections.tsx';

export function Footer(): ReactElement {
  const user = useSession();
  const { data: cards } = useQuery(cardFormQuery(useClient()));
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot__grid">
          <div className="foot__lead">
            <p className="foot__name">
              <Mark />
              <span>{texts.footerName}</span>
            </p>
            <p>{layout.foot.lead}</p>
          </div>
          <nav aria-label={layout.foot.collections}>
            <h2>{layout.collections}</h2>
            {collections.map(({ to, name }) => (
              <Link key={to} to={to}>
                {name}
              </Link>
            ))}
          </nav>
          <nav aria-label={layout.foot.trade}>
            <h2>{layout.foot.trade}</h2>
            <Link to="/cars">{layout.search}</Link>
            {user === null || user.role === 'Seller' ? (
              <Link to="/dashboard/addProduct">{layout.foot.sell}</Link>
            ) : null}
            {user === null ? null : <Link to="/dashboard">{layout.dashboard}</Link>}
            <Link to="/dashboard/myOrders">{texts.drawer.myOrders}</Link>
            {user === null || user.role === 'Buyer' ? (
              <Link to="/dashboard/myWishList">{texts.drawer.myWishList}</Link>
            ) : null}
          </nav>
          <nav aria-label={layout.foot.help}>
            <h2>{layout.foot.help}</h2>
            <Link to="/faq">{layout.faq}</Link>
            <Link to="/about">{layout.about}</Link>
            <Link to="/home" hash="feedback">
              {layout.foot.feedback}
            </Link>
            {user === null && <Link to="/login">{layout.login}</Link>}
            {user === null && <Link to="/signup">{layout.signup}</Link>}
          </nav>
        </div>
        <div className="foot__base">
          <span>{layout.foot.rights(texts.footerName)}</span>
          <span>
            {cards?.testMode ? layout.foot.testMode : ''}
            {layout.foot.currency}
          </span>
        </div>
      </div>
    </footer>
  );
}
