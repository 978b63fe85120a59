import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { useClient } from '../../app/api.ts';
import { prefetch, type RouterContext } from '../../app/prefetch.ts';
import { useSession } from '../../app/session.ts';
import { Logo } from '../../ui/logo.tsx';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import { brandCollections, useBrandsWithoutPage } from './collections.tsx';

/** Fetches the data that the footer shows, together with the page. */
export function prefetchFooter({ queryClient, client }: RouterContext): Promise<void> {
  return prefetch(queryClient, cardFormQuery(client));
}

export function Footer(): ReactElement {
  const user = useSession();
  const otherBrands = useBrandsWithoutPage();
  const { data: cards } = useQuery(cardFormQuery(useClient()));
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot__grid">
          <div className="foot__lead">
            <p className="foot__name">
              <Logo />
              <span>{texts.footerName}</span>
            </p>
            <p>{layoutMessages.foot.lead}</p>
          </div>
          <nav aria-label={layoutMessages.foot.collections}>
            <h2>{layoutMessages.collections}</h2>
            {brandCollections.map(({ to, name }) => (
              <Link key={to} to={to}>
                {name}
              </Link>
            ))}
            {otherBrands.map(({ brand, name, cars }) =>
              cars === 0 ? null : (
                <Link key={brand} to="/cars" search={{ brand: [brand] }}>
                  {name}
                </Link>
              ),
            )}
          </nav>
          <nav aria-label={layoutMessages.foot.trade}>
            <h2>{layoutMessages.foot.trade}</h2>
            <Link to="/cars">{layoutMessages.search}</Link>
            {user === null || user.role === 'Seller' ? (
              <Link to="/dashboard/addProduct">{layoutMessages.sellMyCar}</Link>
            ) : null}
            {user === null ? null : <Link to="/dashboard">{layoutMessages.dashboard}</Link>}
            <Link to="/dashboard/myOrders">{texts.drawer.myOrders}</Link>
            {user === null || user.role === 'Buyer' ? (
              <Link to="/dashboard/myWishList">{texts.drawer.myWishList}</Link>
            ) : null}
          </nav>
          <nav aria-label={layoutMessages.foot.help}>
            <h2>{layoutMessages.foot.help}</h2>
            <Link to="/faq">{layoutMessages.faq}</Link>
            <Link to="/about">{layoutMessages.about}</Link>
            <Link to="/home" hash="feedback">
              {layoutMessages.foot.feedback}
            </Link>
            {user === null && <Link to="/login">{layoutMessages.login}</Link>}
            {user === null && <Link to="/signup">{layoutMessages.signup}</Link>}
          </nav>
        </div>
        <div className="foot__base">
          <span>{layoutMessages.foot.rights(texts.footerName)}</span>
          <span>
            {cards?.testMode ? layoutMessages.foot.testMode : ''}
            {layoutMessages.foot.currency}
          </span>
        </div>
      </div>
    </footer>
  );
}
