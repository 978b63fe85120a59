import type { BuyerOverview, ShortBooking } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CarFront, CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { overview } from '#messages/overview';
import { words as shared } from '#messages/shared-words';
import { buttonClass } from '../../ui/button.tsx';
import { money } from '../../ui/format.ts';
import { Gauge } from '../../ui/gauge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Panel } from './panel.tsx';

const words = overview.buyer;
type WishedCar = BuyerOverview['wishes']['prices'][number];

/** Open orders, with the way to pay them. */
export function Waiting({ open }: { open: readonly ShortBooking[] }): ReactElement {
  return (
    <Panel
      title={words.waiting}
      span="c7"
      aside={
        <Link className="link" to="/dashboard/myOrders">
          {texts.drawer.myOrders}
        </Link>
      }
    >
      {open.length === 0 ? (
        <p className="muted">{words.noneWaiting}</p>
      ) : (
        <ul className="rows">
          {open.map((order) => (
            <li key={order._id}>
              <span className="thumb">
                <Picture url={order.image} size={order.imageSize} alt="" sizes="72px" />
              </span>
              <div className="rows__main">
                <b>{order.title}</b>
                <span className="num">{order.meetingDate || shared.unknown}</span>
              </div>
              <div className="rows__end rows__pay">
                <span className="num">{money(order.price)}</span>
                {order.payableByCard ? (
                  <Link
                    to="/dashboard/myOrders/$id"
                    params={{ id: order._id }}
                    className={buttonClass({ kind: 'primary' })}
                    aria-label={words.payFor(order.title)}
                  >
                    {texts.myOrders.pay}
                  </Link>
                ) : (
                  <span className="muted small">{words.byArrangement}</span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Wished cars, those first whose price has moved. */
export function PriceMoves({ cars }: { cars: readonly WishedCar[] }): ReactElement {
  return (
    <Panel
      title={words.moves}
      span="c5"
      aside={
        <Link className="link" to="/dashboard/myWishList">
          {texts.drawer.myWishList}
        </Link>
      }
    >
      {cars.length === 0 ? (
        <p className="muted">{words.noMoves}</p>
      ) : (
        <ul className="rows">
          {cars.map((car) => (
            <li key={car.wishId}>
              <span className="thumb">
                <Picture url={car.image} size={car.imageSize} alt="" sizes="72px" />
              </span>
              <div className="rows__main">
                <b>{car.title}</b>
                <span className="num">
                  {car.priceNow === car.priceThen
                    ? words.noChange(car.wishedAt)
                    : words.was(car.priceThen, car.wishedAt)}
                </span>
              </div>
              <div className={car.priceNow < car.priceThen ? 'rows__end num rows__less' : 'rows__end num'}>
                {money(car.priceNow)}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const ticks = 40;

/** What the wished cars lose in a year, as a server estimates it. */
export function ShortlistCost({ cars }: { cars: readonly WishedCar[] }): ReactElement {
  const most = Math.max(...cars.map((car) => car.depreciationPerYear ?? 0), 1);
  return (
    <Panel title={words.cost} span="c7" aside={<p>{words.costKey}</p>}>
      <ul className="hbars">
        {cars.map((car) => (
          <li key={car.wishId}>
            <span>{car.title}</span>
            <Gauge
              of={ticks}
              lit={Math.ceil(((car.depreciationPerYear ?? 0) / most) * ticks)}
              className="hbars__track"
            />
            <b className="num">{words.costOf(car.depreciationPerYear ?? 0)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The newest open order that names a meeting. */
export function NextViewing({ order, span }: { order: ShortBooking; span: 'c5' | 'c7' }): ReactElement {
  return (
    <Panel title={words.nextViewing} span={span}>
      <div className="nextv">
        <div className="pic">
          <Picture url={order.image} size={order.imageSize} alt="" sizes="(min-width: 64rem) 17.5rem, 40vw" />
        </div>
        <b>{order.title}</b>
        <span>{order.meetingDate === '' ? words.noDate : order.meetingDate}</span>
        <span>{words.at(order.location, order.sellerName)}</span>
      </div>
    </Panel>
  );
}

const icons = [CarFront, CalendarClock, CreditCard] as const;

/** How buying goes, for who has not begun. */
export function NextSteps({ span }: { span: 'c5' | 'c12' }): ReactElement {
  return (
    <Panel title={words.steps} span={span}>
      <ul className="rows">
        {words.stepList.map(({ title, text }, place) => (
          <li key={title}>
            <Icon of={icons[place] ?? CarFront} />
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
