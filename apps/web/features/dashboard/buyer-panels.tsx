import type { BuyerOverview, ShortBooking } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CarFront, CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { overviewMessages } from '#messages/overview';
import { sharedMessages } from '#messages/shared';
import { useTakesPayments } from '../../app/business-mode.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { OrderRow } from './order-row.tsx';
import styles from './overview-page.module.css';
import { Panel } from './panel.tsx';

const t = overviewMessages.buyer;
type WishedCar = BuyerOverview['wishes']['prices'][number];

/** The open orders, each with a link to its payment. */
export function WaitingOrders({ openOrders }: { openOrders: readonly ShortBooking[] }): ReactElement {
  const takesPayments = useTakesPayments();
  return (
    <Panel
      title={t.waiting}
      aside={
        <Link className="link" to="/dashboard/myOrders">
          {texts.drawer.myOrders}
        </Link>
      }
    >
      {openOrders.length === 0 ? (
        <p className="muted">{t.noneWaiting}</p>
      ) : (
        <ul className="rows">
          {openOrders.map((order) => (
            <OrderRow
              key={order._id}
              order={order}
              side="buyer"
              detail={<span className="num">{order.meetingDate || sharedMessages.unknown}</span>}
            >
              <div className={`rows__end ${styles.rowsPay}`}>
                <span className="num">{formatMoney(order.price)}</span>
                {takesPayments && order.payableByCard ? (
                  <Link
                    to="/dashboard/myOrders/$id"
                    params={{ id: order._id }}
                    className={makeButtonClass({ kind: 'primary' })}
                    aria-label={t.payFor(order.title)}
                  >
                    {texts.myOrders.pay}
                  </Link>
                ) : (
                  <span className="muted small">{takesPayments ? t.byArrangement : t.toTheSeller}</span>
                )}
              </div>
            </OrderRow>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The cars on the user's wish list. Cars whose price has changed come first. */
export function PriceChangesPanel({ cars }: { cars: readonly WishedCar[] }): ReactElement {
  return (
    <Panel
      title={t.moves}
      aside={
        <Link className="link" to="/dashboard/myWishList">
          {texts.drawer.myWishList}
        </Link>
      }
    >
      {cars.length === 0 ? (
        <p className="muted">{t.noMoves}</p>
      ) : (
        <ul className="rows">
          {cars.map((car) => (
            <li key={car.wishId}>
              <span className="thumb">
                <ResponsiveImage url={car.image} size={car.imageSize} alt="" sizes="72px" />
              </span>
              <div className="rows__main">
                <b>{car.title}</b>
                <span className="num">
                  {car.priceNow === car.priceThen ? t.noChange(car.wishedAt) : t.was(car.priceThen, car.wishedAt)}
                </span>
              </div>
              <div className={car.priceNow < car.priceThen ? `rows__end num ${styles.rowsLess}` : 'rows__end num'}>
                {formatMoney(car.priceNow)}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const tickCount = 40;

/** The estimated yearly depreciation of the cars on the user's wish list. */
export function ShortlistCostPanel({ cars }: { cars: readonly WishedCar[] }): ReactElement {
  const highestYearlyCost = Math.max(...cars.map((car) => car.depreciationPerYear ?? 0), 1);
  return (
    <Panel title={t.cost} aside={<p>{t.costKey}</p>}>
      <ul className={styles.barChart}>
        {cars.map((car) => (
          <li key={car.wishId}>
            <span>{car.title}</span>
            <Meter
              tickCount={tickCount}
              tallTickCount={Math.ceil(((car.depreciationPerYear ?? 0) / highestYearlyCost) * tickCount)}
              className={styles.barChartTrack}
            />
            <b className="num">{t.costOf(car.depreciationPerYear ?? 0)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The order with the earliest future viewing. */
export function NextViewingPanel({ order }: { order: ShortBooking }): ReactElement {
  return (
    <Panel title={t.nextViewing}>
      <div className={styles.nextViewing}>
        <div className={styles.pic}>
          <ResponsiveImage url={order.image} size={order.imageSize} alt="" sizes="(min-width: 64rem) 12.5rem, 40vw" />
        </div>
        <b>
          <Link className="link" to="/orders/$id" params={{ id: order._id }}>
            {order.title}
          </Link>
        </b>
        <span>{order.meetingDate === '' ? t.noDate : order.meetingDate}</span>
        <span>{t.at(order.location, order.sellerName)}</span>
      </div>
    </Panel>
  );
}

const stepIcons = [CarFront, CalendarClock, CreditCard] as const;

/** The steps of buying a car, for users without an order. */
export function NextStepsPanel(): ReactElement {
  const steps = useTakesPayments() ? t.stepList : [...t.stepList.slice(0, -1), t.payTheSeller];
  return (
    <Panel title={t.steps}>
      <ul className="rows">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <Icon of={stepIcons[index] ?? CarFront} />
            <div className="rows__main">
              <b>{title}</b>
              <span>{text}</span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
