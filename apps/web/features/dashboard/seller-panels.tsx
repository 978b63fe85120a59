import type { SellerOverview, ShortBooking } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Ban, Check, Clock, FilePen, ImagePlus, type LucideIcon, Megaphone, RotateCcw } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { overview } from '#messages/overview';
import { Badge } from '../../ui/badge.tsx';
import { date } from '../../ui/format.ts';
import { Gauge } from '../../ui/gauge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { coeLeft } from '../listings/browse/coe.ts';
import { DayChart } from './day-chart.tsx';
import { Panel } from './panel.tsx';

const words = overview.seller;

/** Bookings of his cars in the last twelve weeks, the present one in green. */
export function BookingsPerWeek({ weeks }: { weeks: SellerOverview['bookingsPerWeek'] }): ReactElement {
  const counts = weeks.map((week) => week.count);
  const total = counts.reduce((sum, bookings) => sum + bookings, 0);
  const [first, middle] = [weeks[0], weeks[Math.floor(weeks.length / 2)]];
  return (
    <Panel title={words.chart} span="c8" aside={total === 0 ? undefined : <p className="num">{words.chartKey}</p>}>
      {total === 0 ? (
        <p className="muted">{words.noBookings}</p>
      ) : (
        <DayChart
          sentence={words.chartSentence(total, counts.at(-1) ?? 0)}
          values={counts}
          strongFrom={counts.length - 1}
          axis={[...[first, middle].map((week) => (week === undefined ? '' : date(week.week))), words.today]}
        />
      )}
    </Panel>
  );
}

/** The cars on offer with the least COE left. */
export function CoeLeftPanel({ cars }: { cars: SellerOverview['coe'] }): ReactElement {
  return (
    <Panel title={words.coe} span="c4">
      {cars.length === 0 ? (
        <p className="muted">{words.noCoe}</p>
      ) : (
        <ul className="rows">
          {cars.map((car) => {
            const coe = coeLeft({ coeYearsLeft: car.coeYearsLeft, yearsOfUse: 0 });
            return (
              <li key={car._id}>
                <div className="rows__main">
                  <b>{car.title}</b>
                  <span className="num">{coe.words ?? words.coeOut}</span>
                </div>
                <Gauge lit={coe.lit} low={coe.low} />
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

/** The newest bookings of his cars, with the way to all of them. */
export function NewestBookings({ bookings }: { bookings: readonly ShortBooking[] }): ReactElement {
  return (
    <Panel
      title={words.bookings}
      span="c7"
      aside={
        <Link className="link" to="/dashboard/mybuyers">
          {texts.drawer.myBuyers}
        </Link>
      }
    >
      {bookings.length === 0 ? (
        <p className="muted">{words.noneBooked}</p>
      ) : (
        <ul className="rows">
          {bookings.map((booking) => (
            <li key={booking._id}>
              <span className="thumb">
                <Picture url={booking.image} size={booking.imageSize} alt="" sizes="72px" />
              </span>
              <div className="rows__main">
                <b>{booking.title}</b>
                <span className="num">{words.bookedBy(booking.buyerName || words.leftBuyer, booking.meetingDate)}</span>
              </div>
              <div className="rows__end">
                <OrderBadge status={booking.status} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function OrderBadge({ status }: { status: ShortBooking['status'] }): ReactElement {
  const look = {
    unpaid: { kind: 'wait', icon: Clock },
    paid: { kind: 'ok', icon: Check },
    cancelled: { kind: 'line', icon: Ban },
    refunded: { kind: 'neutral', icon: RotateCcw },
  } as const;
  return (
    <Badge kind={look[status].kind} icon={look[status].icon}>
      {overview.status[status]}
    </Badge>
  );
}

/** What would help his cars most. */
export function ToDo({ figures }: { figures: SellerOverview }): ReactElement {
  const { fewPictures, notAdvertised, drafts } = figures.toDo;
  const verified = figures.verifiedAt !== null;
  return (
    <Panel title={words.toDo} span="c5">
      <ul className="rows">
        {fewPictures === null ? null : (
          <Task icon={ImagePlus} text={words.hasPhotos(fewPictures.pictures)}>
            <Link className="link" to="/dashboard/myProduct/$id/edit" params={{ id: fewPictures._id }}>
              {words.addPhotos(fewPictures.title)}
            </Link>
          </Task>
        )}
        {notAdvertised === null ? null : (
          <Task icon={Megaphone} text={words.listedSince(notAdvertised.postedAt)}>
            <Link className="link" to="/dashboard/myProduct">
              {words.notAdvertised(notAdvertised.title)}
            </Link>
          </Task>
        )}
        {drafts === 0 ? null : (
          <Task icon={FilePen} text={words.draftsText}>
            <Link className="link" to="/dashboard/myProduct">
              {words.drafts(drafts)}
            </Link>
          </Task>
        )}
        <Task icon={BadgeCheck} text={verified ? words.verifiedText : words.unverifiedText}>
          {verified ? words.verified : words.unverified}
        </Task>
      </ul>
    </Panel>
  );
}

function Task({ icon, text, children }: { icon: LucideIcon; text: string; children: ReactNode }): ReactElement {
  return (
    <li>
      <Icon of={icon} />
      <div className="rows__main">
        <b>{children}</b>
        <span className="num">{text}</span>
      </div>
    </li>
  );
}
