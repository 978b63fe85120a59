import { texts } from '@carhouse/contract/texts';
import { formatCount, formatCountWithNoun } from '../../ui/format.ts';
import { formatTime } from '../../ui/format-date.ts';

type LimitUse = { readonly used: number; readonly most: number };
type LimitStep = { readonly cars: number; readonly advertisements: number; readonly condition: string };

const formatLimitStep = ({ cars, advertisements, condition }: LimitStep): string =>
  `${formatCountWithNoun(cars, 'car', 'cars')} and ${formatCountWithNoun(advertisements, 'advertisement', 'advertisements')} ${condition}`;

/** Texts of the page My Products. */
export const productMessages = {
  lead: (total: number, parts: readonly string[]): string =>
    parts.length === 0
      ? formatCountWithNoun(total, 'car', 'cars')
      : `${formatCountWithNoun(total, 'car', 'cars')}: ${parts.join(', ')}`,
  status: {
    draft: 'Draft',
    available: texts.available,
    advertised: `${texts.available}, advertised`,
    booked: 'Booked',
    held: (until: string): string => `A buyer is paying, until ${formatTime(until)}`,
    reserved: (until: string): string => `Reserved until ${until}`,
    withdrawn: 'Withdrawn',
    hidden: 'Hidden by an admin',
    sold: 'Sold',
  },
  counts: {
    available: (cars: number): string => `${formatCount(cars)} available`,
    booked: (cars: number): string => `${formatCount(cars)} booked`,
    draft: (cars: number): string => formatCountWithNoun(cars, 'draft', 'drafts'),
    withdrawn: (cars: number): string => `${formatCount(cars)} withdrawn`,
    hidden: (cars: number): string => `${formatCount(cars)} hidden`,
    sold: (cars: number): string => `${formatCount(cars)} sold`,
  },
  hiddenReason: (reason: string): string => `An admin has hidden this car: ${reason}`,
  hiddenHint: 'Buyers do not see it. You can edit it; only an admin can show it again.',
  posted: 'Posted',
  started: 'Started',
  seller: 'Seller',
  coeLeft: 'COE left',
  bookings: (open: number): string => formatCountWithNoun(open, 'open booking', 'open bookings'),
  images: (images: number): string => (images === 0 ? 'No photo' : formatCountWithNoun(images, 'photo', 'photos')),
  actionsFor: (title: string): string => `More for ${title}`,
  advertise: (title: string): string => `${texts.advertiseNow}: ${title}`,
  advertised: 'Advertised',
  advertisedToast: (title: string): string => `${title} is advertised`,
  notOnOffer: 'Only a car on offer can be advertised.',
  edit: 'Edit',
  editCar: (title: string): string => `Edit ${title}`,
  seeBuyers: 'See buyer',
  seeBuyersOf: (title: string): string => `See the buyers of ${title}`,
  publish: 'Publish',
  withdraw: 'Withdraw',
  relist: 'Put on offer again',
  relistShort: 'Relist',
  sell: 'Mark as sold elsewhere',
  keep: 'Leave it',
  questions: {
    publish: {
      title: 'Publish this car?',
      text: (title: string): string => `Buyers see ${title} from now on and can book it.`,
      confirm: 'Publish',
      done: (title: string): string => `${title} is on offer`,
    },
    withdraw: {
      title: 'Withdraw this car?',
      text: (title: string): string => `${title} is no longer on sale. You can put it on offer again later.`,
      confirm: 'Withdraw',
      done: (title: string): string => `${title} is withdrawn`,
    },
    relist: {
      title: 'Put this car on offer again?',
      text: (title: string): string => `${title} goes back to its old place in the lists.`,
      confirm: 'Put on offer',
      done: (title: string): string => `${title} is on offer again`,
    },
    sell: {
      title: 'Sold elsewhere?',
      text: (title: string): string =>
        `${title} is marked as sold elsewhere. No payment is made here. If it was a mistake, you can put it on offer again.`,
      confirm: 'Mark as sold',
      done: (title: string): string => `${title} is marked as sold`,
    },
  },
  cancelsBookings: (open: number): string =>
    `${formatCountWithNoun(open, 'open booking', 'open bookings')} will be cancelled, and the ${open === 1 ? 'buyer is' : 'buyers are'} told.`,
  limits: {
    used: (cars: LimitUse, advertisements: LimitUse): string =>
      `${formatCount(cars.used)} of ${formatCountWithNoun(cars.most, 'car', 'cars')} on sale, ${formatCount(advertisements.used)} of ${formatCountWithNoun(advertisements.most, 'advertisement', 'advertisements')}.`,
    full: 'Further cars can be kept as drafts until there is room.',
    grows: (steps: readonly LimitStep[]): string => `This grows to ${steps.map(formatLimitStep).join(', and to ')}.`,
  },
  failed: 'Your cars could not be loaded',
  failedText: (reason: string): string => `${reason} Your cars are safe.`,
  empty: {
    title: 'No cars yet',
    text: 'A car that you add shows up here, with its bookings and its place on the market.',
  },
} as const;
