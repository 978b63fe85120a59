import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { listingDetail } from '#messages/listing-detail';
import { buttonClass } from '../../../ui/button.tsx';
import { Gauge } from '../../../ui/gauge.tsx';

/** There is no such car, or it is not for everybody. */
export function MissingCar(): ReactElement {
  const { title, body, action } = listingDetail.missing;
  return (
    <main id="main" className="wrap section" tabIndex={-1}>
      <div className="empty">
        <Gauge lit={0} />
        <h1>{title}</h1>
        <p>{body}</p>
        <Link to="/cars" className={buttonClass({ kind: 'primary' })}>
          {action}
        </Link>
      </div>
    </main>
  );
}
