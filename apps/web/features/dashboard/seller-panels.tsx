import type { User } from '@carhouse/contract/accounts';
import type { SellerOverview, ShortBooking } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import {
  BadgeCheck,
  Ban,
  Check,
  Clock,
  FilePen,
  ImagePlus,
  type LucideIcon,
  Megaphone,
  RotateCcw,
  UserRound,
} from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { overviewMessages } from '#messages/overview';
import { sellerStartMessages } from '#messages/seller-start';
import { Badge } from '../../ui/badge.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { describeRemainingCoe } from '../listings/browse/coe.ts';
import { ComplaintBadge } from '../orders/next-step-line.tsx';
import { DayChart } from './day-chart.tsx';
import styles from './overview-page.module.css';
import { Panel } from './panel.tsx';
import { describeProfileTask, isNewSeller, isProfileComplete } from './seller-start.tsx';

const t = overviewMessages.seller;

/** Bookings of the seller's cars on each day of the last six weeks; the last seven days are highlighted. */
export function BookingsPerDay({ days }: { days: SellerOverview['bookingsPerDay'] }): ReactElement {
  const bookingCounts = days.map((day) => day.count);
  const sumCounts = (countsToSum: readonly number[]): number =>
    countsToSum.reduce((sum, bookings) => sum + bookings, 0);
  const total = sumCounts(bookingCounts);
  const labelledDays = [0, 14, 28].map((dayIndex) => days[dayIndex]);
  return (
    <Panel title={t.chart} aside={<p className="num">{t.chartKey}</p>}>
      <p className={`num ${styles.chartSentence}`}>
        {total === 0 ? t.noBookings : t.chartSentence(total, sumCounts(bookingCounts.slice(-7)))}
      </p>
      <DayChart
        sentence={total === 0 ? t.noBookings : t.chartSentence(total, sumCounts(bookingCounts.slice(-7)))}
        values={bookingCounts}
        firstHighlightedIndex={bookingCounts.length - 7}
        axisLabels={[...labelledDays.map((day) => (day === undefined ? '' : formatDate(day.day))), t.today]}
      />
    </Panel>
  );
}

/** The cars on sale with the least COE left. */
export function CoeLeftPanel({ cars }: { cars: SellerOverview['coe'] }): ReactElement {
  return (
    <Panel title={t.coe}>
      {cars.length === 0 ? (
        <p className="muted">{t.noCoe}</p>
      ) : (
        <ul className="rows">
          {cars.map((car) => {
            const remainingCoe = describeRemainingCoe(car);
            return (
              <li key={car._id}>
                <div className="rows__main">
                  <b>{car.title}</b>
                  <span className="num">{remainingCoe.text}</span>
                </div>
                <Meter tallTickCount={remainingCoe.fullYears} isLow={remainingCoe.isLow} />
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

/** The newest bookings of the seller's cars, with a link to all of them. */
export function NewestBookings({ bookings }: { bookings: readonly ShortBooking[] }): ReactElement {
  return (
    <Panel
      title={t.bookings}
      aside={
        <Link className="link" to="/dashboard/mybuyers">
          {texts.drawer.myBuyers}
        </Link>
      }
    >
      {bookings.length === 0 ? (
        <p className="muted">{t.noneBooked}</p>
      ) : (
        <ul className="rows">
          {bookings.map((booking) => (
            <li key={booking._id}>
              <span className="thumb">
                <ResponsiveImage url={booking.image} size={booking.imageSize} alt="" sizes="72px" />
              </span>
              <div className="rows__main">
                <b>
                  <Link className="link" to="/orders/$id" params={{ id: booking._id }}>
                    {booking.title}
                  </Link>
                </b>
                <span className="num">{t.bookedBy(booking.buyerName || t.leftBuyer, booking.meetingDate)}</span>
              </div>
              <div className="rows__end">
                <ComplaintBadge order={booking} />
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
  const badgeByStatus = {
    unpaid: { kind: 'wait', icon: Clock },
    paid: { kind: 'ok', icon: Check },
    cancelled: { kind: 'line', icon: Ban },
    refunded: { kind: 'neutral', icon: RotateCcw },
  } as const;
  return (
    <Badge kind={badgeByStatus[status].kind} icon={badgeByStatus[status].icon}>
      {overviewMessages.status[status]}
    </Badge>
  );
}

/** The tasks that would improve the seller's listings most. */
export function SellerTasks({ user, figures }: { user: User; figures: SellerOverview }): ReactElement {
  const { fewPictures, notAdvertised, drafts } = figures.toDo;
  const taskRows = [
    // A new seller has this task among their first steps.
    isProfileComplete(user) || isNewSeller(figures) ? null : (
      <TaskRow key="profile" icon={UserRound} text={sellerStartMessages.profile.text}>
        <Link className="link" to="/dashboard/myprofile">
          {describeProfileTask(user)}
        </Link>
      </TaskRow>
    ),
    fewPictures === null ? null : (
      <TaskRow key="pictures" icon={ImagePlus} text={t.hasImages(fewPictures.pictures)}>
        <Link className="link" to="/dashboard/myProduct/$id/edit" params={{ id: fewPictures._id }}>
          {t.addImages(fewPictures.title)}
        </Link>
      </TaskRow>
    ),
    notAdvertised === null ? null : (
      <TaskRow key="advertise" icon={Megaphone} text={t.listedSince(notAdvertised.postedAt)}>
        <Link className="link" to="/dashboard/myProduct">
          {t.notAdvertised(notAdvertised.title)}
        </Link>
      </TaskRow>
    ),
    drafts === 0 ? null : (
      <TaskRow key="drafts" icon={FilePen} text={t.draftsText}>
        <Link className="link" to="/dashboard/myProduct">
          {t.drafts(drafts)}
        </Link>
      </TaskRow>
    ),
    figures.verifiedAt !== null ? null : (
      <TaskRow key="verify" icon={BadgeCheck} text={t.unverifiedText}>
        {t.unverified}
      </TaskRow>
    ),
  ].filter((task) => task !== null);
  return (
    <Panel title={t.toDo}>
      {taskRows.length === 0 ? <p className="muted">{t.noTasks}</p> : <ul className="rows">{taskRows}</ul>}
    </Panel>
  );
}

function TaskRow({ icon, text, children }: { icon: LucideIcon; text: string; children: ReactNode }): ReactElement {
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
