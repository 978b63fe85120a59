import type { User } from '@carhouse/contract/accounts';
import type { SellerOverview } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { isLoadablePhotoUrl } from '@carhouse/domain/image/shown-photo';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { sellerStartMessages } from '#messages/seller-start';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from './panel.tsx';
import { countCarsOfEveryStatus } from './use-drawer-counts.ts';

const t = sellerStartMessages;

type ProfileFacts = Pick<User, 'photoURL' | 'number'>;

/** Whether all cars of the seller are drafts, or the seller has none. The dashboard of a new seller shows the first steps. */
export function isNewSeller({ cars }: Pick<SellerOverview, 'cars'>): boolean {
  return cars.available + cars.sold + cars.withdrawn + cars.hidden === 0;
}

/** The first steps of a seller, each with a tick when it is done. */
export function SellerStart({ user, figures }: { user: User; figures: SellerOverview }): ReactElement {
  const { cars, openBookings, paid } = figures;
  const profile = isProfileComplete(user);
  const hasListedCars = countCarsOfEveryStatus(cars) > 0;
  const hasPublishedCar = !isNewSeller(figures);
  const areStepsDone = [true, profile, hasListedCars, hasPublishedCar, openBookings + paid.count > 0];
  return (
    <Panel
      title={t.title}
      columnSpan="span-12"
      aside={<span className="num muted">{t.done(areStepsDone.filter(Boolean).length, areStepsDone.length)}</span>}
    >
      <ol className="rows">
        <Step isDone text={t.account.text}>
          {t.account.title}
        </Step>
        <Step isDone={profile} text={t.profile.text}>
          <Link className="link" to="/dashboard/myprofile">
            {describeProfileTask(user)}
          </Link>
        </Step>
        <Step isDone={hasListedCars} text={t.car.text}>
          <Link className="link" to="/dashboard/addProduct">
            {t.car.title}
          </Link>
          {` ${t.or} `}
          <Link className="link" to="/dashboard/import">
            {t.list}
          </Link>
        </Step>
        <Step isDone={hasPublishedCar} text={t.publish.text}>
          <Link className="link" to="/dashboard/myProduct">
            {t.publish.title(texts.drawer.myProducts)}
          </Link>
        </Step>
        <Step isDone={areStepsDone[4] ?? false} text={t.booking.text}>
          {t.booking.title}
        </Step>
      </ol>
    </Panel>
  );
}

function Step({ isDone, text, children }: { isDone: boolean; text: string; children: ReactNode }): ReactElement {
  return (
    <li>
      <Icon of={isDone ? CircleCheck : Circle} />
      <div className="rows__main">
        <b>
          {children}
          {isDone ? <span className="visually-hidden">{t.isDone}</span> : null}
        </b>
        <span>{text}</span>
      </div>
    </li>
  );
}

/** Whether the profile has the photo and the telephone number that buyers look for. */
export function isProfileComplete(user: ProfileFacts): boolean {
  return hasPhoto(user) && hasPhoneNumber(user);
}

/** Returns the sentence that says what is missing in the profile: the photo, the telephone number, or both. */
export function describeProfileTask(user: ProfileFacts): string {
  return t.profile.title(hasPhoneNumber(user), hasPhoto(user));
}

/**
 * Whether the user has a photo that pages show. Pages show no photo whose URL is on an unknown site, so such a photo
 * does not count.
 */
function hasPhoto({ photoURL }: ProfileFacts): boolean {
  return isLoadablePhotoUrl(photoURL);
}

function hasPhoneNumber({ number = '' }: ProfileFacts): boolean {
  return number !== '';
}
