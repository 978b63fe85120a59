import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useClient } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Mark } from '../../ui/mark.tsx';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import { collections } from './collections.tsx';

export function Footer(): ReactElement {
  const user = useSession();
  const { data: cards } = useQuery(cardFormQuery(useClient()));
  return (
    <footer className="foot" id="about">
      <div className="wrap">
        <div className="foot__grid">
          <div className="foot__lead">
            <p className="foot__name">
              <Mark />
              <span>{texts.footerName}</span>
            </p>
            <p>Used cars for sale in Singapore, from verified sellers, with the costs written down.</p>
          </div>
          <nav aria-label="Collections">
            <h2>Car Collections</h2>
            {collections.map(({ to, name }) => (
              <Link key={to} to={to}>
                {name}
              </Link>
            ))}
          </nav>
          <nav aria-label="Buy and sell">
            <h2>Buy and sell</h2>
            <Link to="/dashboard">Dashboard</Link>
            <Link to="/dashboard/myOrders">{texts.drawer.myOrders}</Link>
          </nav>
          <nav aria-label="Help">
            <h2>Help</h2>
            <Link to="/faq">FAQ</Link>
            {user === null && <Link to="/login">Login</Link>}
            {user === null && <Link to="/signup">Sign up</Link>}
          </nav>
        </div>
        <div className="foot__base">
          <span>© 2026 {texts.footerName}</span>
          <span>{cards?.testMode ? 'Card payments run in test mode. ' : ''}Prices in Singapore dollars.</span>
        </div>
      </div>
    </footer>
  );
}
